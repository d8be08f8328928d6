/** What a registered client says of itself. Neither a name nor a URI holds a line break. */
export interface ClientMetadata {
  readonly name: string | null;
  readonly redirectUris: readonly string[];
}

/** The metadata as it is sealed and hashed: the name, then one redirect URI a line. */
export function metadataText({ name, redirectUris }: ClientMetadata): string {
  return [name ?? '', ...redirectUris].join('\n');
}

export function metadataOf(text: string): ClientMetadata {
  const [name = '', ...redirectUris] = text.split('\n');
  return { name: name === '' ? null : name, redirectUris };
}
