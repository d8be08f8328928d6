import type { Finding, Severity } from '../../checks/report.ts';
import { codepointName } from '../normalise/mark-log.ts';
import { normalisedSpan, submittedSpan, type TextEdit } from '../normalise/text-edit.ts';
import type { Span } from '../span.ts';
import { type CatalogueEntry, findingCatalogue, type TextFindingId } from './finding-catalogue.ts';

/** The text as it came and how it was changed: what positions and samples are made from. */
export interface ExaminedText {
  readonly submitted: string;
  readonly text: string;
  readonly edits: readonly TextEdit[];
}

interface FindingFacts {
  readonly id: TextFindingId;
  readonly count: number;
  readonly severity?: Severity;
  readonly hard?: boolean;
  readonly codepoints?: readonly string[];
  readonly decoded?: string;
  /** Either where it stood in the submitted text, or where it stands in the normalised one. */
  readonly at: { readonly submitted: readonly Span[] } | { readonly text: readonly Span[] };
}

export const maxPositions = 50;

/** A finding with its words from the catalogue and its places in both texts. */
export function findingFrom(facts: FindingFacts, examined: ExaminedText): Finding {
  const entry: CatalogueEntry = findingCatalogue[facts.id];
  const { positions, original } = places(facts.at, examined.edits);
  const first = original[0];
  return {
    id: facts.id,
    severity: facts.severity ?? entry.severity,
    title: entry.title,
    description: entry.description,
    hard: facts.hard ?? false,
    count: facts.count,
    evidence: {
      ...(facts.codepoints === undefined ? {} : { codepoints: facts.codepoints }),
      ...(facts.decoded === undefined ? {} : { decoded: facts.decoded }),
      ...(first === undefined ? {} : { sample: sampleAround(examined.submitted, first) }),
      positions,
      original_positions: original,
    },
    benign_explanation: entry.benign,
  };
}

function places(
  at: FindingFacts['at'],
  edits: readonly TextEdit[],
): { positions: Span[]; original: Span[] } {
  if ('text' in at) {
    const positions = at.text.slice(0, maxPositions).map(bare);
    return { positions, original: positions.map((span) => submittedSpan(edits, span)) };
  }
  const original = at.submitted.slice(0, maxPositions).map(bare);
  return { positions: original.map((span) => normalisedSpan(edits, span)), original };
}

function bare({ start, end }: Span): Span {
  return { start, end };
}

const sampleReach = 24;
const sampleLength = 60;

const glyphless =
  /[\p{C}\p{Zl}\p{Zp}]|\p{Variation_Selector}|[\u00A0\u1680\u2000-\u200A\u202F\u205F\u115F\u1160\u3164\uFFA0]/gu;

/** The submitted text around a mark, with what is invisible spelled out as ⟨U+200B⟩. */
function sampleAround(submitted: string, span: Span): string {
  const end = Math.min(span.end, span.start + sampleLength) + sampleReach;
  return submitted
    .slice(Math.max(0, span.start - sampleReach), end)
    .replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
    .replace(/[\n\t]+/g, ' ')
    .replace(glyphless, (invisible) => `⟨${codepointName(invisible)}⟩`);
}
