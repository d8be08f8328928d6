import type { VisitedAccount } from '../../application/access/visit-account.ts';
import { accountId } from '../../domain/shared/ids.ts';
import type { WebApplication } from './application.ts';
import { type PageRoute, redirect, type SignedInRoute, type Visit } from './visit.ts';

type Application = Pick<WebApplication, 'visitAccount'>;

/** A route for people whose account is known; others sign in first and come back. */
export function signedIn(application: Application, route: SignedInRoute): PageRoute {
  return {
    ...route,
    async handle(visit) {
      const account = await accountOf(application, visit);
      if (account === null) return redirect(signInPath(route, visit));
      const answer = await route.handle({ ...visit, account });
      return answer.kind === 'page' ? { ...answer, account } : answer;
    },
  };
}

/** A route for everybody, which shows people who are known where they are in their account. */
export function perhapsSignedIn(application: Application, route: PageRoute): PageRoute {
  return {
    ...route,
    async handle(visit) {
      const account = await accountOf(application, visit);
      const answer = await route.handle(visit);
      return answer.kind === 'page' && account !== null ? { ...answer, account } : answer;
    },
  };
}

/** Asked on every request: an account that is erased is not visited any more. */
async function accountOf(
  application: Application,
  { session }: Visit,
): Promise<VisitedAccount | null> {
  if (session.accountId === undefined) return null;
  const account = await application.visitAccount({ accountId: accountId(session.accountId) });
  if (account === null) delete session.accountId;
  return account;
}

function signInPath({ method, path }: SignedInRoute, { queryText }: Visit): string {
  // What a form wanted to do is not done behind a person's back once it is known who it is.
  if (method === 'POST') return '/sign-in';
  const returnTo = queryText === '' ? path : `${path}?${queryText}`;
  return `/sign-in?${new URLSearchParams({ return_to: returnTo })}`;
}
