import { z } from 'zod';
import { maxTextCodePoints } from '../../../domain/checks/limits.ts';
import { uiLanguages } from '../../../domain/text/ui-language.ts';

/** JSON Schema counts `maxLength` in code points, zod in UTF-16 units: the edge counts by itself. */
const text = z.string().meta({
  description: 'The text to check: at most 400,000 characters (Unicode code points).',
  maxLength: maxTextCodePoints,
});
const uiLanguage = z.enum(uiLanguages).meta({
  description: 'Language of the grammar explanations.',
  default: 'en',
});
const storeText =
  'Also add the fingerprints of the text to your comparison library (plagiarism only). The text itself is not kept.';
const deepText = 'A deeper reading by AI detection: adds 1,500 credits.';

const flag = z.boolean();
const shared = {
  text,
  ui_lang: uiLanguage.optional(),
  store: flag.describe(storeText).optional(),
};

/** JSON bodies by endpoint. Unknown members are ignored, `checks` on a shortcut among them. */
export const jsonBodies = {
  analyze: z.object({
    ...shared,
    checks: z
      .object({
        ai: flag.describe('AI detection; on when absent.').optional(),
        grammar: flag.describe('Grammar and style; off when absent.').optional(),
        plagiarism: flag.describe('Plagiarism; off when absent.').optional(),
        deep: flag.describe(`${deepText} Does nothing without \`ai\`.`).optional(),
      })
      .optional(),
  }),
  detect: z.object({ ...shared, deep: flag.describe(deepText).optional() }),
  grammar: z.object(shared),
  plagiarism: z.object(shared),
} as const;

const formFlag = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .optional();
/** Only for the description: the parser hands files over as bytes, outside of the fields. */
const file = z.unknown().meta({
  type: 'string',
  format: 'binary',
  description: 'PDF, DOCX, TXT, MD or HTML, at most 20,971,520 bytes. Send this or `text`.',
});
const sharedForm = {
  file: file.optional(),
  text: text.optional(),
  ui_lang: uiLanguage.optional(),
  store: formFlag.describe(storeText),
};

/** Form bodies by endpoint. */
export const formBodies = {
  analyze: z.object({
    ...sharedForm,
    ai: formFlag,
    grammar: formFlag,
    plagiarism: formFlag,
    deep: formFlag.describe(deepText),
  }),
  detect: z.object({ ...sharedForm, deep: formFlag.describe(deepText) }),
  grammar: z.object(sharedForm),
  plagiarism: z.object(sharedForm),
} as const;

export type CheckRoute = keyof typeof jsonBodies;
