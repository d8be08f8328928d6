import type {
  Edit,
  EditType,
  Finding,
  PlagiarismSpan,
  Report,
  Review,
  Severity,
} from './report.ts';

/** No list of a compact report is longer; edits and passages, which are short, may be twice as many. */
export const mostItems = 8;

/**
 * The report with only the items of each list that say most: the strongest first, and nothing twice before
 * everything was said once. Lists of a long text have thousands of items, so this is done once.
 */
export function mostTelling(report: Report): Report {
  const { text, review, corrections, plagiarism, findings } = report;
  const byChance = top(report.sentences, ({ p_ai }) => p_ai, 20 * mostItems);
  return {
    ...report,
    sentences: varied(byChance, ({ start, end }) => text.slice(start, end)).slice(0, mostItems),
    evidence: top(report.evidence, ({ weight }) => Math.abs(weight), mostItems),
    review: review === null ? null : { ...review, ...tellingReasons(review) },
    corrections: corrections && { ...corrections, edits: tellingEdits(corrections.edits) },
    plagiarism: plagiarism && {
      ...plagiarism,
      sources: top(plagiarism.sources, ({ coverage }) => coverage, mostItems),
      spans: top(plagiarism.spans, passageRank, 2 * mostItems),
    },
    findings: top(findings, gravity, mostItems),
  };
}

function tellingReasons({ indicators, human_signals }: Review) {
  const words = ({ quote = '', reason }: Review['human_signals'][number]): string =>
    `${quote}|${reason}`;
  return {
    indicators: varied(indicators, words).slice(0, mostItems),
    human_signals: varied(human_signals, words).slice(0, mostItems),
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

/** The same slip of the finger on every page is one thing to say. */
function tellingEdits(edits: readonly Edit[]): readonly Edit[] {
  const ranked = top(edits, ({ type }) => editRank[type], edits.length);
  return varied(ranked, ({ rule, original }) => `${rule}|${original}`).slice(0, 2 * mostItems);
}

/** The longest come first, those that do not count last. */
function passageRank({ start, end, excluded }: PlagiarismSpan): number {
  return end - start + (excluded === null ? 1e9 : 0);
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

/** The items that rank highest, highest first; those of one rank in their order. */
function top<Item>(
  items: readonly Item[],
  rank: (item: Item) => number,
  most: number,
): readonly Item[] {
  return items.toSorted((one, other) => rank(other) - rank(one)).slice(0, most);
}

/** The first item of each kind, then the second of each, and so on; otherwise in their order. */
function varied<Item>(items: readonly Item[], kind: (item: Item) => string): readonly Item[] {
  const seen = new Map<string, number>();
  const turns = items.map((item) => {
    const name = kind(item);
    const turn = seen.get(name) ?? 0;
    seen.set(name, turn + 1);
    return { item, turn };
  });
  return turns.toSorted((one, other) => one.turn - other.turn).map(({ item }) => item);
}
