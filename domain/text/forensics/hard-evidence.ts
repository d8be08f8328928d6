import type { Finding } from '../../checks/report.ts';

/** True when one finding alone decides: the verdict is then `forensics`, whatever the words say. */
export function hardEvidence(findings: readonly Finding[]): boolean {
  return findings.some(({ hard }) => hard);
}
