import type { Visit } from './visit.ts';

/** The words for what was done on the page before, once. */
export function takeNotice(
  { session }: Visit,
  words: Readonly<Record<string, string>>,
): string | undefined {
  const { notice } = session;
  if (notice === undefined) return undefined;
  delete session.notice;
  return Object.hasOwn(words, notice) ? words[notice] : undefined;
}
