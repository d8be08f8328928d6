import type { StyleNetwork, StyleNorm } from './model.ts';

/** Figures on the scale of human prose of the language: 0 is usual, 1 one standard deviation above. */
export function standardised(figures: Float64Array, norms: readonly StyleNorm[]): Float64Array {
  return figures.map((value, index) => {
    const norm = norms[index];
    if (norm === undefined) return 0;
    return Math.max(-4, Math.min(4, (value - norm.mean) / norm.deviation));
  });
}

/** Mean distance from usual prose over all figures, 0 to 4: lists, code and wordlists are far away. */
export function unlikeness(inputs: Float64Array): number {
  return inputs.reduce((sum, value) => sum + Math.abs(value), 0) / Math.max(1, inputs.length);
}

/** The network's logit, above 0 for AI. */
export function styleLogit({ hidden, output }: StyleNetwork, inputs: Float64Array): number {
  let logit = output[hidden.length] ?? 0;
  hidden.forEach((weights, unit) => {
    let sum = weights[inputs.length] ?? 0;
    for (let index = 0; index < inputs.length; index++) {
      sum += (weights[index] ?? 0) * (inputs[index] ?? 0);
    }
    logit += (output[unit] ?? 0) * Math.tanh(sum);
  });
  return logit;
}
