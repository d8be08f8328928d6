import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** Where secrets stand that should stand nowhere: in any file below a folder, whatever its format. */
export async function secretsInFolder(
  folder: string,
  secrets: readonly Secret[],
): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const found = files.map(async ({ parentPath, name }) => {
    const bytes = await readFile(join(parentPath, name));
    return secretsInText(bytes.toString('latin1'), secrets).map((secret) => `${secret} in ${name}`);
  });
  return (await Promise.all(found)).flat();
}

export function secretsInText(text: string, secrets: readonly Secret[]): readonly string[] {
  // Six digits occur by chance in long numbers and in digests; a code would stand by itself.
  const withoutChance = text.replace(/[0-9a-f]{12,}/g, ' ');
  return secrets
    .filter(({ value }) => (value.length < 12 ? withoutChance : text).includes(value))
    .map(({ name }) => name);
}
