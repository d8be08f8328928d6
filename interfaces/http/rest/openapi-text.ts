import type { CheckRoute } from './request-schemas.ts';

/** Words and samples of the description document: data only. */

export const overview = `Checks texts and files: AI-generated text, grammar and style, plagiarism, hidden marks and metadata.

Every check spends credits of the account that owns the credential: AI detection 1 credit per word, grammar 1 credit per 3 words, plagiarism 2 credits per word, a deep scan 1,500 credits more. A failed check is not charged. An identical request within 24 hours is answered from the cache at no charge, plagiarism excepted.

Offsets (\`start\`, \`end\`) count UTF-16 code units of \`text\` in the report; \`end\` is exclusive.

Results of AI detection are probabilities, not proof.

At most 60 requests in 60 seconds per key or authorization. Version 1 only grows: expect further members in every object.`;

export const operations: Readonly<
  Record<CheckRoute, { readonly summary: string; readonly description: string }>
> = {
  analyze: {
    summary: 'Run any combination of checks',
    description:
      '`checks` (in a form: the fields `ai`, `grammar`, `plagiarism`, `deep`) selects what runs. AI detection is on unless switched off, the others are off unless switched on.',
  },
  detect: {
    summary: 'AI detection',
    description: '`deep: true` asks for a deeper reading. A `checks` object is ignored.',
  },
  grammar: {
    summary: 'Grammar and style',
    description: 'Explanations come in `ui_lang`. A `checks` object is ignored.',
  },
  plagiarism: {
    summary: 'Plagiarism',
    description:
      'Compares with your comparison library; `store: true` adds the text to it. Never served from the cache. A `checks` object is ignored.',
  },
};

export const requestExamples: Readonly<Record<CheckRoute, object>> = {
  analyze: {
    text: 'Call me Ishmael. Some years ago, never mind how long precisely, I thought I would sail about a little.',
    checks: { ai: true, grammar: true },
    ui_lang: 'en',
  },
  detect: { text: 'It is a truth universally acknowledged.', deep: false },
  grammar: { text: 'She do not like it.', ui_lang: 'de' },
  plagiarism: { text: 'It was the best of times, it was the worst of times.', store: true },
};

export const usageExample = {
  plan: 'pro',
  credits: {
    allowance: 500000,
    used: 1200,
    bonus: 0,
    remaining: 498800,
    period_start: 1767225600000,
    period_end: 1769904000000,
  },
};

export const problemExample = {
  detail: 'The check needs 1,200 credits and 300 are available.',
  code: 'insufficient_credits',
  needed: 1200,
  remaining: 300,
  shortfall: 900,
  type: '/v1/docs#insufficient_credits',
  title: 'Not enough credits',
  status: 402,
  instance: '/v1/detect',
  request_id: 'req_0123456789abcdef',
};
