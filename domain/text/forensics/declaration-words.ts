import type { Provenance } from '../../checks/report.ts';

type Declared = Exclude<Provenance['declared'], null>;

/** Front matter keys (lower case, without separators) that declare an origin when they are true. */
export const declaringKeys: ReadonlyMap<string, Declared> = new Map<string, Declared>([
  ['aigenerated', 'ai_generated'],
  ['isaigenerated', 'ai_generated'],
  ['generatedbyai', 'ai_generated'],
  ['aiwritten', 'ai_generated'],
  ['writtenbyai', 'ai_generated'],
  ['aicreated', 'ai_generated'],
  ['aigc', 'ai_generated'],
  ['aiassisted', 'ai_assisted'],
  ['assistedbyai', 'ai_assisted'],
  ['humanwritten', 'human'],
  ['writtenbyhuman', 'human'],
  ['humanauthored', 'human'],
]);

/** Keys whose value names who or what wrote the text. `model` is missing on purpose: prompts have it. */
export const producerKeys: ReadonlySet<string> = new Set([
  'generator',
  'generatedby',
  'generatedwith',
  'writtenby',
  'author',
  'authors',
  'creator',
  'createdby',
  'contentgenerator',
]);

export const truthy = /^(?:true|yes|y|1|on|full|fully|generated|ai|oui|ja|sí|si|sim)$/i;

/** Names that no person has: "Claude" alone may be a painter. */
export const assistantName =
  /\b(?:Chat-?GPT|GPT-?[345](?:\.\d|o)?|OpenAI|Claude(?= ?(?:\d|AI\b|Code\b|Opus\b|Sonnet\b|Haiku\b))|Anthropic|Google Gemini|Gemini(?= ?(?:\d|Pro\b|Flash\b|Advanced\b))|(?:Microsoft|GitHub) Copilot|Copilot|DeepSeek|Mistral AI|Grok|Perplexity AI|Qwen|Jasper AI)/i;

/** The whole value, because Ai Weiwei is an artist. */
export const genericAssistant =
  /^(?:an? )?(?:AI|A\.I\.|artificial intelligence)(?: (?:model|assistant|tool|generated))?$/i;

const maker =
  '(?:an? )?(?:AI|A\\.I\\.|artificial intelligence|(?:large )?language model|Chat-?GPT(?:-\\w{1,4})?|GPT-?[345]\\w{0,3}|OpenAI|Claude(?: \\w{1,12}){0,2}|Gemini(?: \\w{1,12}){0,2}|Copilot|DeepSeek|Grok)';
const work =
  '(?:this (?:text|article|post|content|document|essay|report|page|summary|translation|story|email|letter) (?:was|is|has been) )?';

function line(body: string): RegExp {
  return new RegExp(`^[\\s\\p{P}\\p{S}]{0,12}(?:${body})[\\s\\p{P}\\p{S}]{0,12}$`, 'iu');
}

/** Whole lines only, so that a sentence about such labels is none. */
export const visibleLabelPatterns: readonly {
  readonly label: RegExp;
  readonly declares: Declared;
}[] = [
  {
    label: line(
      `${work}(?:fully |entirely |automatically )?(?:(?:generated|created|produced) (?:by|with|using)|written by) ${maker}`,
    ),
    declares: 'ai_generated',
  },
  {
    label: line('(?:this (?:is|contains) )?AI[- ]generated(?: (?:content|text|article|summary))?'),
    declares: 'ai_generated',
  },
  {
    label: line(
      `${work}(?:written|created|edited|drafted|produced) with (?:the )?(?:help|assistance|support) (?:of|from) ${maker}|AI[- ]assisted(?: (?:content|text|writing))?`,
    ),
    declares: 'ai_assisted',
  },
  {
    label: line(
      '(?:dieser (?:text|artikel|beitrag|inhalt) (?:wurde|ist) )?(?:vollständig |automatisch )?(?:von|mit|durch) (?:einer |der )?(?:KI|künstlicher? Intelligenz|ChatGPT) (?:generiert|erstellt|erzeugt|geschrieben|verfasst)|KI-generiert(?:er (?:text|inhalt))?',
    ),
    declares: 'ai_generated',
  },
  {
    label: line(
      "(?:(?:ce texte|cet article|ce contenu|ce document) a été )?(?:généré|rédigé|créé|écrit)e? (?:entièrement )?par (?:une |l['’])?(?:IA|intelligence artificielle|ChatGPT)|(?:contenu|texte) généré par (?:une |l['’])?IA",
    ),
    declares: 'ai_generated',
  },
  {
    label: line(
      '(?:(?:este|esta) (?:texto|artículo|artigo|contenido|conteúdo|documento) (?:ha sido|fue|foi) )?(?:generado|creado|escrito|gerado|criado)(?: íntegramente| totalmente)? (?:por|con|com) (?:una |uma |la |a )?(?:IA|inteligencia artificial|inteligência artificial|ChatGPT)|(?:contenido|texto|conteúdo) (?:generado|gerado) por IA',
    ),
    declares: 'ai_generated',
  },
  {
    label: line(
      "(?:questo (?:testo|articolo|contenuto|documento) è stato )?(?:generato|creato|scritto|redatto)(?: interamente)? (?:da|con) (?:un['’]|l['’])?(?:IA|intelligenza artificiale|ChatGPT)|(?:contenuto|testo) generato (?:da|con) (?:l['’])?IA",
    ),
    declares: 'ai_generated',
  },
  {
    label: line('(?:本文|本内容|以上内容|内容|此文)?(?:由)?(?:AI|人工智能)生成(?:内容|合成)?'),
    declares: 'ai_generated',
  },
  {
    label: line(
      `${work}written (?:entirely )?by a human(?: (?:being|author|writer))?(?:,? without (?:the use of )?AI)?|human[- ]written(?: (?:content|text))?|no AI was used(?: (?:in|to) [\\w ]{1,60})?`,
    ),
    declares: 'human',
  },
];
