import { clip } from '../text/clip.ts';
import { rounded } from './compact-figures.ts';
import type { Finding, ProvenanceMark, Report } from './report.ts';

/** How much of each section is given. */
export interface Limits {
  /** Most items of a list; edits and passages, which are short, may be twice as many. */
  readonly items: number;
  /** Most UTF-16 units of a quote or an explanation. */
  readonly units: number;
}

export function compactReview(review: Report['review'], { items, units }: Limits) {
  if (review === null) return null;
  return {
    ...review,
    summary: clip(review.summary, 4 * units),
    indicators: review.indicators.slice(0, items).map((indicator) => ({
      ...indicator,
      quote: clip(indicator.quote, units),
      reason: clip(indicator.reason, units),
    })),
    human_signals: review.human_signals.slice(0, items).map(({ quote, reason }) => ({
      ...(quote === undefined ? {} : { quote: clip(quote, units) }),
      reason: clip(reason, units),
    })),
  };
}

export function compactCorrections(corrections: Report['corrections'], { items, units }: Limits) {
  if (corrections === null) return null;
  return {
    score: corrections.score,
    // Whoever applies an edit needs all of it.
    edits: corrections.edits
      .filter(({ original, replacement }) => Math.max(original.length, replacement.length) <= units)
      .slice(0, 2 * items)
      .map((edit) => ({ ...edit, explanation: clip(edit.explanation, units) })),
  };
}

export function compactPlagiarism({ text, plagiarism }: Report, { items, units }: Limits) {
  if (plagiarism === null) return null;
  const { similarity, sources, spans } = plagiarism;
  return {
    similarity: rounded(similarity),
    sources: sources.slice(0, items).map((source) => ({
      ...source,
      title: clip(source.title, units),
      // The beginning of an address leads nowhere.
      url: source.url !== null && source.url.length <= 2 * units ? source.url : null,
      coverage: rounded(source.coverage),
    })),
    spans: spans.slice(0, 2 * items).map((span) => ({
      ...span,
      quote: clip(text.slice(span.start, span.end), units),
    })),
  };
}

export function compactFinding(finding: Finding, { items, units }: Limits) {
  const { codepoints, decoded, sample, positions } = finding.evidence;
  return {
    ...finding,
    title: clip(finding.title, units),
    description: clip(finding.description, units),
    evidence: {
      ...(codepoints === undefined ? {} : { codepoints: codepoints.slice(0, items) }),
      ...(decoded === undefined ? {} : { decoded: clip(decoded, units) }),
      ...(sample === undefined ? {} : { sample: clip(sample, units) }),
      positions: positions.slice(0, Math.ceil(items / 2)),
    },
    benign_explanation: clip(finding.benign_explanation, units),
  };
}

export function compactMark(mark: ProvenanceMark, { units }: Limits): ProvenanceMark {
  const { value, reason, producer } = mark;
  return {
    ...mark,
    value: clip(value, units),
    producer: producer === null ? null : clip(producer, units),
    reason: clip(reason, units),
  };
}
