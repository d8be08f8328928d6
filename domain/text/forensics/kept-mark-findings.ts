import type { Finding } from '../../checks/report.ts';
import { codepointName, type MarkTally } from '../normalise/mark-log.ts';
import { spelledByTags } from '../normalise/payloads.ts';
import type { Span } from '../span.ts';
import { type ExaminedText, findingFrom, maxPositions } from './finding.ts';
import type { TextFindingId } from './finding-catalogue.ts';

/** Findings on unusual characters that stay in the text because somebody may need them. */
export function keptMarkFindings(examined: ExaminedText, removed: readonly MarkTally[]): Finding[] {
  const reported = new Set<string>(removed.map(({ kind }) => kind));
  return keptMarks
    .filter(({ id }) => !reported.has(id))
    .flatMap(({ id, pattern, decode }) => {
      const { spans, count, first } = occurrences(examined.text, pattern);
      if (first === null) return [];
      const decoded = decode?.(first);
      return [
        findingFrom(
          {
            id,
            count,
            codepoints: [...new Set(Array.from(first, codepointName))].slice(0, 20),
            at: { text: spans },
            ...(decoded === undefined ? {} : { decoded }),
          },
          examined,
        ),
      ];
    });
}

interface KeptMark {
  readonly id: TextFindingId;
  readonly pattern: RegExp;
  readonly decode?: (mark: string) => string;
}

const keptMarks: readonly KeptMark[] = [
  { id: 'combining.orphan', pattern: /(?<=^|\s)[\u0300-\u036F]/gu },
  { id: 'invisible.private_use', pattern: /[\uE000-\uF8FF\u{F0000}-\u{10FFFD}]+/gu },
  {
    id: 'invisible.flag_sequence',
    // The flags of England, Scotland and Wales are the only ones that fonts have (RGI, UTS 51).
    pattern:
      /\u{1F3F4}(?!\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F})[\u{E0020}-\u{E007E}]+\u{E007F}/gu,
    decode: spelledByTags,
  },
];

function occurrences(text: string, pattern: RegExp) {
  const spans: Span[] = [];
  let count = 0;
  let first: string | null = null;
  for (const match of text.matchAll(pattern)) {
    first ??= match[0];
    count += 1;
    if (spans.length < maxPositions) {
      spans.push({ start: match.index, end: match.index + match[0].length });
    }
  }
  return { spans, count, first };
}
