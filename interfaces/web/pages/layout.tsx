import type { ComponentChildren } from 'preact';
import type { VisitedAccount } from '../../../application/access/visit-account.ts';
import { uiLanguages } from '../../../domain/text/ui-language.ts';
import { paths } from '../../http/oauth/addresses.ts';
import { assets } from '../assets.ts';
import { catalogues } from '../languages/messages.ts';
import type { Visit } from '../visit.ts';
import { CsrfField } from './parts.tsx';

export interface LayoutProps {
  readonly visit: Visit;
  /** Who is signed in, if anybody is. */
  readonly account: VisitedAccount | undefined;
  readonly title: string;
  /** Path and query that show this page again. */
  readonly here: string;
  readonly children: ComponentChildren;
}

/** What every page has around its content. */
export function Layout({ visit, account, title, here, children }: LayoutProps) {
  const { messages, language } = visit;
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · ${messages.service}`}</title>
        <link rel="icon" href={assets.icon} type="image/svg+xml" />
        <link rel="stylesheet" href={assets.style} />
        <script src={assets.script} type="module" />
      </head>
      <body>
        <a class="skip" href="#content">
          {messages.skipToContent}
        </a>
        <Top visit={visit} account={account} here={here} />
        <main class="inner" id="content" tabIndex={-1}>
          {children}
        </main>
        <Foot visit={visit} here={here} />
      </body>
    </html>
  );
}

function Top({ visit, account, here }: Pick<LayoutProps, 'visit' | 'account' | 'here'>) {
  const { messages } = visit;
  return (
    <header class="top">
      <div class="inner">
        <div class="bar">
          <a class="brand" href="/account">
            {messages.service}
          </a>
          {account !== undefined && (
            <div class="who">
              <span>{account.email}</span>
              <form method="post" action="/sign-out">
                <CsrfField visit={visit} />
                <button class="plain" type="submit">
                  {messages.signOut}
                </button>
              </form>
            </div>
          )}
        </div>
        {account !== undefined && <Sections visit={visit} here={here} />}
      </div>
    </header>
  );
}

function Sections({ visit, here }: { readonly visit: Visit; readonly here: string }) {
  const { messages } = visit;
  const sections = [
    ['/account', messages.overview.title],
    ['/account/keys', messages.keys.title],
    ['/account/apps', messages.apps.short],
    ['/account/passkeys', messages.passkeys.title],
    [paths.connectPage, messages.connect.short],
  ] as const;
  return (
    <nav class="sections" aria-label={messages.accountNavigation}>
      <ul>
        {sections.map(([path, name]) => (
          <li key={path}>
            <a
              href={path}
              {...(here.split('?')[0] === path && { 'aria-current': 'page' as const })}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Foot({ visit, here }: { readonly visit: Visit; readonly here: string }) {
  return (
    <footer class="foot">
      <p class="inner">
        <a href={paths.connectPage}>{visit.messages.connect.title}</a>
      </p>
      <nav class="inner" aria-label={visit.messages.language}>
        <ul>
          {uiLanguages.map((language) => (
            <li key={language} lang={language}>
              {language === visit.language ? (
                <span aria-current="true">{catalogues[language].name}</span>
              ) : (
                <a href={`/language?${new URLSearchParams({ to: language, back: here })}`}>
                  {catalogues[language].name}
                </a>
              )}
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  );
}
