import type { Edit } from '../../domain/checks/report.ts';

/** A record of the development data: what is wrong in a text, or that nothing is. */
export interface GrammarExample {
  readonly text: string;
  readonly expected: readonly {
    readonly start: number;
    readonly end: number;
    readonly replacement: string | null;
    readonly alternatives?: readonly string[];
  }[];
}

export interface GrammarRow {
  readonly set: string;
  readonly language: string;
  readonly wrong: number;
  /** Share of marked places that some edit touches, 0 to 1; null without wrong texts. */
  readonly hit: number | null;
  /** Share of marked places with a known correction where an edit on them gives it. */
  readonly fixedAtOne: number | null;
  readonly right: number;
  /** Share of right texts with an edit. */
  readonly rightFlagged: number | null;
  readonly words: number;
  readonly editsPer1000Words: number;
  readonly msPer1000Words: number;
}

export interface Checked {
  readonly example: GrammarExample;
  readonly edits: readonly Edit[];
  readonly words: number;
}

/** Counts of one file, by the definitions of the field notes: any overlap is a hit. */
export function measure(
  name: { readonly set: string; readonly language: string },
  checked: readonly Checked[],
  elapsedMs: number,
): GrammarRow {
  const wrong = checked.filter(({ example }) => example.expected.length > 0);
  const right = checked.filter(({ example }) => example.expected.length === 0);
  const places = wrong.flatMap(({ example, edits }) =>
    example.expected.map((place) => ({ place, edits, text: example.text })),
  );
  const fixable = places.filter(({ place }) => place.replacement !== null);
  const words = checked.reduce((sum, one) => sum + one.words, 0);
  const edits = checked.reduce((sum, one) => sum + one.edits.length, 0);
  return {
    ...name,
    wrong: wrong.length,
    hit: share(
      places.filter(({ place, edits: made }) => touching(place, made).length > 0),
      places,
    ),
    fixedAtOne: share(fixable.filter(isFixed), fixable),
    right: right.length,
    rightFlagged: share(
      right.filter(({ edits: made }) => made.length > 0),
      right,
    ),
    words,
    editsPer1000Words: (1000 * edits) / Math.max(words, 1),
    msPer1000Words: (1000 * elapsedMs) / Math.max(words, 1),
  };
}

type Place = GrammarExample['expected'][number];

function touching({ start, end }: Place, edits: readonly Edit[]): Edit[] {
  return edits.filter((edit) => edit.start < Math.max(end, start + 1) && edit.end > start);
}

/** The place reads as the correction does once the edits that touch it are applied, however they are cut. */
function isFixed({
  place,
  edits,
  text,
}: {
  readonly place: Place;
  readonly edits: readonly Edit[];
  readonly text: string;
}): boolean {
  const wanted = text.slice(0, place.start) + (place.replacement ?? '') + text.slice(place.end);
  const made = touching(place, edits).reduceRight(
    (result, edit) => result.slice(0, edit.start) + edit.replacement + result.slice(edit.end),
    text,
  );
  return made === wanted;
}

function share(some: readonly unknown[], all: readonly unknown[]): number | null {
  return all.length === 0 ? null : some.length / all.length;
}
