import type { VerdictKey } from '../../domain/checks/report.ts';
import { detect } from '../../domain/text/detection/detect.ts';
import type { DetectionModel } from '../../domain/text/detection/model.ts';
import { words } from '../../domain/text/words.ts';
import { isRecent } from './balance.ts';
import type { CrossValidated } from './build-model.ts';
import { groupBy } from './group-by.ts';
import { auroc, calibrationError, shareOf, truePositiveRate } from './metrics.ts';
import type { Sample } from './samples.ts';
import { sentenceFigures } from './sentence-data.ts';

interface Judged {
  readonly sample: Sample;
  readonly chance: number;
  readonly key: VerdictKey;
}

const mostPerGroup = 300;
const longEnough = 80;

/** A table of what the whole detector says about texts whose source it never saw. */
export function measure(
  samples: readonly Sample[],
  validated: CrossValidated,
  leftOut: 'source' | 'genre',
): string {
  const judged = judgeAll(samples, validated);
  const long = judged.filter(({ sample }) => sample.words >= longEnough);
  const people = long.filter(({ sample }) => !sample.isAi);
  const recent = long.filter(({ sample }) => isRecent(sample));
  const earlier = long.filter(({ sample }) => sample.isAi && !isRecent(sample));
  const lines = [
    `Texts of at least ${longEnough} words by models that never saw their ${leftOut}.`,
    '',
    header('AI against people'),
    rankLine('all', [...recent, ...earlier], people),
    rankLine('2022-2024 assistants', earlier, people),
    rankLine('2026 assistant', recent, people),
    ...byLanguage(long),
    ...byCollection(long),
    ...matchedPairs(long),
    '',
    'Verdicts on people: share called ai | likely_ai or mixed | uncertain | human or likely_human',
    ...verdictLines(people, ({ sample }) => `${sample.language} ${sample.genre} (${sample.part})`),
    ...verdictLines(people, () => 'all people'),
    ...verdictLines(
      people.filter(({ sample }) => sample.source.startsWith('Corizzo')),
      ({ sample }) => `non-native ${sample.language}`,
    ),
    '',
    'Verdicts on AI',
    ...verdictLines(
      [...recent, ...earlier],
      ({ sample }) => `${sample.language} ${isRecent(sample) ? '2026' : '2022-2024'}`,
    ),
    '',
    sentenceLine(validated),
  ];
  return `${lines.join('\n')}\n`;
}

function judgeAll(samples: readonly Sample[], validated: CrossValidated): Judged[] {
  const seen = new Map<string, number>();
  return samples.flatMap((sample, index) => {
    const group = `${sample.source} ${sample.domain} ${sample.language} ${sample.isAi}`;
    const count = (seen.get(group) ?? 0) + 1;
    seen.set(group, count);
    return count > mostPerGroup
      ? []
      : [judge(sample, validated.modelOf(validated.folds[index] ?? 0))];
  });
}

function judge(sample: Sample, model: DetectionModel): Judged {
  const { text, sentences, language } = sample.reading;
  const base = { text, findings: [], provenance: { declared: null, marks: [] } };
  const { verdict } = detect({ base, sentences, words: words(text), language, deep: false, model });
  return { sample, chance: verdict.p_ai, key: verdict.key };
}

function header(title: string): string {
  return `${title.padEnd(44)}   AI people  AUROC  @1%FPR  @5%FPR  ECE`;
}

function rankLine(name: string, ai: readonly Judged[], people: readonly Judged[]): string {
  const scores = ai.map(({ chance }) => chance);
  const human = people.map(({ chance }) => chance);
  const rate = (falsePositives: number): string =>
    truePositiveRate(scores, { human, falsePositives }).toFixed(3);
  const counts = `${String(ai.length).padStart(5)} ${String(people.length).padStart(6)}`;
  return `${name.padEnd(44)}${counts}  ${auroc(scores, human).toFixed(3)}  ${rate(0.01)}   ${rate(0.05)}   ${calibrationError(scores, human).toFixed(3)}`;
}

function byLanguage(judged: readonly Judged[]): string[] {
  return [...groupBy(judged, ({ sample }) => sample.language)].map(([language, group]) =>
    rankLine(`language ${language}`, ...split(group)),
  );
}

function byCollection(judged: readonly Judged[]): string[] {
  const research = judged.filter(({ sample }) => sample.part === 'research');
  return [...groupBy(research, ({ sample }) => `${sample.source} ${sample.language}`)]
    .filter(([, group]) => split(group).every((side) => side.length >= 20))
    .map(([name, group]) => rankLine(name, ...split(group)));
}

function matchedPairs(judged: readonly Judged[]): string[] {
  const byId = new Map(judged.map((entry) => [entry.sample.id, entry]));
  const matched = judged.filter(({ sample }) => sample.part === 'matched');
  return [...groupBy(matched, ({ sample }) => `matched pairs ${sample.language}`)].map(
    ([name, ai]) =>
      rankLine(
        name,
        ai,
        ai.flatMap(({ sample }) => byId.get(sample.brief ?? '') ?? []),
      ),
  );
}

function split(group: readonly Judged[]): [Judged[], Judged[]] {
  return [group.filter(({ sample }) => sample.isAi), group.filter(({ sample }) => !sample.isAi)];
}

function verdictLines(judged: readonly Judged[], name: (entry: Judged) => string): string[] {
  return [...groupBy(judged, name)].map(([group, entries]) => {
    const share = (...keys: VerdictKey[]): string =>
      `${(100 * shareOf(entries, ({ key }) => keys.includes(key))).toFixed(1)} %`.padStart(9);
    return `${group.padEnd(44)}${String(entries.length).padStart(5)} ${share('ai')} ${share('likely_ai', 'mixed')} ${share('uncertain')} ${share('human', 'likely_human')}`;
  });
}

function sentenceLine({ sentences, modelOf }: CrossValidated): string {
  const { chain } = modelOf(0);
  const figures = sentenceFigures(sentences, chain);
  const mixed = sentenceFigures(
    sentences.filter(({ kind }) => kind === 'mixed'),
    chain,
  );
  return `Sentences: ai_share error ${figures.shareError.toFixed(3)} over all, ${mixed.shareError.toFixed(3)} on mixed documents; character F1 on mixed documents ${mixed.characterF1.toFixed(3)}.`;
}
