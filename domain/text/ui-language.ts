/** The languages in which explanations are written (`ui_lang`), also the languages we check grammar in. */
export const uiLanguages = ['en', 'pt', 'es', 'fr', 'de', 'it'] as const;
export type UiLanguage = (typeof uiLanguages)[number];

export function isUiLanguage(code: string): code is UiLanguage {
  return uiLanguages.some((language) => language === code);
}
