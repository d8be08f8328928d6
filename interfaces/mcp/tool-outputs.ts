import { z } from 'zod';
import { offsetText, reportSchema, usageSchema } from '../http/rest/report-schemas.ts';
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

const reportKinds = [Object.keys(reportSchema.shape), ['estimate', 'notice', 'credits']];
const checkSchema = (notRun: z.ZodRawShape): ObjectSchema =>
  oneOfKinds(checkAnswer.extend(notRun), reportKinds);

const never = z.null().describe('Not a part of this tool.');

export const toolOutputs: Readonly<Record<ToolName, ObjectSchema>> = {
  check_ai: checkSchema({ corrections: never, plagiarism: never }),
  check_grammar: checkSchema({ review: never, plagiarism: never }),
  check_plagiarism: checkSchema({ review: never, corrections: never }),
  check_all: checkSchema({}),
  get_credits: oneOfKinds(creditsAnswer, [Object.keys(usageSchema.shape)]),
};

/**
 * An object whose members depend on its kind. Clients hold an error to the same schema as a result, so it is
 * one of the kinds.
 */
function oneOfKinds(schema: z.ZodObject, kinds: readonly (readonly string[])[]): ObjectSchema {
  const { properties } = z.toJSONSchema(schema, { io: 'output', override: brief });
  return {
    type: 'object',
    properties,
    anyOf: [...kinds, ['detail', 'code']].map((required) => ({ required })),
  };
}

/** Clients may show these schemas to a model: nothing that says nothing, nor what every description says. */
function brief({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  const { additionalProperties: others } = jsonSchema;
  if (typeof others === 'object' && Object.keys(others).length === 0) {
    delete jsonSchema.additionalProperties;
  }
  if (jsonSchema.description === offsetText) delete jsonSchema.description;
}
