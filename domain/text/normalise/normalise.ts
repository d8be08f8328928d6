import { bidiControls } from './bidi-controls.ts';
import { chatMarks } from './chat-marks.ts';
import { composed, endlessStacks, stackedMarks } from './combining.ts';
import {
  enclosedLetters,
  fullWidthLetters,
  ligatures,
  mathLetters,
  romanNumeralLetters,
} from './compat-letters.ts';
import { type Draft, editsOf, withReplacements } from './draft.ts';
import { fancyLetters } from './fancy-latin.ts';
import { invisibles } from './invisibles.ts';
import { controls, lineBreaks, loneSurrogates, type Rule } from './lines-and-controls.ts';
import { mixedScriptWords } from './look-alikes.ts';
import { createMarkLog, type FoundManifest, type MarkTally } from './mark-log.ts';
import { selectorPayloads, tagPayloads, zeroWidthPayloads } from './payloads.ts';
import { spaces } from './spaces.ts';
import type { TextEdit } from './text-edit.ts';
import { wholeWordLookAlikes } from './whole-word-look-alikes.ts';

export interface NormalisedText {
  /** What every check reads and every offset of a report refers to. */
  readonly text: string;
  /** The way back to the submitted text, sorted by place. */
  readonly edits: readonly TextEdit[];
  /** What was hidden in the submitted text, by kind. */
  readonly marks: readonly MarkTally[];
  /** Provenance manifests that the text carried (C2PA 2.3 A.7). */
  readonly manifests: readonly FoundManifest[];
}

/** In order: payloads are read before invisible characters go, letters are compared when composed. */
const rules: readonly Rule[] = [
  loneSurrogates,
  lineBreaks,
  controls,
  selectorPayloads,
  tagPayloads,
  zeroWidthPayloads,
  bidiControls,
  invisibles,
  chatMarks,
  spaces,
  endlessStacks,
  composed,
  stackedMarks,
  mathLetters,
  enclosedLetters,
  fullWidthLetters,
  ligatures,
  romanNumeralLetters,
  mixedScriptWords,
  wholeWordLookAlikes,
  fancyLetters,
];

/** Ordinary text needs one or two passes; only a text built against us could need more. */
const maxPasses = 12;

/**
 * The text without what a reader cannot see and with look-alike letters turned back, aware of the
 * script around each character (UAX 9, 15, 29; UTS 39, 51). Deterministic and idempotent: the rules
 * are repeated until none of them changes anything. Linear in the length of the text.
 */
export function normalise(submitted: string): NormalisedText {
  const log = createMarkLog();
  let draft = withoutByteOrderMark({ text: submitted, origins: null });
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const before = draft.text;
    for (const rule of rules) draft = withReplacements(draft, rule(draft, log));
    if (draft.text === before) break;
  }
  return {
    text: draft.text,
    edits: editsOf(submitted, draft),
    marks: log.tallies(),
    manifests: log.manifests(),
  };
}

/** A leading U+FEFF is an encoding's signature, unless it opens a provenance manifest. */
function withoutByteOrderMark(draft: Draft): Draft {
  if (!/^\uFEFF(?![\uFE00-\uFE0F\u{E0100}-\u{E01EF}])/u.test(draft.text)) return draft;
  return withReplacements(draft, [{ start: 0, end: 1, by: '' }]);
}
