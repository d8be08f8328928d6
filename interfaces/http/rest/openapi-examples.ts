import { notice } from '../../../domain/checks/assemble.ts';
import type { Report } from '../../../domain/checks/report.ts';
import { credits } from '../../../domain/shared/credits.ts';
import type { PlainRefusalCode, Refusal, RefusalCode } from '../../../domain/shared/refusal.ts';
import { type Problem, problemJson, problemOf, unavailableProblem } from '../problems.ts';
import type { CheckRoute } from './request-schemas.ts';

/** Samples of requests and answers in the description document. */

const text = 'Call me Ishmael. Some years ago I thought I would sails about a little.';

export const requestExamples: Readonly<Record<CheckRoute, object>> = {
  analyze: { text, checks: { ai: true, grammar: true }, ui_lang: 'en' },
  detect: { text: 'It is a truth universally acknowledged.', deep: false },
  grammar: { text: 'She do not like it.', ui_lang: 'de' },
  plagiarism: { text: 'It was the best of times, it was the worst of times.', store: true },
};

/** What the example of `/analyze` may get: 14 words by AI detection, 5 credits for grammar. */
export const reportExample: Report = {
  text,
  verdict: {
    key: 'uncertain',
    label: 'Uncertain',
    p_ai: 0.12,
    p_ai_own: 0.09,
    confidence: 'low',
    ai_share: 0,
    guards: ['short_text'],
    hard_evidence: false,
  },
  sentences: [
    { ...spanOf('Call me Ishmael.'), p_ai: 0.08 },
    { ...spanOf('Some years ago I thought I would sails about a little.'), p_ai: 0.14 },
  ],
  evidence: [
    {
      id: 'sentence_length',
      label: 'Sentence length',
      description: 'The sentences differ in length more than machine text does.',
      weight: -0.4,
    },
  ],
  review: {
    summary: 'Too short for a verdict; nothing speaks for AI.',
    indicators: [],
    human_signals: [{ quote: 'Call me Ishmael.', reason: 'A direct address to the reader.' }],
    depth: 'standard',
    reviewer: 'assay',
  },
  corrections: {
    edits: [
      {
        ...spanOf('sails'),
        original: 'sails',
        replacement: 'sail',
        type: 'grammar',
        explanation: 'The base form follows a modal verb.',
        rule: 'modal_base_form',
      },
    ],
    score: 92,
  },
  plagiarism: null,
  findings: [],
  provenance: { declared: null, marks: [] },
  language: {
    code: 'en',
    name: 'English',
    confidence: 0.98,
    supported: { ai: true, grammar: true },
  },
  stylometry: { words: 14, sentences: 2, paragraphs: 1, characters: text.length },
  typography: {},
  file: null,
  notice,
  credits: { used: 19, remaining: 499_981 },
};

function spanOf(part: string): { readonly start: number; readonly end: number } {
  const start = text.indexOf(part);
  return { start, end: start + part.length };
}

export const usageExample = {
  plan: 'pro',
  credits: {
    allowance: 500_000,
    used: 1_200,
    bonus: 0,
    remaining: 498_800,
    period_start: 1_767_225_600_000,
    period_end: 1_769_904_000_000,
  },
};

const details: Readonly<Record<PlainRefusalCode, string>> = {
  empty: 'the text is blank',
  no_checks: 'select at least one of ai, grammar, plagiarism',
  bad_json: '"checks.ai": Invalid input: expected boolean, received string',
  unauthenticated: 'expected the header "Authorization: Bearer <credential>"',
  invalid_key: 'the credential is unknown, expired or revoked',
  plan_required: 'the plan "free" has no API access; pro or team has',
  not_allowed_for_key: 'this key may run grammar; the request asks for ai',
  not_found: 'there is nothing at this address; /v1/docs lists what there is',
  method_not_allowed: 'this address answers to POST',
  request_in_progress: 'a request with this Idempotency-Key is under way',
  file_too_large: 'the file is larger than 20971520 bytes',
  text_too_long: 'a text may have 400000 characters, this one has 400001',
  too_many_words: 'a text may have 100000 words, this one has 100001',
  unsupported_type: 'the file is neither PDF, DOCX, TXT, MD nor HTML',
  unreadable: 'the file is encrypted',
  idempotency_mismatch: 'this Idempotency-Key came with another request',
  headers_too_large: 'the request headers are larger than 16 kB',
  internal: 'the service failed on this request; retry with exponential backoff',
};

/** The error body of a code as the service writes it. */
export function problemExample(code: RefusalCode, path: string): unknown {
  return bodyOf(problemOf(refusalExample(code)), path);
}

/** The same of 503, which shares its code with 500. */
export function unavailableExample(path: string): unknown {
  return bodyOf(unavailableProblem, path);
}

function bodyOf(problem: Problem, path: string): unknown {
  const occurrence = { requestId: '0f8fad5b-d9cb-469f-a165-70867728950e', path };
  const body: unknown = JSON.parse(problemJson(problem, occurrence));
  return body;
}

function refusalExample(code: RefusalCode): Refusal {
  if (code === 'insufficient_credits') {
    const amounts = { needed: credits(1_200), remaining: credits(300), shortfall: credits(900) };
    return { code, detail: 'the request needs 1200 credits, 300 are available', ...amounts };
  }
  if (code === 'key_cap_reached') {
    const detail =
      'the request needs 1200 credits, this key may spend 300 more of its 5000 until 2026-02-28T12:00:00.000Z';
    const amounts = { needed: credits(1_200), remaining: credits(300), shortfall: credits(900) };
    return { code, detail, ...amounts };
  }
  if (code === 'rate_limited') {
    const detail = 'at most 60 requests in 60 seconds; the next one is admitted in 17 seconds';
    return { code, detail, retryAfterSeconds: 17 };
  }
  return { code, detail: details[code] };
}
