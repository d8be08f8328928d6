import type { Finding, Verdict } from './report.ts';

/**
 * The verdict of a report without AI detection: null, unless the findings are hard evidence
 * (DECISIONS, `verdict` when AI was not requested). Nothing was scored, so the probabilities say nothing.
 */
export function forensicVerdict(findings: readonly Finding[]): Verdict | null {
  if (!findings.some((finding) => finding.hard)) return null;
  return {
    key: 'forensics',
    label: 'Hidden marks or declared AI content',
    p_ai: 0.5,
    p_ai_own: 0.5,
    confidence: 'high',
    ai_share: 0,
    guards: [],
    hard_evidence: true,
  };
}
