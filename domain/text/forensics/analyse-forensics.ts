import type { Finding, Provenance } from '../../checks/report.ts';
import { normalise } from '../normalise/normalise.ts';
import { hardEvidence } from './hard-evidence.ts';
import { textFindings } from './text-findings.ts';
import { textProvenance } from './text-provenance.ts';

export interface ForensicsReport {
  readonly text: string;
  readonly findings: readonly Finding[];
  readonly provenance: Provenance;
  readonly hard_evidence: boolean;
}

/** Everything that forensics says of a text alone, in the members of a report. */
export function analyseForensics(submitted: string): ForensicsReport {
  const normalised = normalise(submitted);
  const findings = textFindings(submitted, normalised);
  return {
    text: normalised.text,
    findings,
    provenance: textProvenance(submitted, normalised),
    hard_evidence: hardEvidence(findings),
  };
}
