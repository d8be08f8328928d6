import type { UiLanguage } from '../ui-language.ts';
import { type MessageKey, messages } from './messages.ts';

/**
 * The explanation of an edit in the reader's language, which need not be the language of the text.
 * There is no fallback to English: a key without six messages does not compile.
 */
export function explain(
  key: MessageKey,
  edit: { readonly original: string; readonly replacement: string },
  uiLanguage: UiLanguage,
): string {
  const known = edit.replacement.trim() === '' && mentionsReplacement(key) ? 'not-needed' : key;
  return messages[known][uiLanguage].replaceAll(/\{(original|replacement)\}/gu, (_, name) =>
    name === 'original' ? edit.original.trim() : edit.replacement.trim(),
  );
}

/** The stable name of a rule: where it belongs, and the kind of mistake, which is also its explanation. */
export type RuleName = `${string}.${MessageKey}`;

/** The message a rule is explained by: the last part of its name. */
export function messageKeyOf(rule: RuleName): MessageKey {
  const key = rule.slice(rule.lastIndexOf('.') + 1);
  if (!isMessageKey(key)) throw new RangeError(`no explanation for the rule ${rule}`);
  return key;
}

function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(messages, key);
}

function mentionsReplacement(key: MessageKey): boolean {
  return messages[key].en.includes('{replacement}');
}
