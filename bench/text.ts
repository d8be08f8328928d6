import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folders = ['domain', 'application', 'projections', 'infrastructure', 'interfaces'];

/** Sentences people wrote: the comments of this code base. Generated text would flatter a checker's caches. */
const sentences: readonly string[] = folders.flatMap(commentsBelow);

/** English prose of so many words, another one for each seed. */
export function prose(words: number, seed = 1): string {
  const chosen: string[] = [];
  let state = seed;
  for (let count = 0; count < words; ) {
    state = (state * 48_271) % 2_147_483_647;
    const sentence = sentences[state % sentences.length] ?? '';
    count += sentence.split(' ').length;
    chosen.push(sentence);
    if (chosen.length % 8 === 0) chosen.push('\n\n');
  }
  return chosen.join(' ');
}

function commentsBelow(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').match(/\/\*\*[\s\S]*?\*\//g) ?? [])
    .map((comment) =>
      comment
        .replace(/^\/\*\*|\*\/$|^\s*\* ?/gm, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((comment) => /^[A-Z][a-z].*[.]$/.test(comment) && !comment.includes('`'));
}
