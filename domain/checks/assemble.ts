import type { DetectionSections, Report, ReportCredits } from './report.ts';

/**
 * The parts of one report, each as the JSON text of an object with some of the report's members.
 * They stay text because a cached report is served far more often than anything looks into it.
 */
export interface ReportParts {
  readonly base: string;
  /** The `ai` part, or the `unscored` one. */
  readonly detection: string;
  readonly grammar: string | null;
  readonly plagiarism: string | null;
}

/** API.md, "What the service does", rule 3. */
export const notice =
  'AI-detection results are probabilities, not proof. Weigh them with other evidence.';

/** The report as JSON text. Sections that did not run are present with the value null. */
export function assembleReport(parts: ReportParts, credits: ReportCredits): string {
  const members = [
    inner(parts.base),
    inner(parts.detection),
    inner(parts.grammar ?? '{"corrections":null}'),
    inner(parts.plagiarism ?? '{"plagiarism":null}'),
    inner(JSON.stringify({ notice, credits } satisfies Partial<Report>)),
  ];
  return `{${members.join(',')}}`;
}

/** What a report holds where AI detection did not run. */
export function unscored(
  verdict: Report['verdict'],
): Omit<DetectionSections, 'verdict' | 'review'> & Pick<Report, 'verdict' | 'review'> {
  return { verdict, sentences: [], evidence: [], review: null };
}

/** The members of a JSON object, without its braces. */
function inner(objectText: string): string {
  return objectText.slice(1, -1);
}
