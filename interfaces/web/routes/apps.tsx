import { authorizationId } from '../../../domain/shared/ids.ts';
import type { ConnectionApplication } from '../connections.ts';
import { idIn } from '../id-in.ts';
import { takeNotice } from '../notice.ts';
import { AppsPage } from '../pages/apps.tsx';
import { type PageAnswer, redirect, type SignedInRoute, type SignedInVisit } from '../visit.ts';

type Application = Pick<ConnectionApplication, 'listConnections' | 'disconnect'>;

const here = '/account/apps';

/** Connected apps and agents: listed, disconnected. */
export function appRoutes(application: Application): readonly SignedInRoute[] {
  return [
    { method: 'GET', path: here, handle: (visit) => list(application, visit) },
    {
      method: 'POST',
      path: '/account/apps/disconnect',
      handle: (visit) => disconnect(application, visit),
    },
  ];
}

async function list(
  application: Application,
  visit: SignedInVisit,
  { status = 200, ...alarm }: { readonly status?: number; readonly alarm?: string } = {},
): Promise<PageAnswer> {
  const { messages, account } = visit;
  const connections = await application.listConnections({ accountId: account.accountId });
  const notice = takeNotice(visit, { disconnected: messages.apps.disconnected });
  const body = <AppsPage visit={visit} connections={connections} notice={notice} {...alarm} />;
  return { kind: 'page', title: messages.apps.title, status, here, body };
}

async function disconnect(application: Application, visit: SignedInVisit): Promise<PageAnswer> {
  const { form, messages, account } = visit;
  const id = idIn(authorizationId, form.get('authorization_id'));
  const gone = { status: 404, alarm: messages.apps.gone };
  if (id === null) return list(application, visit, gone);
  const { accountId } = account;
  const ended = await application.disconnect({ accountId, authorizationId: id });
  if (!ended.ok) return list(application, visit, gone);
  visit.session.notice = 'disconnected';
  return redirect(here);
}
