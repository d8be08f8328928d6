/** An id that came with a form; null when it is none. */
export function idIn<Id>(construct: (text: string) => Id, text: string | undefined): Id | null {
  try {
    return construct(text ?? '');
  } catch {
    return null;
  }
}
