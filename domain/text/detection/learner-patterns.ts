import type { UiLanguage } from '../ui-language.ts';

/**
 * Constructions that learners of a language write and that assistants and native writers avoid. Each is
 * rare enough in edited prose that two of them in a short text say more about the writer than chance does.
 */
export const learnerPatterns: Readonly<Record<UiLanguage, readonly RegExp[]>> = {
  en: [
    /\b(?:informations|advices|researches|equipments|furnitures|homeworks|knowledges|peoples'? (?:is|are|think)|childrens|mens|womens|feedbacks|evidences|softwares)\b/gi,
    /\bin the other hand\b|\bat the same time of\b|\bin my point of view\b|\baccording to (?:me|my opinion)\b|\bin nowadays\b|\bnow a days\b/gi,
    /\b(?:i am|i'm|we are) (?:agree|disagree)\b|\bit is depend\b|\bit depends of\b|\bdepend of\b/gi,
    /\b(?:discuss|mention|emphasi[sz]e|describe) about\b|\bexplain (?:me|you|us|them)\b|\bsuggest (?:me|you|us) to\b/gi,
    /\bmore (?:better|easier|bigger|faster|happier|cheaper|stronger|worse|harder|higher)\b|\bthe most (?:best|biggest|easiest)\b/gi,
    /\b(?:he|she|it) (?:have|don't|do not|were|want|need|think|like|make|go|give|help)\b(?! to be)/gi,
    /\b(?:they|we|people|you) (?:is|was|has|doesn't|does not)\b/gi,
    /\b(?:this|that|every|each|another|one) (?:things|people|problems|reasons|ways|students|countries|persons|years|books|examples)\b/gi,
    /\b(?:these|those|many|several|few|two|three) (?:thing|problem|reason|way|student|country|person|year|book|example|kind|place|time)\b/gi,
    /\b(?:much|less) (?:people|things|problems|students|cars|friends|jobs|countries|books)\b/gi,
    /\b(?:can|could|will|would|should|must|may|might) (?:to|is|was|has|had|does|did|gets|makes|goes|takes)\b/gi,
    /\b(?:to|didn't|don't|doesn't|did not|does not|do not) (?:went|was|were|had been|made|took|got|gave|saw|came|knew|has|is|are)\b/gi,
    /\b(?:a|an) (?:people|things|problems|students|advice|information|knowledge|homework|equipment|children|years)\b/gi,
    /\bthe (?:nature|society|life|people) (?:is|are|has|have|can|will|needs?) (?:very|more|a|the|so)\b/gi,
    /\b(?:although|though|even though)\b[^.!?]{5,80}, but\b|\bbecause\b[^.!?]{5,80}, so\b/gi,
    /\b(?:listen|go|belong|related|reply|refer) (?:music|school|home to|the teacher|me the)\b/gi,
    /\bthe most of (?:the )?(?:people|students|time|them)\b|\bmost of people\b|\bone of the (?:reason|problem|thing|way|person|example|country|student)\b/gi,
    /\b(?:interesting|interested) (?:about|on)\b|\bmarried with\b|\barrive to\b|\bin the internet\b|\bconsist on\b/gi,
    /\b(?:enjoy|avoid|finish|suggest|consider|keep) to \w+/gi,
    /\b(?:look forward|used|accustomed) to (?:see|meet|hear|work|live|be)\b(?= (?:you|from|in the))/gi,
    /\bvery (?:much )?(?:agree|like|enjoy|need)\b|\bso much (?:people|things|problems)\b|\bhow (?:can|to) (?:i|we) (?:do|solve)\b/gi,
  ],
  de: [
    /\b(?:ich|er|man) (?:haben|können|müssen|wollen|gehen|machen)\b(?! Sie)/g,
    /\bdas (?:Frage|Meinung|Zeit|Schule|Arbeit|Gesellschaft|Person|Stadt)\b/g,
    /\b(?:die|der) (?:Problem|Leben|Kind|Land|Jahr|Haus|Beispiel|Buch)\b(?! der)/g,
    /\b(?:ein|mein|kein) (?:Frage|Meinung|Schule|Arbeit|Person|Stadt|Familie)\b/g,
    /\bweil (?:ich|er|sie|es|man|wir) (?:bin|ist|habe|hat|kann|muss|will|sind|haben)\b/g,
    /\bwenn (?:ich|er|sie|es|man|wir) (?:bin|ist|habe|hat|kann|muss|will|sind|haben)\b/g,
  ],
  fr: [
    /\b(?:le|un) (?:question|vie|société|école|personne|famille|problématique|ville)\b/gi,
    /\b(?:la|une) (?:problème|travail|monde|pays|exemple|livre|temps|système)\b/gi,
    /\b(?:je|il|elle|on) (?:sont|ont|peuvent|veulent|doivent|vont|avons|sommes)\b/gi,
    /\b(?:beaucoup|plus|moins) des (?:gens|personnes|choses|problèmes)\b|\bplus (?:bon|bien)\b/gi,
    /\bsi (?:je|il|elle|on|nous) (?:serait|aurait|pourrait|serais|aurais)\b/gi,
  ],
  es: [
    /\b(?:el|un) (?:gente|vida|sociedad|escuela|persona|familia|ciudad|cosa)\b/gi,
    /\b(?:la|una) (?:problema|tema|sistema|mundo|país|libro|trabajo|programa|clima)\b/gi,
    /\b(?:la gente|todo el mundo) (?:son|están|tienen|pueden|quieren|piensan|creen|van|hacen|viven)\b/gi,
    /\b(?:muy mucho|más mejor|más bueno|en mi punto de vista|depende en|estoy de acuerdo que)\b/gi,
    /\b(?:yo|él|ella) (?:son|están|tienen|pueden|somos|tenemos)\b|\bes importante a\b|\bpor que es\b/gi,
    /\b(?:mucho|todo) (?:personas|cosas|gente|problemas|años|países)\b|\bmuchas (?:problemas|países|años)\b/gi,
  ],
  pt: [
    /\b(?:o|um) (?:gente|vida|sociedade|escola|pessoa|família|cidade|coisa)\b/gi,
    /\b(?:a|uma) (?:problema|sistema|mundo|país|livro|trabalho|programa|clima)\b/gi,
    /\ba gente (?:são|estão|têm|podem|vamos|fazem)\b|\bmuito (?:pessoas|coisas|problemas)\b/gi,
  ],
  it: [
    /\b(?:il|un) (?:gente|vita|società|scuola|persona|famiglia|città|cosa)\b/gi,
    /\b(?:la|una) (?:problema|sistema|mondo|paese|libro|lavoro|programma|clima)\b/gi,
    /\bla gente (?:sono|hanno|possono|vogliono|pensano|fanno)\b|\bmolto (?:persone|cose|problemi)\b/gi,
  ],
};
