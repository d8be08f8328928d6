import type { TypographySection } from '../checks/report.ts';

export interface TypographyInput {
  /** The text of the report. */
  readonly text: string;
  /** The text as it was submitted: special spaces are still in it. */
  readonly submitted: string;
  readonly words: number;
}

/**
 * How the text is set: counts of dashes, quotation marks, spaces and marks of layout. Descriptive only: an
 * em dash or a curly quote proves nothing about who wrote the text.
 */
export function typography({ text, submitted, words }: TypographyInput): TypographySection {
  const marks = countsOf(text, textMarks);
  const emDashes = marks.em_dashes ?? 0;
  return {
    ...marks,
    em_dashes_per_1000_words: words === 0 ? null : Math.round((emDashes / words) * 100_000) / 100,
    dash_style: mostUsed({
      em_dash: emDashes,
      en_dash_spaced: marks.en_dashes_spaced ?? 0,
      hyphen_spaced: marks.hyphens_as_dash ?? 0,
      double_hyphen: marks.double_hyphens ?? 0,
    }),
    double_quotes: styleOf(marks.straight_double_quotes ?? 0, curlyDoubleQuotes(marks)),
    apostrophes: styleOf(marks.straight_apostrophes ?? 0, marks.curly_apostrophes ?? 0),
    ellipses: styleOf(marks.ellipses_as_points ?? 0, marks.ellipsis_characters ?? 0),
    spaces: countsOf(submitted, spaceMarks),
    layout: layoutOf(text),
  };
}

type Patterns = Readonly<Record<string, RegExp>>;

const textMarks: Patterns = {
  em_dashes: /—/g,
  en_dashes: /–/g,
  en_dashes_spaced: /(?<=\s)–(?=\s)/g,
  hyphens_as_dash: /(?<=\S[ \u00a0])-(?=[ \u00a0]\S)/g,
  double_hyphens: /(?<!-)--(?!-)/g,
  straight_double_quotes: /"/g,
  curly_double_quotes: /[“”]/g,
  low_double_quotes: /[„‟]/g,
  guillemets: /[«»]/g,
  curly_single_quotes: /[‘‚‛]/g,
  straight_apostrophes: /(?<=\p{L})'(?=\p{L})/gu,
  curly_apostrophes: /(?<=\p{L})’(?=\p{L})/gu,
  ellipsis_characters: /…/g,
  ellipses_as_points: /(?<!\.)\.{3}(?!\.)/g,
  emoji:
    /(?:\p{RI}\p{RI}|(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f)\p{Emoji_Modifier}?(?:\u200d\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?)*)/gu,
  arrows: /[→⇒←↔]/g,
  bullets_inside_text: /(?<=\S )[•·▪](?= \S)/g,
};

const spaceMarks: Patterns = {
  no_break: /\u00a0/g,
  narrow_no_break: /\u202f/g,
  other_widths: /[\u2000-\u200a\u205f\u3000]/g,
  tabs: /\t/g,
  double_after_sentence: /(?<=[.!?…]["'”’»)]?) {2}(?=\S)/g,
  double_elsewhere: /(?<=[^\s.!?…"'”’»)]) {2}(?=\S)/g,
  at_line_end: /(?<=\S)[ \t]+(?=\n)/g,
};

const lineMarks: Patterns = {
  markdown_headings: /^#{1,6} \S/,
  bullet_items: /^(?:[-*+•◦▪‣·–—]|\p{Emoji_Presentation})\s+\S/u,
  numbered_items: /^\(?\d{1,3}[.)]\s+\S/,
  quoted_lines: /^>\s?/,
  table_rows: /^\|.*\|$/,
  code_fences: /^(?:```|~~~)/,
  rules: /^(?:-{3,}|\*{3,}|_{3,})$/,
  bold_leads: /^(?:[-*+•]\s+|\d{1,3}[.)]\s+)?\*\*[^*]{1,80}\*\*/,
};

function countsOf(text: string, patterns: Patterns): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [name, pattern] of Object.entries(patterns)) {
    let count = 0;
    for (const _ of text.matchAll(pattern)) count += 1;
    counts[name] = count;
  }
  return counts;
}

function layoutOf(text: string): TypographySection {
  const counts: Record<string, number> = {};
  for (const name of Object.keys(lineMarks)) counts[name] = 0;
  let lines = 0;
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (line === '') continue;
    lines += 1;
    for (const [name, pattern] of Object.entries(lineMarks)) {
      if (pattern.test(line)) counts[name] = (counts[name] ?? 0) + 1;
    }
  }
  const items = (counts.bullet_items ?? 0) + (counts.numbered_items ?? 0);
  return {
    ...counts,
    lines,
    list_share: lines === 0 ? null : Math.round((items / lines) * 10_000) / 10_000,
    bold_marks: countOf(text, /\*\*[^*\n]{1,200}\*\*/g),
    links: countOf(text, /\bhttps?:\/\/|\]\(/g),
  };
}

function countOf(text: string, pattern: RegExp): number {
  return countsOf(text, { pattern }).pattern ?? 0;
}

function curlyDoubleQuotes(marks: Readonly<Record<string, number>>): number {
  return (marks.curly_double_quotes ?? 0) + (marks.low_double_quotes ?? 0);
}

/** Which of two ways of setting the same mark the text uses. */
function styleOf(
  straight: number,
  typographic: number,
): 'none' | 'straight' | 'typographic' | 'mixed' {
  if (straight === 0) return typographic === 0 ? 'none' : 'typographic';
  return typographic === 0 ? 'straight' : 'mixed';
}

function mostUsed(counts: Readonly<Record<string, number>>): string | null {
  const [best] = Object.entries(counts).sort((left, right) => right[1] - left[1]);
  return best === undefined || best[1] === 0 ? null : best[0];
}
