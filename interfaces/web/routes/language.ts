import { isUiLanguage } from '../../../domain/text/ui-language.ts';
import { ownPath } from '../own-path.ts';
import { type PageAnswer, type PageRoute, redirect, type Visit } from '../visit.ts';

export const languageCookie = 'assay-language';

const yearMs = 365 * 24 * 60 * 60 * 1000;

/** Remembers a language in the browser and goes back to the page. */
export function languageRoutes(secure: boolean): readonly PageRoute[] {
  return [{ method: 'GET', path: '/language', handle: async (visit) => choose(visit, secure) }];
}

function choose({ query, request }: Visit, secure: boolean): PageAnswer {
  const language = query.get('to') ?? '';
  if (isUiLanguage(language)) {
    const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
    request.res?.cookie(languageCookie, language, { ...attributes, maxAge: yearMs });
  }
  return redirect(ownPath(query.get('back')) ?? '/account');
}
