import type { Finding, Severity } from '../../checks/report.ts';
import type { NormalisedText } from '../normalise/normalise.ts';
import { artefactFindings } from './artefacts.ts';
import { keptMarkFindings } from './kept-mark-findings.ts';
import { markFindings } from './mark-findings.ts';
import { provenanceFindings } from './text-provenance.ts';

export interface TextFindingsOptions {
  /** True for a Markdown file, where Markdown is no left-over. */
  readonly markdown?: boolean;
}

const rank: Readonly<Record<Severity, number>> = {
  critical: 0,
  high: 1,
  medium: 2,
  low: 3,
  info: 4,
};

/** Hidden marks, chat artefacts and declarations of origin in a text, the gravest first. */
export function textFindings(
  submitted: string,
  normalised: NormalisedText,
  options: TextFindingsOptions = {},
): Finding[] {
  const examined = { submitted, text: normalised.text, edits: normalised.edits };
  const artefacts = artefactFindings(examined).filter(
    ({ id }) => options.markdown !== true || id !== 'artefact.markdown_leftover',
  );
  return [
    ...markFindings(submitted, normalised),
    ...keptMarkFindings(examined, normalised.marks),
    ...artefacts,
    ...provenanceFindings(submitted, normalised),
  ].toSorted((a, b) => rank[a.severity] - rank[b.severity] || (a.id < b.id ? -1 : 1));
}
