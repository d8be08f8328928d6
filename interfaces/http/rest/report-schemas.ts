import { z } from 'zod';

/** What the service answers, for the description document. DECISIONS: extra members may come anywhere. */

const share = z.number().min(0).max(1);
export const offsetText = 'UTF-16 code units of `text` of the report; `end` is exclusive.';
const offset = z.int().min(0).describe(offsetText);
const span = { start: offset, end: offset };
const count = z.int().min(0);

const verdict = z
  .looseObject({
    key: z.enum(['human', 'likely_human', 'uncertain', 'mixed', 'likely_ai', 'ai', 'forensics']),
    label: z.string(),
    p_ai: share.describe('Probability that the text was written by AI. Not proof.'),
    p_ai_own: share.describe('The score of the own model of the service.'),
    confidence: z.enum(['low', 'medium', 'high']),
    ai_share: share.describe('Length-weighted share of the sentences judged AI.'),
    guards: z.array(z.string()).describe('The guards that changed the result.'),
    hard_evidence: z.boolean().describe('A mark that only AI tools or manipulation leave.'),
  })
  .describe('null when AI detection did not run and there is no hard evidence.');

const finding = z.looseObject({
  id: z.string(),
  severity: z.enum(['info', 'low', 'medium', 'high', 'critical']),
  title: z.string(),
  description: z.string(),
  hard: z.boolean(),
  count,
  evidence: z.looseObject({
    codepoints: z.array(z.string()).optional(),
    decoded: z.string().optional(),
    sample: z.string().optional(),
    positions: z.array(z.looseObject(span)).max(50),
    original_positions: z
      .array(z.looseObject({ start: count, end: count }))
      .describe('The same places in the text as it was submitted.')
      .optional(),
  }),
  benign_explanation: z.string(),
});

const mark = z.looseObject({
  kind: z.string(),
  source: z.string(),
  value: z.string(),
  producer: z.string().nullable(),
  validated: z.boolean(),
  reason: z.string(),
  start: offset.optional(),
  end: offset.optional(),
});

const review = z.looseObject({
  summary: z.string(),
  indicators: z.array(z.looseObject({ ...span, quote: z.string(), reason: z.string() })),
  human_signals: z.array(z.looseObject({ quote: z.string().optional(), reason: z.string() })),
  depth: z.enum(['standard', 'deep']),
  reviewer: z.string(),
});

const corrections = z.looseObject({
  edits: z.array(
    z.looseObject({
      ...span,
      original: z.string(),
      replacement: z.string(),
      type: z.enum(['spelling', 'grammar', 'punctuation', 'style', 'typography', 'word_choice']),
      explanation: z.string(),
    }),
  ),
  score: z.number().min(0).max(100),
});

const plagiarism = z.looseObject({
  similarity: share,
  sources: z.array(
    z.looseObject({
      id: z.string(),
      title: z.string(),
      url: z.string().nullable(),
      coverage: share,
      matched_words: count,
    }),
  ),
  spans: z.array(
    z.looseObject({
      ...span,
      source_id: z.string(),
      source_start: count.optional(),
      source_end: count.optional(),
      kind: z.enum(['verbatim', 'near', 'paraphrase']),
      excluded: z.enum(['quote', 'reference']).nullable(),
    }),
  ),
});

export const reportSchema = z.looseObject({
  text: z
    .string()
    .describe(
      'The submitted text without invisible characters and with look-alike letters normalised; all offsets refer to it.',
    ),
  verdict: verdict.nullable(),
  sentences: z.array(z.looseObject({ ...span, p_ai: share })),
  evidence: z.array(
    z.looseObject({
      id: z.string(),
      label: z.string(),
      description: z.string(),
      weight: z.number().describe('Above 0 speaks for AI, below 0 for a human writer.'),
      start: offset.optional(),
      end: offset.optional(),
    }),
  ),
  review: review.nullable(),
  corrections: corrections.nullable(),
  plagiarism: plagiarism.nullable(),
  findings: z.array(finding),
  provenance: z.looseObject({
    declared: z.enum(['ai_generated', 'ai_assisted', 'human']).nullable(),
    marks: z.array(mark),
  }),
  language: z.looseObject({
    code: z.string().nullable().describe('ISO 639-1.'),
    name: z.string().nullable(),
    confidence: share,
    supported: z.looseObject({ ai: z.boolean(), grammar: z.boolean() }),
  }),
  stylometry: z.looseObject({ words: count, sentences: count, paragraphs: count }),
  typography: z.looseObject({}),
  file: z
    .looseObject({
      name: z.string().nullable(),
      detected_type: z.enum(['pdf', 'docx', 'txt', 'md', 'html']),
      bytes: count,
      sha256: z.string(),
      pages: count.nullable(),
    })
    .nullable()
    .describe('Facts of the file; null for a text.'),
  notice: z.string(),
  credits: z.looseObject({ used: count, remaining: count.nullable() }),
});

export const usageSchema = z.looseObject({
  plan: z.string(),
  credits: z.looseObject({
    allowance: count,
    used: count,
    bonus: count,
    remaining: count,
    period_start: z.int().describe('Milliseconds since 1970-01-01T00:00:00Z.'),
    period_end: z.int().describe('Milliseconds since 1970-01-01T00:00:00Z.'),
  }),
});
