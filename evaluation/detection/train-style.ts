import type { StyleNetwork } from '../../domain/text/detection/model.ts';
import type { Random } from './random.ts';
import { weightedPicker } from './weighted-picker.ts';

export interface StyleExamples {
  /** Standardised figures. */
  readonly inputs: readonly Float64Array[];
  readonly isAi: readonly boolean[];
  readonly weights: Float64Array;
}

const hiddenUnits = 12;
const steps = 300_000;
const firstRate = 0.05;
const decay = 2e-5;

/** Stochastic gradient descent with a falling rate; averages nothing, forgets nothing. */
export function trainStyle(examples: StyleExamples, random: Random): StyleNetwork {
  const size = examples.inputs[0]?.length ?? 0;
  const hidden = Array.from({ length: hiddenUnits }, () => randomRow(size + 1, random));
  const output = randomRow(hiddenUnits + 1, random);
  const pick = weightedPicker(examples.weights, random);
  for (let step = 0; step < steps; step++) {
    const chosen = pick();
    const input = examples.inputs[chosen];
    if (input === undefined) continue;
    const rate = firstRate * (1 - step / steps);
    descend({ hidden, output }, { input, target: examples.isAi[chosen] ? 0.95 : 0.05, rate });
  }
  return { hidden: hidden.map(rounded), output: rounded(output) };
}

interface Network {
  readonly hidden: Float64Array[];
  readonly output: Float64Array;
}

interface Step {
  readonly input: Float64Array;
  readonly target: number;
  readonly rate: number;
}

function descend({ hidden, output }: Network, { input, target, rate }: Step): void {
  const size = input.length;
  const activations = hidden.map((row) => {
    let sum = row[size] ?? 0;
    for (let index = 0; index < size; index++) sum += (row[index] ?? 0) * (input[index] ?? 0);
    return Math.tanh(sum);
  });
  const logit = activations.reduce(
    (sum, activation, unit) => sum + activation * (output[unit] ?? 0),
    output[hidden.length] ?? 0,
  );
  const error = 1 / (1 + Math.exp(-logit)) - target;
  hidden.forEach((row, unit) => {
    const activation = activations[unit] ?? 0;
    const back = error * (output[unit] ?? 0) * (1 - activation * activation);
    for (let index = 0; index < size; index++) {
      const weight = row[index] ?? 0;
      row[index] = weight - rate * (back * (input[index] ?? 0) + decay * weight);
    }
    row[size] = (row[size] ?? 0) - rate * back;
    const weight = output[unit] ?? 0;
    output[unit] = weight - rate * (error * activation + decay * weight);
  });
  output[hidden.length] = (output[hidden.length] ?? 0) - rate * error;
}

function randomRow(length: number, random: Random): Float64Array {
  return Float64Array.from({ length }, () => (random() - 0.5) * 0.4);
}

function rounded(row: Float64Array): number[] {
  return Array.from(row, (value) => Math.round(value * 10_000) / 10_000);
}
