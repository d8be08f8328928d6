import { isUiLanguage, type UiLanguage } from '../../../domain/text/ui-language.ts';
import { german } from './de.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';
import { italian } from './it.ts';
import { portuguese } from './pt.ts';

/** Every text of the pages in one language. */
export type Messages = typeof english;

export const catalogues: Readonly<Record<UiLanguage, Messages>> = {
  en: english,
  pt: portuguese,
  es: spanish,
  fr: french,
  de: german,
  it: italian,
};

/** The language chosen before, or else the first one that the browser asks for and we have. */
export function languageOf(
  chosen: string | undefined,
  acceptLanguage: string | undefined,
): UiLanguage {
  if (chosen !== undefined && isUiLanguage(chosen)) return chosen;
  for (const code of wanted(acceptLanguage ?? '')) if (isUiLanguage(code)) return code;
  return 'en';
}

/** RFC 9110 12.5.4: languages by their weight, those of the same weight in their order. */
function wanted(header: string): readonly string[] {
  return header
    .slice(0, 500)
    .split(',')
    .map((entry) => {
      const [range = '', ...parameters] = entry.trim().toLowerCase().split(';');
      const weight = parameters.find((parameter) => parameter.trim().startsWith('q='));
      const quality = weight === undefined ? 1 : Number(weight.trim().slice(2));
      return { code: range.split('-')[0] ?? '', quality: Number.isNaN(quality) ? 0 : quality };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ code }) => code);
}
