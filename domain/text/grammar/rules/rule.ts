import type { Edit } from '../../../checks/report.ts';
import type { RuleName } from '../explain.ts';
import type { Knows } from '../near-words.ts';
import type { Token } from '../tokens.ts';

/** An edit before it is put into words in the reader's language. */
export interface RuleEdit extends Omit<Edit, 'explanation'> {
  readonly rule: RuleName;
}

/** What a rule sees: the masked text, its words and the language's dictionary. */
export interface RuleContext {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly language: string | null;
  readonly knows: Knows;
  /** Whether the dictionary lists a capitalised word as a noun; only German tells. */
  readonly isNoun?: Knows | undefined;
}

/** Finds one family of mistakes. */
export type Rule = (context: RuleContext) => readonly RuleEdit[];

/** An edit on a span of the text, with the original read from it. */
export function editAt(text: string, edit: Omit<RuleEdit, 'original'>): RuleEdit {
  return { ...edit, original: text.slice(edit.start, edit.end) };
}

/** The replacement with the capital the original began with. */
export function withCaseOf(original: string, replacement: string): string {
  const first = /\p{L}/u.exec(original)?.[0];
  if (first === undefined || first === first.toLowerCase()) return replacement;
  return replacement.charAt(0).toUpperCase() + replacement.slice(1);
}

/** True when only ordinary spaces stand between a token and the one before it. */
export function followsDirectly(token: Token): boolean {
  return /^[ \u00a0\u202f]+$/u.test(token.gap);
}
