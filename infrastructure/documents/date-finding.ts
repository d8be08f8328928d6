import type { Finding } from '../../domain/checks/report.ts';
import { fileFinding } from './file-finding.ts';

const dayMs = 86_400_000;

/** Dates that cannot be: changed before it was created, or made in the future. */
export function dateFindings(dates: {
  readonly created: string | null;
  readonly modified: string | null;
}): Finding[] {
  const created = dates.created === null ? null : Date.parse(dates.created);
  const modified = dates.modified === null ? null : Date.parse(dates.modified);
  // Time zones are often left out, so a day of difference says nothing.
  const isReversed = created !== null && modified !== null && modified < created - dayMs;
  const isFuture = Math.max(created ?? 0, modified ?? 0) > Date.now() + 2 * dayMs;
  if (!isReversed && !isFuture) return [];
  return [
    fileFinding({
      id: 'meta.date_inconsistent',
      severity: 'low',
      title: 'Dates that do not fit',
      description: isReversed
        ? `The file says it was last changed (${dates.modified}) before it was created (${dates.created}).`
        : 'The file carries a date in the future.',
      benign: 'Copying files, templates and a wrong clock produce such dates.',
    }),
  ];
}
