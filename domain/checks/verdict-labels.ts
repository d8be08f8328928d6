import type { UiLanguage } from '../text/ui-language.ts';
import type { VerdictKey } from './report.ts';

/** Display labels of the verdict keys. */
export const verdictLabels: Readonly<Record<UiLanguage, Readonly<Record<VerdictKey, string>>>> = {
  en: {
    human: 'Written by a person',
    likely_human: 'Probably written by a person',
    uncertain: 'Uncertain',
    mixed: 'Partly AI-generated',
    likely_ai: 'Probably AI-generated',
    ai: 'AI-generated',
    forensics: 'Hidden marks or declared AI content',
  },
  de: {
    human: 'Von einem Menschen geschrieben',
    likely_human: 'Wahrscheinlich von einem Menschen geschrieben',
    uncertain: 'Unklar',
    mixed: 'Teilweise KI-generiert',
    likely_ai: 'Wahrscheinlich KI-generiert',
    ai: 'KI-generiert',
    forensics: 'Versteckte Zeichen oder erklärter KI-Inhalt',
  },
  fr: {
    human: 'Écrit par une personne',
    likely_human: 'Probablement écrit par une personne',
    uncertain: 'Incertain',
    mixed: 'En partie généré par IA',
    likely_ai: 'Probablement généré par IA',
    ai: 'Généré par IA',
    forensics: 'Marques cachées ou contenu déclaré comme généré par IA',
  },
  es: {
    human: 'Escrito por una persona',
    likely_human: 'Probablemente escrito por una persona',
    uncertain: 'Incierto',
    mixed: 'Generado en parte por IA',
    likely_ai: 'Probablemente generado por IA',
    ai: 'Generado por IA',
    forensics: 'Marcas ocultas o contenido declarado como generado por IA',
  },
  pt: {
    human: 'Escrito por uma pessoa',
    likely_human: 'Provavelmente escrito por uma pessoa',
    uncertain: 'Incerto',
    mixed: 'Gerado em parte por IA',
    likely_ai: 'Provavelmente gerado por IA',
    ai: 'Gerado por IA',
    forensics: 'Marcas ocultas ou conteúdo declarado como gerado por IA',
  },
  it: {
    human: 'Scritto da una persona',
    likely_human: 'Probabilmente scritto da una persona',
    uncertain: 'Incerto',
    mixed: 'Generato in parte da IA',
    likely_ai: 'Probabilmente generato da IA',
    ai: 'Generato da IA',
    forensics: 'Segni nascosti o contenuto dichiarato come generato da IA',
  },
};
