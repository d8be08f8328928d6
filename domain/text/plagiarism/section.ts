import type { PlagiarismSection, PlagiarismSource, PlagiarismSpan } from '../../checks/report.ts';
import type { Span } from '../span.ts';
import { type Exclusion, exclusions } from './exclusions.ts';
import type { LibraryText } from './fingerprint.ts';
import { type Passage, toPassage, wordsUnder } from './passage.ts';
import { firstAtLeast, type WordOffsets } from './seeds.ts';

/** The passages of a submission that one source holds too. */
export interface SourceMatches {
  readonly source: Pick<LibraryText, 'id' | 'title' | 'url'>;
  readonly passages: readonly Passage[];
}

interface Matches {
  readonly text: string;
  readonly words: WordOffsets;
  readonly matches: readonly SourceMatches[];
}

/** The report section that passages make up, however they were found. Spans ascend, sources descend. */
export function plagiarismSection({ text, words, matches }: Matches): PlagiarismSection {
  const excluded = exclusions(text);
  const listed = matches.map(({ source, passages }) => {
    const spans = passages.flatMap((passage) => spansOf(passage, { source, excluded, words }));
    return { source: sourceOf(source, { spans, words }), spans };
  });
  const spans = listed
    .flatMap((one) => one.spans)
    .sort((one, other) => one.start - other.start || one.end - other.end);
  return {
    similarity: share(countedWords(spans, words), words),
    sources: listed
      .filter((one) => one.spans.length > 0)
      .map((one) => one.source)
      .sort((one, other) => other.matched_words - one.matched_words),
    spans,
  };
}

interface SpanContext {
  readonly source: SourceMatches['source'];
  readonly excluded: readonly Exclusion[];
  readonly words: WordOffsets;
}

/** What is left of a passage around an exclusion counts from this many words on. */
const shortestRest = 5;

/** A passage, cut where an exclusion begins or ends. */
function spansOf(passage: Passage, { source, excluded, words }: SpanContext): PlagiarismSpan[] {
  const parts = cutAt(passage, excluded);
  const lasting = parts.filter(
    (part) => parts.length === 1 || wordCount(part, words) >= shortestRest,
  );
  const seedStarts = Uint32Array.from(passage.seeds, (seed) => seed.start);
  return lasting.map((part) => ({
    start: part.start,
    end: part.end,
    source_id: source.id,
    ...matchOf(part, { passage, seedStarts }),
    excluded: part.reason,
  }));
}

interface Part extends Span {
  readonly reason: Exclusion['reason'] | null;
}

function cutAt(passage: Passage, excluded: readonly Exclusion[]): Part[] {
  const parts: Part[] = [];
  let from = passage.start;
  for (let at = firstEndingAfter(excluded, from); at < excluded.length; at += 1) {
    const { start, end, reason } = excluded[at] ?? nothing;
    if (start >= passage.end) break;
    if (start > from) parts.push({ start: from, end: start, reason: null });
    const inside = { start: Math.max(start, from), end: Math.min(end, passage.end) };
    parts.push({ ...inside, reason });
    from = inside.end;
  }
  if (from < passage.end) parts.push({ start: from, end: passage.end, reason: null });
  return parts;
}

const nothing = { start: Infinity, end: Infinity, reason: null };

/** Exclusions ascend and do not overlap. */
function firstEndingAfter(excluded: readonly Exclusion[], offset: number): number {
  let low = 0;
  let high = excluded.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((excluded[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

type Match = Pick<PlagiarismSpan, 'source_start' | 'source_end' | 'kind'>;

/** Where the seeds that start in a part of a passage lie in the source, and how close the wording is. */
function matchOf(part: Part, of: { passage: Passage; seedStarts: Uint32Array }): Match {
  const { passage, seedStarts } = of;
  const seeds = passage.seeds.slice(
    firstAtLeast(seedStarts, part.start),
    firstAtLeast(seedStarts, part.end),
  );
  if (seeds.length === 0) {
    return { source_start: passage.sourceStart, source_end: passage.sourceEnd, kind: 'paraphrase' };
  }
  const inPart = toPassage(seeds);
  return {
    source_start: inPart.sourceStart,
    source_end: inPart.sourceEnd,
    kind: kindOf(inPart),
  };
}

/**
 * Verbatim when unchanged word runs fill the stretch but for what winnowing leaves open at its ends and
 * one slip in thirty words; near when they fill two fifths of it.
 */
function kindOf({ firstWord, endWord, seeds }: Passage): PlagiarismSpan['kind'] {
  const length = endWord - firstWord;
  const unchanged = wordsUnder(seeds.filter((seed) => seed.kind === 'words'));
  if (length - unchanged <= Math.max(openEnds, length / 30)) return 'verbatim';
  return unchanged >= length * 0.4 ? 'near' : 'paraphrase';
}

/** Three words on either side of the first and last selected 5-gram: the winnowing window less one. */
const openEnds = 6;

function sourceOf(
  source: SourceMatches['source'],
  { spans, words }: { spans: readonly PlagiarismSpan[]; words: WordOffsets },
): PlagiarismSource {
  const matched = countedWords(spans, words);
  return {
    id: source.id,
    title: source.title,
    url: source.url,
    coverage: share(matched, words),
    matched_words: matched,
  };
}

/** Words inside at least one span that is not excluded. Spans ascend by start. */
function countedWords(spans: readonly PlagiarismSpan[], words: WordOffsets): number {
  let count = 0;
  let reached = 0;
  for (const span of spans) {
    if (span.excluded !== null || span.end <= reached) continue;
    count += wordCount({ start: Math.max(span.start, reached), end: span.end }, words);
    reached = span.end;
  }
  return count;
}

/** Words that end inside the span. */
function wordCount({ start, end }: Span, { ends }: WordOffsets): number {
  return firstAtLeast(ends, end + 1) - firstAtLeast(ends, start + 1);
}

function share(count: number, { ends }: WordOffsets): number {
  return ends.length === 0 ? 0 : count / ends.length;
}
