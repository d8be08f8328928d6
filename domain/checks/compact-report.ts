import { clip } from '../text/clip.ts';
import { compactStylometry, compactTypography } from './compact-figures.ts';
import {
  compactCorrections,
  compactFinding,
  compactMark,
  compactPlagiarism,
  compactReview,
  type Limits,
} from './compact-items.ts';
import { mostItems, mostTelling } from './most-telling.ts';
import type { Report } from './report.ts';

/**
 * Less than 8 KiB with the envelope of a message: a conversation can bear that, and the whole report of a long
 * text it cannot. An answer holds the report twice, as an object and as text, and models may be shown both.
 */
const maxBytes = 7_900;

/** From the roomiest to the tightest: one check of a short text leaves room for more than all of a long one. */
const levels: readonly Limits[] = [
  { items: mostItems, units: 160 },
  { items: 6, units: 140 },
  { items: 5, units: 120 },
  { items: 4, units: 100 },
  { items: 3, units: 90 },
  { items: 3, units: 70 },
  { items: 2, units: 60 },
  { items: 2, units: 40 },
  { items: 1, units: 30 },
  // Letters of other scripts take up to four bytes each, and signs that JSON escapes twice up to thirteen.
  { items: 1, units: 15 },
  { items: 1, units: 7 },
  { items: 1, units: 3 },
];

export type CompactReport = ReturnType<typeof compacted>;

/**
 * The report with every section, but of each list only what tells most, and texts cut short. `totals` says
 * how many items there are. Offsets stay those of the whole text, of which only the beginning is given.
 */
export function compactReport(report: Report): CompactReport {
  const telling = mostTelling(report);
  const totals = totalsOf(report);
  let compact = compacted(telling, totals, roomiest);
  for (const limits of tighter) {
    if (bytesOf(compact) <= maxBytes) return compact;
    compact = compacted(telling, totals, limits);
  }
  return compact;
}

const [roomiest = { items: 1, units: 3 }, ...tighter] = levels;

function compacted(report: Report, totals: Totals, limits: Limits) {
  const { items, units } = limits;
  const { text, verdict, language, file, notice, credits, provenance } = report;
  return {
    totals,
    verdict,
    sentences: report.sentences.slice(0, items).map((sentence) => ({
      ...sentence,
      quote: clip(text.slice(sentence.start, sentence.end), units),
    })),
    evidence: report.evidence.slice(0, items).map((item) => ({
      ...item,
      description: clip(item.description, units),
    })),
    review: compactReview(report.review, limits),
    corrections: compactCorrections(report.corrections, limits),
    plagiarism: compactPlagiarism(report, limits),
    findings: report.findings.slice(0, items).map((finding) => compactFinding(finding, limits)),
    provenance: {
      declared: provenance.declared,
      marks: provenance.marks.slice(0, items).map((mark) => compactMark(mark, limits)),
    },
    language,
    stylometry: compactStylometry(report.stylometry),
    typography: compactTypography(report.typography),
    file,
    text: clip(text, 2 * units, ''),
    notice,
    credits,
  };
}

type Totals = ReturnType<typeof totalsOf>;

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

/** What both forms of an answer take in UTF-8, the second as text inside JSON. */
function bytesOf(compact: CompactReport): number {
  const json = JSON.stringify(compact);
  return utf8Bytes(json) + utf8Bytes(JSON.stringify(json));
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
