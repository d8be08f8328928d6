import type { PlagiarismSection } from '../../checks/report.ts';
import { normalise } from '../normalise/normalise.ts';
import { submittedSpan, type TextEdit } from '../normalise/text-edit.ts';
import type { Span } from '../span.ts';
import { alignTexts } from './align-texts.ts';
import { fingerprintTokens } from './fingerprints.ts';
import { matchPassages } from './match-passages.ts';
import type { Passage } from './passage.ts';
import { plagiarismSection } from './section.ts';
import { sipHash } from './sip-hash.ts';
import { tokens } from './tokens.ts';

/** A reused stretch in both texts. UTF-16, end exclusive. */
export interface PairSpan {
  readonly susp_start: number;
  readonly susp_end: number;
  readonly src_start: number;
  readonly src_end: number;
}

export interface PairAnalysis {
  /** All offsets are of the texts as they were given, before normalisation. */
  readonly offsets: 'submitted';
  readonly plagiarism: PlagiarismSection;
  /** The reused stretches, quotations and references not cut out. */
  readonly spans: readonly PairSpan[];
}

/**
 * Compares two texts with each other, as the bulk command does.
 *
 * @param pair.keepSource false: from fingerprints of the source alone, as a comparison library would;
 *   true: the words of the source may be read too
 */
export function analysePair(pair: {
  readonly suspicious: string;
  readonly source: string;
  readonly keepSource: boolean;
}): PairAnalysis {
  const submitted = normalise(pair.suspicious);
  const source = normalise(pair.source);
  const stream = tokens(submitted.text);
  const passages = pair.keepSource
    ? alignTexts({ submitted: submitted.text, source: source.text })
    : matchPassages({
        submitted: fingerprintTokens(stream, openHash),
        source: fingerprintTokens(tokens(source.text), openHash),
        words: stream,
      });
  const plagiarism = plagiarismSection({
    text: submitted.text,
    words: stream,
    matches: [{ source: { id: 'source', title: 'source', url: null }, passages }],
  });
  const edits = { submitted: submitted.edits, source: source.edits };
  return {
    offsets: 'submitted',
    plagiarism: sectionAsGiven(plagiarism, edits),
    spans: passages.map((passage) => spanAsGiven(passage, edits)),
  };
}

/** The pair is compared at once and nothing of it stored, so the key need not be secret. */
const openHash = sipHash(new Uint8Array(16));

interface Edits {
  readonly submitted: readonly TextEdit[];
  readonly source: readonly TextEdit[];
}

function spanAsGiven(passage: Passage, edits: Edits): PairSpan {
  const submitted = submittedSpan(edits.submitted, passage);
  const source = sourceAsGiven({ start: passage.sourceStart, end: passage.sourceEnd }, edits);
  return {
    susp_start: submitted.start,
    susp_end: submitted.end,
    src_start: source.start,
    src_end: source.end,
  };
}

function sectionAsGiven(section: PlagiarismSection, edits: Edits): PlagiarismSection {
  const spans = section.spans.map((span) => {
    const { start, end } = submittedSpan(edits.submitted, span);
    const { source_start = 0, source_end = 0 } = span;
    const source = sourceAsGiven({ start: source_start, end: source_end }, edits);
    return { ...span, start, end, source_start: source.start, source_end: source.end };
  });
  return { ...section, spans };
}

function sourceAsGiven(span: Span, edits: Edits): Span {
  return submittedSpan(edits.source, span);
}
