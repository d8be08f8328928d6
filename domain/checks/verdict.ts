import type { UiLanguage } from '../text/ui-language.ts';
import type { GuardId, Verdict, VerdictKey } from './report.ts';
import { verdictLabels } from './verdict-labels.ts';

/** Below this many words no verdict beyond `uncertain` (DECISIONS, `guards`). */
export const shortTextWords = 80;
/** Below this many words never the strongest verdict. */
const leastWordsForCertainty = 150;

export interface VerdictThresholds {
  /** Below: `human`. */
  readonly human: number;
  /** Below: `likely_human`. */
  readonly likelyHuman: number;
  /** From here: `likely_ai`. */
  readonly likelyAi: number;
  /** From here: `ai`. */
  readonly ai: number;
}

/** What was measured of the text, before any rule. */
export interface Measurement {
  /** Chance of AI by the whole model, 0 to 1. */
  readonly chance: number;
  /** Chance by each of the two independent signals. */
  readonly signals: { readonly wording: number; readonly style: number };
  /** Length-weighted share of sentences that are more likely AI than not, and of those that surely are. */
  readonly aiShare: number;
  readonly sureAiShare: number;
  readonly words: number;
  /** True when long passages of both kinds stand side by side. */
  readonly hasBothKinds: boolean;
  /** What makes the text hard to judge; `short_text` and `single_detector` are decided here. */
  readonly doubts: ReadonlySet<GuardId>;
  readonly hardEvidence: boolean;
  /** The text or file says of itself that AI wrote it, or carries what only a chat leaves behind. */
  readonly declaredAi: boolean;
}

interface Step {
  readonly key: VerdictKey;
  readonly guards: readonly GuardId[];
}

/** Settles the verdict: thresholds first, then every guard that applies, then hard evidence. */
export function decideVerdict(
  measured: Measurement,
  thresholds: VerdictThresholds,
  uiLanguage: UiLanguage,
): Verdict {
  const { key, guards } = guarded(measured, thresholds);
  const chance = statedChance(measured, guards);
  const finalKey = measured.hardEvidence ? 'forensics' : key;
  return {
    key: finalKey,
    label: verdictLabels[uiLanguage][finalKey],
    p_ai: rounded(measured.declaredAi ? Math.max(chance, 0.97) : chance),
    p_ai_own: rounded(measured.chance),
    confidence: confidence(measured, { key: finalKey, guards }, thresholds),
    ai_share: rounded(shareJudgedAi(measured, key)),
    guards,
    hard_evidence: measured.hardEvidence,
  };
}

function guarded(measured: Measurement, thresholds: VerdictThresholds): Step {
  const { doubts, words } = measured;
  if (doubts.has('unsupported_language')) return { key: 'uncertain', guards: always(measured) };
  if (words < shortTextWords) return { key: 'uncertain', guards: always(measured) };
  const start: Step = { key: keyOf(measured.chance, thresholds), guards: [] };
  return [mixed, lengthCap, agreementCap, learnerCap, doubtCap].reduce(
    (step, rule) => rule(step, measured),
    start,
  );
}

/**
 * A sentence leans one way or the other on little evidence. Where the text as a whole is not judged AI,
 * only what surely is AI counts; else a report would call half of an innocent text AI.
 */
function shareJudgedAi({ aiShare, sureAiShare }: Measurement, key: VerdictKey): number {
  const accuses = key === 'ai' || key === 'likely_ai' || key === 'mixed';
  return accuses ? aiShare : sureAiShare;
}

function always({ doubts, words }: Measurement): GuardId[] {
  const guards: GuardId[] = doubts.has('unsupported_language') ? ['unsupported_language'] : [];
  return words < shortTextWords ? [...guards, 'short_text'] : guards;
}

function keyOf(chance: number, thresholds: VerdictThresholds): VerdictKey {
  if (chance >= thresholds.ai) return 'ai';
  if (chance >= thresholds.likelyAi) return 'likely_ai';
  if (chance < thresholds.human) return 'human';
  return chance < thresholds.likelyHuman ? 'likely_human' : 'uncertain';
}

function mixed(step: Step, { hasBothKinds }: Measurement): Step {
  return hasBothKinds ? { key: 'mixed', guards: [...step.guards, 'mixed_document'] } : step;
}

function lengthCap(step: Step, { words }: Measurement): Step {
  return step.key === 'ai' && words < leastWordsForCertainty
    ? { key: 'likely_ai', guards: [...step.guards, 'short_text'] }
    : step;
}

/** The strongest verdict needs two signals that agree. */
function agreementCap(step: Step, { signals }: Measurement): Step {
  const agree = signals.wording >= 0.5 && signals.style >= 0.5;
  return step.key === 'ai' && !agree
    ? { key: 'likely_ai', guards: [...step.guards, 'single_detector'] }
    : step;
}

/** Second-language writers are accused far more often than others (Liang et al. 2023): never on wording alone. */
function learnerCap(step: Step, { doubts }: Measurement): Step {
  const accuses = step.key === 'ai' || step.key === 'likely_ai' || step.key === 'mixed';
  return accuses && doubts.has('non_native')
    ? { key: 'uncertain', guards: [...step.guards, 'non_native'] }
    : step;
}

const cautious: readonly GuardId[] = ['quoted_text', 'template_text', 'out_of_distribution'];

/** One step back for each text that is not one writer's own running prose. */
function doubtCap(step: Step, { doubts }: Measurement): Step {
  const applying = cautious.filter((guard) => doubts.has(guard));
  if (applying.length === 0) return step;
  if (step.key === 'ai') return { key: 'likely_ai', guards: [...step.guards, ...applying] };
  const isGuess = step.key === 'likely_ai' || step.key === 'mixed';
  return isGuess ? { key: 'uncertain', guards: [...step.guards, ...applying] } : step;
}

/** The chance as it is stated: pulled towards even odds where the model is out of its depth. */
function statedChance({ chance, doubts }: Measurement, guards: readonly GuardId[]): number {
  if (doubts.has('unsupported_language')) return 0.5 + (chance - 0.5) * 0.1;
  const pulls = guards.some((guard) => guard === 'non_native' || guard === 'out_of_distribution');
  return pulls ? 0.5 + (chance - 0.5) * 0.5 : chance;
}

/** From the distance to the nearest border of a verdict, in logits; never high when a guard fired. */
function confidence(
  { chance, hardEvidence }: Measurement,
  { key, guards }: Step,
  thresholds: VerdictThresholds,
): Verdict['confidence'] {
  if (hardEvidence) return guards.length === 0 ? 'high' : 'medium';
  if (guards.includes('short_text') || guards.includes('unsupported_language')) return 'low';
  if (key === 'uncertain') return 'low';
  const border =
    key === 'human' || key === 'likely_human' ? thresholds.likelyHuman : thresholds.likelyAi;
  const distance = Math.abs(logit(chance) - logit(border));
  if (distance < 0.5) return 'low';
  return distance < 1.5 || guards.length > 0 || key === 'mixed' ? 'medium' : 'high';
}

function logit(chance: number): number {
  const bounded = Math.max(1e-6, Math.min(1 - 1e-6, chance));
  return Math.log(bounded / (1 - bounded));
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
