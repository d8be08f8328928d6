import type { CheckStep } from '../../application/checks/check-watch.ts';

export interface Progress {
  readonly progress: number;
  readonly total: number;
  readonly message: string;
}

export interface ProgressReport {
  onStep(step: CheckStep): void;
  /** No word after this. */
  stop(): void;
}

/** Clients give up on a call after some 60 s without a sign of life, and begin anew with each one. */
const beatMs = 5_000;

/**
 * Tells of every step, and between two steps now and then of half of what is left to the next one: progress
 * has to grow with each message, and an engine does not say how far it is.
 */
export function progressReport(tell: (progress: Progress) => void): ProgressReport {
  let current: CheckStep | null = null;
  let fraction = 0;
  const say = (): void => {
    if (current === null) return;
    const { done, total } = current;
    const message =
      done === 1 ? 'words counted, checks under way' : `${done - 1} of ${total - 2} checks ready`;
    tell({ progress: done + fraction, total, message });
  };
  const beat = setInterval(() => {
    fraction += (1 - fraction) / 2;
    say();
  }, beatMs);
  beat.unref();
  return {
    onStep(step) {
      current = step;
      fraction = 0;
      say();
    },
    stop() {
      clearInterval(beat);
    },
  };
}
