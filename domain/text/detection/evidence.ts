import type { EvidenceItem } from '../../checks/report.ts';
import { probability } from './calibration.ts';
import type { DocumentScore, ScoringContext } from './document-score.ts';
import type { Expert } from './model.ts';
import type { Phrase } from './phrases.ts';
import { styleCatalogue } from './style-catalogue.ts';
import { styleFeatureNames } from './style-features.ts';
import { standardised, styleLogit } from './style-network.ts';

export interface EvidenceInput {
  readonly score: DocumentScore;
  readonly phrases: { readonly ai: readonly Phrase[]; readonly human: readonly Phrase[] };
}

const styleItems = 5;
const phraseItems = 6;
const leastWeight = 0.05;

/** What spoke for and against AI, strongest first within each kind; weights are logits. */
export function evidenceItems(context: ScoringContext, input: EvidenceInput): EvidenceItem[] {
  return [
    ...expertItems(context.model.experts, input.score),
    styleSummary(input.score),
    ...styleFigureItems(context, input.score),
    ...phraseEvidence(input.phrases.ai.slice(0, phraseItems), 'ai'),
    ...phraseEvidence(input.phrases.human.slice(0, phraseItems / 2), 'human'),
  ];
}

const expertNames: Readonly<Record<Expert['id'], string>> = {
  earlier_assistants: 'Wording of assistants of 2022 to 2024',
  recent_assistants: 'Wording of assistants of 2025 and later',
};

function expertItems(experts: readonly Expert[], score: DocumentScore): EvidenceItem[] {
  return experts.map(({ id }, index) => {
    const logit = score.experts[index] ?? 0;
    return {
      id: `wording.${id}`,
      label: expertNames[id],
      description: `Words, letter groups and turns of phrase, read on their own, give a chance of ${percent(probability(logit))}.`,
      weight: bounded(logit),
    };
  });
}

function styleSummary({ style }: DocumentScore): EvidenceItem {
  return {
    id: 'style.overall',
    label: 'Style figures together',
    description: `Sentence lengths, punctuation and word statistics, read on their own, give a chance of ${percent(probability(style))}.`,
    weight: bounded(style),
  };
}

export interface StyleSign {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly weight: number;
}

/** Figures outside what people usually show, weighed by what the verdict of style would be without them. */
function styleFigureItems(context: ScoringContext, score: DocumentScore): EvidenceItem[] {
  return styleSigns(context, score)
    .filter(({ weight }) => Math.abs(weight) >= leastWeight)
    .sort((left, right) => Math.abs(right.weight) - Math.abs(left.weight))
    .slice(0, styleItems);
}

export function styleSigns({ model, reading }: ScoringContext, score: DocumentScore): StyleSign[] {
  const norms = model.norms[reading.language];
  const figures = meanFigures(score);
  const inputs = standardised(figures, norms);
  const whole = styleLogit(model.style, inputs);
  return styleFeatureNames.flatMap((name, index) => {
    const entry = styleCatalogue[name];
    const norm = norms[index];
    const value = figures[index] ?? 0;
    if (entry === null || norm === undefined || (value >= norm.low && value <= norm.high))
      return [];
    const without = styleLogit(model.style, inputs.with(index, 0));
    const digits = entry.digits;
    const range = `${norm.low.toFixed(digits)} to ${norm.high.toFixed(digits)}`;
    return [
      {
        id: `style.${name}`,
        label: entry.label,
        description: `${value.toFixed(digits)} (${entry.measure}); texts by people usually have ${range}.`,
        weight: bounded(whole - without),
      },
    ];
  });
}

function meanFigures({ stretches }: DocumentScore): Float64Array {
  const sums = new Float64Array(styleFeatureNames.length);
  const tokens = stretches.reduce((sum, stretch) => sum + stretch.tokens, 0);
  for (const stretch of stretches) {
    stretch.figures.forEach((value, index) => {
      sums[index] = (sums[index] ?? 0) + (value * stretch.tokens) / tokens;
    });
  }
  return sums;
}

function phraseEvidence(phrases: readonly Phrase[], side: 'ai' | 'human'): EvidenceItem[] {
  const label = side === 'ai' ? 'Phrase typical of AI texts' : 'Phrase typical of people';
  return phrases
    .filter(({ weight }) => Math.abs(weight) >= leastWeight)
    .map(({ quote, weight, start, end }, index) => ({
      id: `phrase.${side}.${index + 1}`,
      label,
      description: `“${quote.replace(/\s+/g, ' ').slice(0, 120)}” carries more of the wording score than the phrases around it.`,
      weight: bounded(weight),
      start,
      end,
    }));
}

function bounded(logit: number): number {
  return Math.round(Math.max(-8, Math.min(8, logit)) * 100) / 100;
}

export function percent(chance: number): string {
  return `${Math.round(Math.max(1, Math.min(99, chance * 100)))} %`;
}
