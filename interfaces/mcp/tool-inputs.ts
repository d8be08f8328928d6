import { z } from 'zod';
import { maxTextCodePoints } from '../../domain/checks/limits.ts';
import type { CheckSelection } from '../../domain/checks/request.ts';
import { uiLanguages } from '../../domain/text/ui-language.ts';
import { argumentTexts, type ToolName } from './tool-texts.ts';

/** JSON Schema counts `maxLength` in code points, zod in UTF-16 units: the use case counts by itself. */
const text = z.string().meta({ description: argumentTexts.text, maxLength: maxTextCodePoints });
const flag = (name: 'deep' | 'store' | 'estimate') =>
  z.boolean().meta({ description: argumentTexts[name], default: false }).optional();
const shared = {
  text,
  detail: z
    .enum(['compact', 'full'])
    .meta({ description: argumentTexts.detail, default: 'compact' })
    .optional(),
  estimate: flag('estimate'),
};
const uiLanguage = {
  ui_lang: z
    .enum(uiLanguages)
    .meta({ description: argumentTexts.ui_lang, default: 'en' })
    .optional(),
};

/** The arguments of each tool; DECISIONS: no other members. */
export const toolInputs = {
  check_ai: z.strictObject({ ...shared, ...uiLanguage, deep: flag('deep') }),
  check_grammar: z.strictObject({ ...shared, ...uiLanguage }),
  check_plagiarism: z.strictObject({ ...shared, store: flag('store') }),
  check_all: z.strictObject({
    ...shared,
    ...uiLanguage,
    deep: flag('deep'),
    store: flag('store'),
  }),
  get_credits: z.strictObject({}),
} as const;

export type CheckToolName = Exclude<ToolName, 'get_credits'>;

/** The checks that each tool runs. */
export const toolChecks: Readonly<Record<CheckToolName, Omit<CheckSelection, 'deep'>>> = {
  check_ai: { ai: true, grammar: false, plagiarism: false },
  check_grammar: { ai: false, grammar: true, plagiarism: false },
  check_plagiarism: { ai: false, grammar: false, plagiarism: true },
  check_all: { ai: true, grammar: true, plagiarism: true },
};
