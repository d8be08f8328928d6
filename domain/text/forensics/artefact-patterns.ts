import type { TextFindingId } from './finding-catalogue.ts';

export interface ArtefactPattern {
  readonly id: TextFindingId;
  /** Global. Every repetition is bounded: texts may be built to make it slow. */
  readonly pattern: RegExp;
  /** Where it counts: a chat frames its answers at the very start or end. */
  readonly where: 'anywhere' | 'opening' | 'closing';
  readonly hard: boolean;
  /** Only noted when it stands in quotation marks, a block quote or code. */
  readonly quotable: boolean;
  /** Fewer are nothing; 1 unless told. */
  readonly minimum?: number;
}

/** What the interface of a chat assistant leaves in a text that was copied out of it. */
const interfaceMarks: readonly ArtefactPattern[] = [
  {
    id: 'artefact.chatgpt_citation',
    pattern:
      /:?contentReference\[oaicite:\d{1,4}\](?:\{index=\d{1,4}\})?|\boaicite:\d{1,4}|(?:(?:file)?cite|navlist|(?<![A-Za-z]))turn\d{1,3}(?:search|view|news|file|image|fetch|finance|sports|forecast|product|maps|reddit|academia|calculator|time|weather|video|business|click|msg)\d{1,3}|"attributableIndex"\s{0,4}:|\{"attribution":\{|【\d{1,4}(?::\d{1,4})?†[^】\n]{1,80}】|\[cite_start\]/g,
    where: 'anywhere',
    hard: true,
    quotable: true,
  },
  {
    id: 'artefact.grok_card',
    pattern: /<\/?grok-card\b|<grok:render\b|\bgrok_card\b|\bgrok_render_\w{1,40}/g,
    where: 'anywhere',
    hard: true,
    quotable: true,
  },
  {
    id: 'artefact.chat_sandbox_link',
    pattern: /\bsandbox:\/{0,2}\/mnt\/data\/[^\s)\]"'<>]{1,200}/g,
    where: 'anywhere',
    hard: true,
    quotable: true,
  },
  {
    id: 'artefact.reasoning_tag',
    pattern:
      /<\/?think(?:ing)?>|◁\/?think▷|<\|(?:im_start|im_end|start_header_id|end_header_id|eot_id|endoftext|assistant|channel|message|return)\|>/g,
    where: 'anywhere',
    hard: true,
    quotable: true,
  },
  {
    id: 'artefact.chat_url',
    pattern:
      /[?&;](?:utm_source|referrer)=(?:chatgpt\.com|chat\.openai\.com|openai|copilot\.com|perplexity(?:\.ai)?|gemini(?:\.google\.com)?|claude\.ai|grok\.com)(?![\w.])/g,
    where: 'anywhere',
    hard: false,
    quotable: false,
  },
  {
    id: 'artefact.chat_html_attributes',
    pattern: /\bdata-(?:is-last-node|message-author-role|message-model-slug)\b/g,
    where: 'anywhere',
    hard: false,
    quotable: true,
  },
  {
    id: 'artefact.placeholder',
    pattern:
      /\[(?:(?:insert|enter|your|recipient(?:['’]s)?|company|employer|hiring manager|insira|inserir|seu|sua|insertar|inserte|tu|su|insérer|insérez|votre|ihr|ihre|dein|deine|einfügen|hier einfügen|inserire|inserisci|il tuo|la tua|il vostro) [^\][\n]{1,40}|(?:date|name|city|address|phone number|email address|job title|company|datum|nombre|nome|fecha|empresa|adresse|azienda))\](?![(:])|\b(?:INSERT|PASTE|ADD)_[A-Z]{2,20}(?:_[A-Z]{2,20}){1,5}\b/gi,
    where: 'anywhere',
    hard: false,
    quotable: true,
  },
  {
    id: 'artefact.markdown_leftover',
    pattern:
      /\*\*(?=\S)[^*\n]{1,120}\*\*|^#{1,6} \S|^```|^\|(?: ?:?-{3,}:? ?\|){1,20}|\[[^\][\n]{1,80}\]\(https?:\/\/[^\s)]{1,300}\)/gm,
    where: 'anywhere',
    hard: false,
    quotable: false,
    minimum: 2,
  },
];

/** A model that says "I" about being one. A report about models speaks in the third person. */
const selfReferences: readonly RegExp[] = [
  /\bas an? (?:AI|artificial intelligence)(?:[ -](?:powered|based))?(?: language)?(?: model| assistant| chatbot| system)?,? (?:I\b|my\b)/gi,
  /\bas an? (?:large )?language model(?: (?:trained|developed|created) by \w{1,20})?,? (?:I\b|my\b)/gi,
  /\bI(?:['’]m| am) (?:just |only )?an? (?:AI language model|AI assistant|AI chatbot|AI model|AI (?:developed|trained|created)|large language model)\b/gi,
  /\b(?:as of )?my (?:last )?(?:knowledge|training)(?: data)?(?: cut-?off| update)\b/gi,
  /\bI (?:do not|don['’]t|cannot|can['’]t) (?:have (?:access to )?real[- -]time (?:information|data|access)|browse the (?:internet|web))/gi,
  /\bals (?:ein |eine )?(?:großes )?(?:KI|künstliche Intelligenz|Sprachmodell|KI-(?:Sprach)?[Mm]odell|KI-Assistent(?:in)?)(?: von \w{1,20})?,? (?:habe|kann|bin|verfüge|besitze|darf) ich\b/gi,
  /\bich bin (?:nur |lediglich )?(?:ein (?:großes |KI-)?Sprachmodell|eine künstliche Intelligenz|ein KI-(?:Assistent|Modell|Sprachmodell))/gi,
  /\ben tant qu(?:['’]|e )(?:IA|intelligence artificielle|assistant IA|(?:grand )?modèle (?:de langage|linguistique)(?: d['’]IA)?|modèle d['’]IA),? (?:je\b|j['’])/gi,
  /\bje suis (?:juste |seulement )?(?:une intelligence artificielle|un (?:grand )?modèle de langage|un modèle linguistique|une IA (?:développée|entraînée|créée)|un assistant IA)/gi,
  /\bcomo (?:una? )?(?:modelo de lenguaje(?: de IA)?|IA|inteligencia artificial|asistente de IA|modelo de IA),? (?:yo\b|no (?:puedo|tengo|soy)\b|puedo\b|mi\b|mis\b|carezco\b)/gi,
  /\bsoy (?:solo |sólo )?(?:un modelo de lenguaje|una inteligencia artificial|una IA (?:creada|desarrollada|entrenada)|un asistente de IA)/gi,
  /\bcomo (?:uma? )?(?:modelo de linguagem(?: de IA)?|IA|inteligência artificial|assistente de IA|modelo de IA),? (?:eu\b|não (?:posso|tenho|consigo|sou)\b|posso\b|minhas?\b|meus?\b)/gi,
  /\b(?:eu )?sou (?:apenas |só )?(?:um modelo de linguagem|uma inteligência artificial|uma IA (?:criada|desenvolvida|treinada)|um assistente de IA)/gi,
  /\b(?:in quanto|come) (?:un['’]?|una )? ?(?:modello (?:linguistico|di linguaggio)(?: di IA)?|IA|intelligenza artificiale|assistente IA|modello di IA),? (?:io\b|non (?:posso|ho|sono)\b|posso\b|(?:il mio|la mia|le mie)\b)/gi,
  /\bsono (?:solo |soltanto )?(?:un modello (?:linguistico|di linguaggio)|un['’]intelligenza artificiale|un['’]IA (?:creata|sviluppata|addestrata)|un assistente IA)/gi,
];

const openings: readonly RegExp[] = [
  /^\W{0,4}(?:sure(?: thing)?|certainly|of course|absolutely)[!,.][^\n]{0,30}?(?:here(?:['’]s| is| are)\b|below (?:is|are)\b|I(?:['’]d be happy to| can help))/gi,
  /^\W{0,4}(?:here(?:['’]s| is)|below is) (?:the|a|an|your) [^\n.:]{0,40}?\b(?:revised|rewritten|improved|polished|edited|updated|refined|humanized|paraphrased|expanded|shortened|corrected)\b[^\n.:]{0,60}:/gi,
  /^\W{0,4}(?:natürlich|gerne|selbstverständlich|klar)[!,.][^\n]{0,30}?(?:hier (?:ist|sind|findest)|nachfolgend|im Folgenden)/gi,
  /^\W{0,4}(?:bien sûr|certainement|volontiers|avec plaisir)\s?[!,.][^\n]{0,30}?(?:voici|voilà)/gi,
  /^\W{0,4}(?:claro(?: que sí)?|por supuesto|con gusto)[!,.][^\n]{0,30}?(?:aquí (?:tienes|está|te|hay)|a continuación)/gi,
  /^\W{0,4}(?:claro|com certeza|certamente|com prazer)[!,.][^\n]{0,30}?(?:aqui (?:está|estão|vai|tem)|segue|a seguir)/gi,
  /^\W{0,4}(?:certo|certamente|ecco|volentieri|con piacere)[!,.][^\n]{0,30}?(?:ecco|di seguito)/gi,
];

const closings: readonly RegExp[] = [
  /(?:would you like me to|let me know if you(?:['’]d| would) like me to|if you(?:['’]d| would)? (?:like|want|prefer),? I can (?:also )?)[^\n]{2,200}[.?!]\W{0,4}$/gi,
  /(?:möchtest du,? dass ich|möchten Sie,? dass ich|wenn du (?:möchtest|willst),? kann ich|soll ich (?:dir|Ihnen))[^\n]{2,200}[.?!]\W{0,4}$/gi,
  /(?:souhaitez-vous que je|veux-tu que je|voulez-vous que je|si (?:tu veux|vous (?:le )?(?:voulez|souhaitez)),? je peux)[^\n]{2,200}[.?!]\W{0,4}$/gi,
  /(?:¿(?:quieres|te gustaría|desea|le gustaría) que (?:te |le |lo |la )?|si (?:quieres|lo deseas|lo desea),? puedo )[^\n]{2,200}[.?!]\W{0,4}$/gi,
  /(?:(?:você )?(?:quer|gostaria) que eu |se (?:você )?(?:quiser|desejar|preferir),? (?:eu )?posso )[^\n]{2,200}[.?!]\W{0,4}$/gi,
  /(?:(?:vuoi|vuole|desideri|ti piacerebbe) che (?:io )?|se (?:vuoi|preferisci|desideri),? posso )[^\n]{2,200}[.?!]\W{0,4}$/gi,
];

function framing(where: 'opening' | 'closing') {
  return (pattern: RegExp): ArtefactPattern => ({
    id: 'artefact.chat_preamble',
    pattern,
    where,
    hard: false,
    quotable: true,
  });
}

export const artefactPatterns: readonly ArtefactPattern[] = [
  ...interfaceMarks,
  ...selfReferences.map(
    (pattern): ArtefactPattern => ({
      id: 'artefact.self_reference',
      pattern,
      where: 'anywhere',
      hard: false,
      quotable: true,
    }),
  ),
  ...openings.map(framing('opening')),
  ...closings.map(framing('closing')),
];
