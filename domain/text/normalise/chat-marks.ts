import type { Draft, Replacement } from './draft.ts';
import { codePointCount, replaceEach } from './lines-and-controls.ts';
import type { MarkLog } from './mark-log.ts';

/** Longest reference looked at on either side of a mark. */
const reach = 40;

/**
 * Chat interfaces frame citations with private-use characters U+E200–U+E20F. They go where they
 * stand around a citation; all other private use is somebody's font and stays.
 */
export function chatMarks(draft: Draft, log: MarkLog): Replacement[] {
  const { text } = draft;
  return replaceEach(text, /[\uE200-\uE20F]+/g, (run, index) => {
    const end = index + run.length;
    const follows = /^(?:(?:file)?cite|navlist|i?entity|turn\d)/.test(text.slice(end, end + reach));
    const leads = /(?:(?:file)?cite|navlist|i?entity|turn\d{1,3}[a-z]{2,12}\d{1,3})$/.test(
      text.slice(Math.max(0, index - reach), index),
    );
    if (!follows && !leads) return run;
    log.saw({
      kind: 'invisible.private_use',
      draft,
      span: { start: index, end },
      count: codePointCount(run),
    });
    return '';
  });
}
