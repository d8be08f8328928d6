import type { Span } from '../span.ts';
import type { TextManifest } from './c2pa-text.ts';
import { type Draft, originOf } from './draft.ts';
import type { LetterScript } from './scripts.ts';

/** What normalisation took out or replaced; the finding of the same name reports it. */
export type MarkKind =
  | 'stego.tag_characters'
  | 'stego.variation_selectors'
  | 'stego.zero_width_payload'
  | 'invisible.zero_width'
  | 'invisible.format'
  | 'invisible.math_operator'
  | 'invisible.filler'
  | 'invisible.variation_selector'
  | 'invisible.soft_hyphen'
  | 'invisible.private_use'
  | 'bidi.override'
  | 'bidi.control'
  | 'bidi.mark'
  | 'space.nbsp_dense'
  | 'space.exotic'
  | 'space.nnbsp_unexpected'
  | 'space.nnbsp_locale'
  | 'homoglyph.mixed_script_word'
  | 'homoglyph.whole_script_word'
  | 'homoglyph.math_alphanumeric'
  | 'homoglyph.fullwidth'
  | 'homoglyph.enclosed'
  | 'homoglyph.small_caps'
  | 'homoglyph.compat_letter'
  | 'homoglyph.latin_variant'
  | 'combining.stacked'
  | 'combining.overlay'
  | 'control.c0'
  | 'control.c1'
  | 'control.noncharacter';

/** All marks of one kind in a text. Positions are of the submitted text. */
export interface MarkTally {
  readonly kind: MarkKind;
  readonly count: number;
  /** Words that contain such a mark (kinds that damage words). */
  readonly words: number;
  /** How many of them count towards hard evidence; the meaning is the kind's own. */
  readonly weight: number;
  /** The first 50 at most. */
  readonly spans: readonly Span[];
  /** Distinct code points in the form U+200B, the first 20 at most. */
  readonly codepoints: readonly string[];
  /** What hidden payloads say, the first 20 at most. */
  readonly decoded: readonly string[];
  /** The zero-width characters in a row, the first 8,000 or so: a code may be spread over the text. */
  readonly trail: string;
}

interface Sighting {
  readonly kind: MarkKind;
  readonly draft: Draft;
  /** In the draft's text. */
  readonly span: Span;
  readonly count?: number;
  readonly words?: number;
  readonly weight?: number;
  readonly decoded?: string;
  /** The telling characters, when they are not simply all of the span. */
  readonly characters?: string;
}

/** A C2PA manifest that was carried in the text; positions are of the submitted text. */
export interface FoundManifest extends TextManifest, Span {}

export interface MarkLog {
  readonly saw: (sighting: Sighting) => void;
  readonly sawManifest: (found: { manifest: TextManifest; draft: Draft; span: Span }) => void;
  readonly manifests: () => readonly FoundManifest[];
  /** A word had letters of a foreign script among its own. */
  readonly sawSubstitution: (script: LetterScript) => void;
  /** In how many words that was seen so far. */
  readonly substitutions: (script: LetterScript) => number;
  readonly tallies: () => MarkTally[];
}

const maxSpans = 50;
const maxCodepoints = 20;
const maxDecoded = 20;
const maxTrail = 8000;

/** Counts marks in constant memory per kind: a hostile text can hold 400,000 of them. */
export function createMarkLog(): MarkLog {
  const tallies = new Map<MarkKind, ReturnType<typeof emptyTally>>();
  const manifests: FoundManifest[] = [];
  const substitutions = new Map<LetterScript, number>();
  return {
    manifests: () => manifests,
    substitutions: (script) => substitutions.get(script) ?? 0,
    sawSubstitution(script) {
      substitutions.set(script, (substitutions.get(script) ?? 0) + 1);
    },
    sawManifest({ manifest, draft, span }) {
      if (manifests.length < maxSpans) manifests.push({ ...manifest, ...originOf(draft, span) });
    },
    saw(sighting) {
      let tally = tallies.get(sighting.kind);
      if (tally === undefined) {
        tally = emptyTally(sighting.kind);
        tallies.set(sighting.kind, tally);
      }
      const seen = tally.count;
      tally.count += sighting.count ?? 1;
      tally.words += sighting.words ?? 0;
      tally.weight += sighting.weight ?? 0;
      if (tally.spans.length < maxSpans) {
        tally.spans.push(originOf(sighting.draft, sighting.span));
      }
      if (sighting.decoded !== undefined && tally.decoded.length < maxDecoded) {
        tally.decoded.push(sighting.decoded);
      }
      if (sighting.kind === 'invisible.zero_width' && tally.trail.length < maxTrail) {
        tally.trail += sighting.characters ?? '';
      }
      // Rare late characters are not worth a look at every one of 400,000 marks.
      if (tally.points.size < maxCodepoints && seen < 2000)
        collectCodepoints(tally.points, sighting);
    },
    tallies: () =>
      [...tallies.values()].map(({ points, ...tally }) => ({
        ...tally,
        spans: tally.spans.toSorted((a, b) => a.start - b.start || a.end - b.end),
        codepoints: [...points],
      })),
  };
}

/** U+0041 notation: at least four hex digits, upper case (Unicode Standard, appendix A). */
export function codepointName(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${hex.padStart(4, '0')}`;
}

function emptyTally(kind: MarkKind) {
  const spans: Span[] = [];
  const decoded: string[] = [];
  const points = new Set<string>();
  return { kind, count: 0, words: 0, weight: 0, spans, decoded, points, trail: '' };
}

function collectCodepoints(points: Set<string>, { draft, span, characters }: Sighting): void {
  const shown = characters ?? draft.text.slice(span.start, Math.min(span.end, span.start + 200));
  for (const character of shown) {
    if (points.size >= maxCodepoints) return;
    points.add(codepointName(character));
  }
}
