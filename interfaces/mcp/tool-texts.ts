/** What agents read about the server and its tools: data only. */

export const toolNames = [
  'check_ai',
  'check_grammar',
  'check_plagiarism',
  'check_all',
  'get_credits',
] as const;
export type ToolName = (typeof toolNames)[number];

export const instructions = `Assay checks texts: AI-generated text, grammar and style, plagiarism, hidden marks.
Every check spends credits of the person who connected you; get_credits and any call with estimate: true are free. Before a check of a long text, ask for an estimate and tell the person the price.
Pick the narrowest tool: check_ai, check_grammar or check_plagiarism for one question, check_all only when all three are wanted.
Send the text exactly as it is: hidden characters and layout are evidence. A text has at most 400,000 characters.
Results come in a compact form; ask with detail: "full" for every sentence, edit and span. The full report of a text that was just checked is free (plagiarism excepted), for identical requests are served from a cache for 24 hours.
AI-detection results are probabilities, not proof. Never present them as proof that somebody used AI; say what the evidence is, name the guards, and say that other evidence has to be weighed.
An answer with isError holds code and detail: insufficient_credits says how many are needed; rate_limited says when to try again; internal may be tried again after a pause. A failed check is not charged.`;

const common = `Offsets (start, end) count UTF-16 code units of the report's own text, end exclusive. Compact by default: the most telling items of each section, with totals; detail: "full" gives everything. estimate: true answers the price and the balance without running or charging.`;

export const toolTexts: Readonly<
  Record<ToolName, { readonly title: string; readonly description: string }>
> = {
  check_ai: {
    title: 'Check for AI-generated text',
    description: `Estimates how likely a text was written by an AI model and shows the evidence: verdict, the most telling sentences, style signals, hidden characters and AI provenance marks. Use it when somebody asks whether a text is AI-written or machine-edited, or looks for hidden watermarks. Costs 1 credit per word; deep: true reads again at three scales and costs 1,500 credits more, worth it for long or mixed documents. An identical request within 24 hours is free. The verdict is a probability, not proof: under 80 words it stays uncertain, "guards" lists what made it more careful, and only verdict.hard_evidence rests on a mark that AI tools leave. Do not use it to accuse a person. ${common}`,
  },
  check_grammar: {
    title: 'Check grammar and style',
    description: `Finds spelling, grammar, punctuation, typography and style problems, each with a replacement and an explanation in ui_lang, and a score from 0 to 100. Use it to proofread a text in English, Spanish, French, German, Italian or Portuguese. Costs 1 credit per 3 words; an identical request within 24 hours is free. In any other language nothing is checked, and the score of 100 means nothing: language.supported.grammar is false then. Edits are suggestions: names, quotations and dialect may be right as they are, and nothing is said of facts or argument. ${common}`,
  },
  check_plagiarism: {
    title: 'Check for plagiarism',
    description: `Compares a text with the person's own comparison library, that is with the texts stored there before, and lists matching sources and passages: verbatim, near or paraphrase. It does not search the web, so a similarity of 0 does not mean the text is original. Costs 2 credits per word, every time: it is never served from the cache. store: true also adds the text's fingerprints (not the text) to the library for later comparisons; use it only when the person wants that. Quotations and reference lists are marked as excluded and not counted. ${common}`,
  },
  check_all: {
    title: 'Run all checks',
    description: `AI detection, grammar and plagiarism in one call and one report. Use it only when the person wants all three; otherwise the single tools cost less. Costs per word 1 credit for AI detection, a third for grammar and 2 for plagiarism; deep: true adds 1,500. Parts paid for within 24 hours are not charged again, plagiarism excepted. AI results are probabilities, not proof, and the plagiarism part compares with the person's own library, not with the web. ${common}`,
  },
  get_credits: {
    title: 'Get plan and credits',
    description:
      'Tells the plan of the person and the credits of the current period: allowance, used, bonus, remaining, and when the period begins and ends (milliseconds since 1970). Free. Use it before expensive checks, or when somebody asks what is left. "remaining" is what a new check may spend.',
  },
};

export const argumentTexts = {
  text: 'The text to check, exactly as it is, at most 400,000 characters.',
  ui_lang: 'Language of explanations and labels.',
  deep: 'A deeper reading by AI detection: adds 1,500 credits.',
  store:
    'Also add the fingerprints of the text to the comparison library of the person. The text itself is not kept.',
  detail:
    'compact: the most telling items of each section (under 8 kB). full: the whole report, which may be large.',
  estimate: 'Only answer what the check would cost and what is left: nothing is run or charged.',
} as const;
