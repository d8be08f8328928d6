import type { Express } from 'express';
import { serve } from '../http/serve.ts';
import type { WebApplication, WebEnvironment } from './application.ts';
import { assetEndpoints } from './assets.ts';
import { forPeople } from './for-people.tsx';
import { accountRoutes, signOutRoutes } from './routes/account.tsx';
import { agentRoutes } from './routes/agent.tsx';
import { appRoutes } from './routes/apps.tsx';
import { authorizeRoutes } from './routes/authorize.tsx';
import { connectRoutes } from './routes/connect.tsx';
import { keyRoutes } from './routes/keys.tsx';
import { languageRoutes } from './routes/language.ts';
import { passkeyRoutes } from './routes/passkeys.tsx';
import { signInRoutes } from './routes/sign-in.tsx';
import { perhapsSignedIn, signedIn } from './signed-in.ts';
import type { PageRoute } from './visit.ts';
import { webSession } from './web-session.ts';

/** Adds the pages that people see to the app. */
export function mountWeb(
  app: Express,
  application: WebApplication,
  environment: WebEnvironment,
): void {
  for (const { path, handle } of assetEndpoints())
    app.get(path, serve(environment, { path, handle }));
  const routes = pageRoutes(application, environment);
  const session = webSession(application.sessions, environment);
  // Last, what people may look for in vain; elsewhere it is programs that do, and they get a problem.
  for (const path of new Set([...routes.map((route) => route.path), '/account/{*rest}'])) {
    const here = routes.filter((route) => route.path === path);
    app.all(path, (request, response) => {
      const handle = forPeople({ environment, session, request }, here);
      serve(environment, { path, handle })(request, response);
    });
  }
}

function pageRoutes(
  application: WebApplication,
  environment: WebEnvironment,
): readonly PageRoute[] {
  const ofAccount = [
    ...accountRoutes(),
    ...keyRoutes(application),
    ...appRoutes(application),
    ...agentRoutes(application),
    ...passkeyRoutes(application),
  ];
  return [
    ...signOutRoutes(),
    ...languageRoutes(environment.baseUrl.startsWith('https:')),
    ...signInRoutes(application, environment),
    ...authorizeRoutes(application, environment),
    ...connectRoutes(environment.baseUrl).map((route) => perhapsSignedIn(application, route)),
    ...ofAccount.map((route) => signedIn(application, route)),
  ];
}
