import { clip } from '../text/clip.ts';
import type { EditType, Finding, Report, Severity } from './report.ts';

/** Less than 8 kB: a conversation can bear that, and the whole report of a long text it cannot. */
const maxBytes = 8_000;

interface Limits {
  /** Most items of a list; edits and passages, which are short, may be twice as many. */
  readonly items: number;
  /** Most UTF-16 units of a quote or an explanation. */
  readonly units: number;
}

const roomiest: Limits = { items: 5, units: 160 };
/** For what does not fit: letters of other scripts take up to three bytes each. */
const tighter: readonly Limits[] = [
  { items: 4, units: 90 },
  { items: 3, units: 50 },
  { items: 1, units: 30 },
];

export type CompactReport = ReturnType<typeof compacted>;

/**
 * The report with every section, but of each list only what tells most, and texts cut short. `totals` says
 * how many items there are. Offsets stay those of the whole text, of which only the beginning is given.
 */
export function compactReport(report: Report): CompactReport {
  let compact = compacted(report, roomiest);
  for (const limits of tighter) {
    if (utf8Bytes(JSON.stringify(compact)) <= maxBytes) return compact;
    compact = compacted(report, limits);
  }
  return compact;
}

function compacted(report: Report, limits: Limits) {
  const { items, units } = limits;
  const { text, verdict, language, stylometry, typography, file, notice, credits } = report;
  const quoteOf = (span: { readonly start: number; readonly end: number }) =>
    clip(text.slice(span.start, span.end), units);
  return {
    totals: totalsOf(report),
    verdict,
    sentences: top(report.sentences, ({ p_ai }) => p_ai, items).map((sentence) => ({
      ...sentence,
      quote: quoteOf(sentence),
    })),
    evidence: top(report.evidence, ({ weight }) => Math.abs(weight), items).map((item) => ({
      ...item,
      description: clip(item.description, units),
    })),
    review: compactReview(report.review, limits),
    corrections: compactCorrections(report.corrections, limits),
    plagiarism: compactPlagiarism(report, limits),
    findings: top(report.findings, gravity, items).map((finding) =>
      compactFinding(finding, limits),
    ),
    provenance: {
      declared: report.provenance.declared,
      marks: report.provenance.marks.slice(0, items).map((mark) => ({
        ...mark,
        value: clip(mark.value, units),
        reason: clip(mark.reason, units),
      })),
    },
    language,
    stylometry,
    typography,
    file,
    text: clip(text, 2 * units, ''),
    notice,
    credits,
  };
}

function totalsOf({ text, sentences, evidence, review, corrections, ...report }: Report) {
  return {
    text_units: text.length,
    sentences: sentences.length,
    evidence: evidence.length,
    indicators: review?.indicators.length ?? 0,
    human_signals: review?.human_signals.length ?? 0,
    edits: corrections?.edits.length ?? 0,
    sources: report.plagiarism?.sources.length ?? 0,
    spans: report.plagiarism?.spans.length ?? 0,
    findings: report.findings.length,
    marks: report.provenance.marks.length,
  };
}

function compactReview(review: Report['review'], { items, units }: Limits) {
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

/** What is wrong comes before what could be nicer. */
const editRank: Readonly<Record<EditType, number>> = {
  spelling: 5,
  grammar: 4,
  punctuation: 3,
  word_choice: 2,
  typography: 1,
  style: 0,
};

function compactCorrections(corrections: Report['corrections'], { items, units }: Limits) {
  if (corrections === null) return null;
  return {
    score: corrections.score,
    edits: top(corrections.edits, ({ type }) => editRank[type], 2 * items).map((edit) => ({
      ...edit,
      original: clip(edit.original, units),
      replacement: clip(edit.replacement, units),
      explanation: clip(edit.explanation, units),
    })),
  };
}

function compactPlagiarism({ text, plagiarism }: Report, { items, units }: Limits) {
  if (plagiarism === null) return null;
  const { similarity, sources, spans } = plagiarism;
  const counted = (span: (typeof spans)[number]) => (span.excluded === null ? 1e9 : 0);
  return {
    similarity,
    sources: top(sources, ({ coverage }) => coverage, items).map((source) => ({
      ...source,
      title: clip(source.title, units),
      url: source.url === null ? null : clip(source.url, 2 * units),
    })),
    spans: top(spans, (span) => counted(span) + span.end - span.start, 2 * items).map((span) => ({
      ...span,
      quote: clip(text.slice(span.start, span.end), units),
    })),
  };
}

const severityRank: Readonly<Record<Severity, number>> = {
  critical: 4,
  high: 3,
  medium: 2,
  low: 1,
  info: 0,
};

function gravity({ severity, hard }: Finding): number {
  return severityRank[severity] + (hard ? 10 : 0);
}

function compactFinding(finding: Finding, { items, units }: Limits) {
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

/** The items that rank highest, highest first; those of one rank in their order. */
function top<Item>(
  items: readonly Item[],
  rank: (item: Item) => number,
  most: number,
): readonly Item[] {
  return items.toSorted((one, other) => rank(other) - rank(one)).slice(0, most);
}

/** UTF-8 length of JSON text, in which a lone surrogate is an escape. */
function utf8Bytes(json: string): number {
  let bytes = 0;
  for (const character of json) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}
