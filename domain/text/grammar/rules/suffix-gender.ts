import type { RuleName } from '../explain.ts';
import { editAt, followsDirectly, type Rule, withCaseOf } from './rule.ts';

/** Nouns whose ending tells their gender, and the determiners of the other gender. */
export interface GenderTable {
  readonly nouns: RegExp;
  /** Nouns with the ending and the other gender, or words that are no nouns. */
  readonly except: ReadonlySet<string>;
  /** The wrong determiner and the right one. */
  readonly determiners: Readonly<Record<string, string>>;
}

/**
 * A determiner right before a noun whose ending gives its gender away ("el canción", "das Regierung"). Only
 * endings with next to no exceptions, so the determiner is certainly the wrong one.
 */
export function suffixGender(tables: readonly GenderTable[], rule: RuleName): Rule {
  return ({ text, tokens, knows }) =>
    tokens.flatMap((token, index) => {
      const before = tokens[index - 1];
      if (before === undefined || !followsDirectly(token) || !knows(token.text)) return [];
      const table = tables.find(
        ({ nouns, except }) => nouns.test(token.lower) && !except.has(token.lower),
      );
      const right = table?.determiners[before.lower];
      if (right === undefined || /^[-‐]/u.test(text.slice(token.end))) return [];
      return [
        editAt(text, {
          start: before.start,
          end: before.end,
          replacement: withCaseOf(before.text, right),
          type: 'grammar',
          rule,
        }),
      ];
    });
}
