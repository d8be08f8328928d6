import type { PlagiarismSection } from '../../checks/report.ts';
import { words } from '../words.ts';
import type { Fingerprints, LibraryText } from './fingerprint.ts';
import { matchPassages } from './match-passages.ts';
import { plagiarismSection } from './section.ts';

/**
 * Compares a submission with stored texts by their fingerprints alone.
 *
 * `similarity` is the share of the submission's words that stand in a span that is not excluded; a
 * source's `coverage` is the same for its own spans, so coverages may add up to more. Matches inside
 * quotations and the reference list of the submission are listed as excluded spans. Sources without a
 * span are left out. Fingerprints of another version never match.
 *
 * @param request.fingerprints those of `text`, made with the key that made the candidates'
 * @returns offsets in UTF-16 code units, of `text` and of the stored text
 */
export function compare(request: {
  readonly text: string;
  readonly fingerprints: Fingerprints;
  readonly candidates: readonly LibraryText[];
}): PlagiarismSection {
  const offsets = wordOffsets(request.text);
  const matches = request.candidates
    .filter((candidate) => candidate.fingerprints.version === request.fingerprints.version)
    .map((source) => ({
      source,
      passages: matchPassages({
        submitted: request.fingerprints,
        source: source.fingerprints,
        words: offsets,
      }),
    }));
  return plagiarismSection({ text: request.text, words: offsets, matches });
}

function wordOffsets(text: string): { starts: Uint32Array; ends: Uint32Array } {
  const found = words(text);
  return {
    starts: Uint32Array.from(found, (word) => word.start),
    ends: Uint32Array.from(found, (word) => word.end),
  };
}
