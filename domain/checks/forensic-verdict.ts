import type { UiLanguage } from '../text/ui-language.ts';
import type { Finding, Verdict } from './report.ts';
import { verdictLabels } from './verdict-labels.ts';

/**
 * The verdict of a report without AI detection: null, unless the findings are hard evidence
 * (DECISIONS, `verdict` when AI was not requested). Nothing was scored, so the probabilities say nothing.
 */
export function forensicVerdict(
  findings: readonly Finding[],
  uiLanguage: UiLanguage,
): Verdict | null {
  if (!findings.some((finding) => finding.hard)) return null;
  return {
    key: 'forensics',
    label: verdictLabels[uiLanguage].forensics,
    p_ai: 0.5,
    p_ai_own: 0.5,
    confidence: 'high',
    ai_share: 0,
    guards: [],
    hard_evidence: true,
  };
}
