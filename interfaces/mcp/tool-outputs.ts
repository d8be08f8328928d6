import { z } from 'zod';
import { reportSchema, usageSchema } from '../http/rest/report-schemas.ts';
import type { ToolName } from './tool-texts.ts';

/** What the tools answer, for the list of tools. */

const count = z.int().min(0);

/** The error body of REST. */
const refusal = {
  detail: z.string().describe('What was expected and what came.'),
  code: z.string().describe('The error code, the same as over REST.'),
  needed: count.describe('Credits the request costs (insufficient_credits).'),
  remaining: count,
  shortfall: count,
  retry_after_seconds: count.describe('When to try again (rate_limited).'),
};

const estimate = z.looseObject({
  words: count,
  price: count.describe('Credits the check would cost now.'),
  lines: z.array(
    z.looseObject({
      item: z.enum(['ai', 'grammar', 'plagiarism', 'deep']),
      credits: count,
      cached: z.boolean().describe('Paid for within 24 hours: costs nothing now.'),
    }),
  ),
  affordable: z.boolean().describe('The account has that many; a key may have a cap of its own.'),
});

const totals = z.looseObject({
  text_units: count.describe('Length of the whole text in UTF-16 code units.'),
  sentences: count,
  evidence: count,
  indicators: count,
  human_signals: count,
  edits: count,
  sources: count,
  spans: count,
  findings: count,
  marks: count,
});

const checkAnswer = z.looseObject({
  ...reportSchema.shape,
  text: z
    .string()
    .describe('The text that offsets refer to; in the compact form only its beginning.'),
  totals: totals.describe('In the compact form: how many items the full report has.'),
  estimate: estimate.describe('Instead of a report when estimate is true.'),
  ...refusal,
});
const creditsAnswer = z.looseObject({ ...usageSchema.shape, ...refusal });

export interface ObjectSchema {
  readonly [keyword: string]: unknown;
  readonly type: 'object';
}

const checkSchema = oneOfKinds(checkAnswer, [
  Object.keys(reportSchema.shape),
  ['estimate', 'notice', 'credits'],
]);
const creditsSchema = oneOfKinds(creditsAnswer, [Object.keys(usageSchema.shape)]);

export const toolOutputs: Readonly<Record<ToolName, ObjectSchema>> = {
  check_ai: checkSchema,
  check_grammar: checkSchema,
  check_plagiarism: checkSchema,
  check_all: checkSchema,
  get_credits: creditsSchema,
};

/**
 * An object whose members depend on its kind. Clients hold an error to the same schema as a result, so it is
 * one of the kinds.
 */
function oneOfKinds(schema: z.ZodObject, kinds: readonly (readonly string[])[]): ObjectSchema {
  const { properties } = z.toJSONSchema(schema, { io: 'output' });
  return {
    type: 'object',
    properties,
    anyOf: [...kinds, ['detail', 'code']].map((required) => ({ required })),
  };
}
