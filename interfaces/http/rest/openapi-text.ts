import type { CheckRoute } from './request-schemas.ts';

/** Words of the description document: data only. */

export const overview = `Checks texts and files: AI-generated text, grammar and style, plagiarism, hidden marks and metadata.

Every check spends credits of the account that owns the credential: AI detection 1 credit per word, grammar 1 credit per 3 words, plagiarism 2 credits per word, a deep scan 1,500 credits more. A failed check is not charged. An identical request within 24 hours is answered from the cache at no charge, plagiarism excepted.

A key may be bounded: \`key_cap_reached\` says that it has spent what it may in this month, whatever the account has left; \`not_allowed_for_key\` that it may not run a check that was asked for.

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
