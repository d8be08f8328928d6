import { OverviewPage } from '../pages/overview.tsx';
import {
  type PageAnswer,
  type PageRoute,
  redirect,
  type SignedInRoute,
  type Visit,
} from '../visit.ts';

/** Where the account stands. */
export function accountRoutes(): readonly SignedInRoute[] {
  return [
    {
      method: 'GET',
      path: '/account',
      handle: async (visit) => ({
        kind: 'page',
        title: visit.messages.overview.title,
        body: <OverviewPage visit={visit} />,
      }),
    },
  ];
}

/** Signing out works from any page, also from one whose account is gone. */
export function signOutRoutes(): readonly PageRoute[] {
  return [
    { method: 'GET', path: '/', handle: async () => redirect('/account') },
    { method: 'POST', path: '/sign-out', handle: signOut },
  ];
}

async function signOut({ request }: Visit): Promise<PageAnswer> {
  await new Promise<void>((resolve, reject) => {
    request.session.destroy((error: unknown) => (error ? reject(error) : resolve()));
  });
  return redirect('/sign-in');
}
