import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { normalise } from '../../domain/text/normalise/normalise.ts';
import { isObject, textOf } from './json-lines.ts';

export type Genre =
  | 'news'
  | 'fiction'
  | 'encyclopedia'
  | 'academic'
  | 'essay'
  | 'review'
  | 'legal'
  | 'technical'
  | 'blog'
  | 'public';

export interface CorpusText {
  readonly id: string;
  readonly text: string;
  readonly isAi: boolean;
  readonly generator: string;
  readonly domain: string;
  readonly genre: Genre;
  readonly language: string;
  readonly source: string;
  readonly attack: string;
  /** Which file it is from: `research` sets, `prose` of people, `written` or `matched` texts of a 2026 assistant. */
  readonly part: 'research' | 'prose' | 'written' | 'matched';
  /** Id of the human text that a matched text was written to resemble. */
  readonly brief: string | null;
}

const files = [
  { name: 'train.jsonl.gz', part: 'research' },
  { name: 'human-prose.jsonl.gz', part: 'prose' },
  { name: 'ai-2026.jsonl.gz', part: 'written' },
  { name: 'ai-matched.jsonl.gz', part: 'matched' },
] as const;

/** Base language models: their continuations are neither edited nor instructed text and hurt when left in. */
const baseModels = ['gpt2-xl', 'opt-2.7b', 'gpt-neo-2.7B', 'gpt-j-6B', 'gpt-neox-20b'];

export function loadCorpus(folder: string): CorpusText[] {
  return files.flatMap(({ name, part }) =>
    gunzipSync(readFileSync(join(folder, name)))
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => toText(JSON.parse(line), part))
      .filter((text) => !baseModels.includes(text.generator)),
  );
}

function toText(record: unknown, part: CorpusText['part']): CorpusText {
  if (!isObject(record)) throw new TypeError('a corpus line must be a JSON object');
  const source = textOf(record, 'source');
  const domain = textOf(record, 'domain');
  return {
    id: textOf(record, 'id'),
    text: normalise(withoutCollectionMarks(textOf(record, 'text'))).text,
    isAi: textOf(record, 'label') === 'ai',
    generator: textOf(record, 'generator'),
    domain,
    genre: genreOf(domain),
    language: textOf(record, 'lang'),
    source,
    attack: textOf(record, 'attack'),
    part,
    brief: textOf(record, 'brief') || null,
  };
}

/** Undoes the tokenisation of research sets (`did n't`, `it 's`), which tells the set and not the writer. */
function withoutCollectionMarks(text: string): string {
  return text
    .replace(/ (n't|'s|'re|'ve|'ll|'d|'m)\b/gi, '$1')
    .replace(/``|''/g, '"')
    .replace(/\bnewline\b|<newline>|\\n/gi, '\n');
}

const genreRules: readonly (readonly [RegExp, Genre])[] = [
  [/fiction|writing|creative/, 'fiction'],
  [/legal-blog/, 'blog'],
  [/legal|regulations/, 'legal'],
  [/news|xsum|summ_/, 'news'],
  [/squad|wiki|encyclop|travel/, 'encyclopedia'],
  [/academic-blog/, 'blog'],
  [/pubmed|arxiv|academic|lecture|textbook|course-notes|medical|health/, 'academic'],
  [/essay/, 'essay'],
  [/review/, 'review'],
  [/blog|forum|interview|spoken/, 'blog'],
  [/technical|software|standards|how-?to/, 'technical'],
];

function genreOf(domain: string): Genre {
  return genreRules.find(([pattern]) => pattern.test(domain))?.[1] ?? 'public';
}
