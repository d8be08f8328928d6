import type { Json } from '../shared/json.ts';
import type { StylometrySection, TypographySection } from './report.ts';

/** The figures that say something about the text as a whole; what tells in the others is in the evidence. */
export function compactStylometry(figures: StylometrySection): StylometrySection {
  const { words, sentences, paragraphs, characters, mean_sentence_words, reading_ease } = figures;
  return {
    words,
    sentences,
    paragraphs,
    characters,
    ...(mean_sentence_words === undefined ? {} : { mean_sentence_words }),
    ...(reading_ease === undefined ? {} : { reading_ease }),
  };
}

/** What there is in the text: most of these figures are 0 in any text. */
export function compactTypography(figures: TypographySection): TypographySection {
  return Object.fromEntries(
    Object.entries(figures).flatMap(([name, figure]) => {
      const kept = withoutNothing(figure);
      return kept === null ? [] : [[name, kept]];
    }),
  );
}

function withoutNothing(figure: Json): Json {
  if (figure === 0 || figure === 'none') return null;
  if (figure === null || typeof figure !== 'object' || Array.isArray(figure)) return figure;
  const kept = Object.entries(figure).filter(([, value]) => value !== 0 && value !== null);
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

/** Four digits say as much as sixteen. */
export function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
