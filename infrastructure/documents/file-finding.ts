import type { Finding, Severity } from '../../domain/checks/report.ts';

/** A finding about the file as a whole: it has no place in the text and is no hard evidence. */
export function fileFinding(about: {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  readonly description: string;
  readonly benign: string;
  readonly count?: number;
  readonly sample?: string;
}): Finding {
  const { benign, count = 1, sample, ...said } = about;
  const evidence = {
    positions: [],
    ...(sample === undefined ? {} : { sample: sample.slice(0, 200) }),
  };
  return { ...said, hard: false, count, evidence, benign_explanation: benign };
}
