import type { Reading } from '../../domain/text/detection/reading.ts';
import type { Span } from '../../domain/text/span.ts';
import { groupBy } from './group-by.ts';
import { type Random, seededRandom } from './random.ts';
import { readCorpusText, type Sample } from './samples.ts';

/** A text put together from a person's and an assistant's, and what each place of it is. */
export interface MixedDocument {
  readonly fold: number;
  readonly reading: Reading;
  readonly aiSpans: readonly Span[];
}

const documentsPerFold = 40;
const leastSentences = 6;

/** Blocks of whole sentences in turn from two texts of the same fold, language and genre. */
export function mixedDocuments(
  samples: readonly Sample[],
  folds: readonly number[],
): MixedDocument[] {
  const random = seededRandom(7);
  const long = samples
    .map((sample, index) => ({ sample, fold: folds[index] ?? 0 }))
    .filter(
      ({ sample }) => sample.reading.sentences.length >= leastSentences && sample.words >= 120,
    );
  const byFold = groupBy(long, ({ fold }) => String(fold));
  return [...byFold.values()].flatMap((entries) => {
    const fold = entries[0]?.fold ?? 0;
    const people = entries.filter(({ sample }) => !sample.isAi).map(({ sample }) => sample);
    const assistants = entries.filter(({ sample }) => sample.isAi).map(({ sample }) => sample);
    const made: MixedDocument[] = [];
    for (let tries = 0; made.length < documentsPerFold && tries < 2000; tries++) {
      // Half of the documents with an assistant of 2026: by number the older sets would drown it.
      const ai = pick(
        tries % 2 === 0 ? assistants : assistants.filter(({ part }) => part !== 'research'),
        random,
      );
      const human = ai && partner(ai, people, random);
      if (ai && human) made.push(mix({ human, ai, fold }, random));
    }
    return made;
  });
}

function partner(ai: Sample, people: readonly Sample[], random: Random): Sample | undefined {
  const brief = people.find(({ id }) => id === ai.brief);
  if (brief !== undefined) return brief;
  return pick(
    people.filter(({ language, genre }) => language === ai.language && genre === ai.genre),
    random,
  );
}

interface Pair {
  readonly human: Sample;
  readonly ai: Sample;
  readonly fold: number;
}

function mix({ human, ai, fold }: Pair, random: Random): MixedDocument {
  const blocks = random() < 0.6 ? 2 : 3 + Math.floor(random() * 2);
  let text = '';
  const aiSpans: Span[] = [];
  const startsWithAi = random() < 0.5;
  for (let block = 0; block < blocks; block++) {
    const isAi = (block % 2 === 0) === startsWithAi;
    const source = isAi ? ai : human;
    const piece = blockOf(source.reading, { block: block >> 1, blocks: Math.ceil(blocks / 2) });
    const start = text === '' ? 0 : text.length + 1;
    text = text === '' ? piece : `${text} ${piece}`;
    if (isAi) aiSpans.push({ start, end: text.length });
  }
  return { fold, reading: readCorpusText(text, ai.language), aiSpans };
}

function blockOf(
  { text, sentences }: Reading,
  part: { readonly block: number; readonly blocks: number },
): string {
  const from = Math.floor((sentences.length * part.block) / part.blocks);
  const to = Math.max(from + 1, Math.floor((sentences.length * (part.block + 1)) / part.blocks));
  return text.slice(sentences[from]?.start ?? 0, sentences[to - 1]?.end ?? 0).replace(/\s+/g, ' ');
}

function pick<Value>(values: readonly Value[], random: Random): Value | undefined {
  return values[Math.floor(random() * values.length)];
}
