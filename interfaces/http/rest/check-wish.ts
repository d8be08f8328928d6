import type { CheckSelection, CheckSource } from '../../../domain/checks/request.ts';
import { type Outcome, refused } from '../../../domain/shared/refusal.ts';
import type { UiLanguage } from '../../../domain/text/ui-language.ts';

/** What a caller asked for, in JSON or in a form, before defaults. */
export interface CheckWish {
  readonly source: CheckSource;
  readonly checks: { readonly [check in keyof CheckSelection]?: boolean | undefined };
  readonly ui_lang?: UiLanguage | undefined;
  readonly store?: boolean | undefined;
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Names the first member of a wrong type. A request that lacks only its text is an empty one. */
export function refusedIssues(issues: readonly Issue[], value: object): Outcome<never> {
  const isMissingText = (issue: Issue) => issue.path[0] === 'text' && !Object.hasOwn(value, 'text');
  const issue = issues.find((candidate) => !isMissingText(candidate));
  if (issue === undefined) return refused('empty', 'expected a text in "text"');
  return refused('bad_json', `"${issue.path.map(String).join('.')}": ${issue.message}`);
}
