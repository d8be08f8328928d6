import { displayName } from '../../../domain/access/display-name.ts';
import { passkeyId } from '../../../domain/shared/ids.ts';
import type { PasskeyApplication } from '../application.ts';
import { idIn } from '../id-in.ts';
import { jsonIn } from '../json-in.ts';
import { takeNotice } from '../notice.ts';
import { PasskeysPage } from '../pages/passkeys.tsx';
import { type PageAnswer, redirect, type SignedInRoute, type SignedInVisit } from '../visit.ts';

const here = '/account/passkeys';

/** Passkeys: added, listed, removed. */
export function passkeyRoutes(application: PasskeyApplication): readonly SignedInRoute[] {
  return [
    { method: 'GET', path: here, handle: (visit) => list(application, visit) },
    {
      method: 'POST',
      path: '/account/passkeys/options',
      handle: (visit) => options(application, visit),
    },
    { method: 'POST', path: '/account/passkeys/add', handle: (visit) => add(application, visit) },
    {
      method: 'POST',
      path: '/account/passkeys/remove',
      handle: (visit) => remove(application, visit),
    },
  ];
}

async function list(
  application: PasskeyApplication,
  visit: SignedInVisit,
  state: { readonly status?: number; readonly alarm?: string } = {},
): Promise<PageAnswer> {
  const { messages, account } = visit;
  const texts = messages.passkeys;
  const passkeys = await application.listPasskeys({ accountId: account.accountId });
  const notice = takeNotice(visit, { added: texts.added, removed: texts.removed });
  const { status = 200, ...alarm } = state;
  const body = <PasskeysPage visit={visit} passkeys={passkeys} notice={notice} {...alarm} />;
  return { kind: 'page', title: texts.title, status, here, body };
}

async function options(application: PasskeyApplication, visit: SignedInVisit): Promise<PageAnswer> {
  const { accountId } = visit.account;
  const request = await application.requestNewPasskey({ accountId, visitor: visit.csrf() });
  return request === null
    ? { kind: 'json', status: 409, body: {} }
    : { kind: 'json', body: request };
}

async function add(application: PasskeyApplication, visit: SignedInVisit): Promise<PageAnswer> {
  const { form, messages, account } = visit;
  const added = await application.addPasskey({
    accountId: account.accountId,
    answer: jsonIn(form.get('answer') ?? ''),
    name: displayName(form.get('name') ?? '') || messages.passkeys.defaultName,
    visitor: visit.csrf(),
  });
  if (added === null) {
    return list(application, visit, { status: 422, alarm: messages.passkeys.failed });
  }
  visit.session.notice = 'added';
  return redirect(here);
}

async function remove(application: PasskeyApplication, visit: SignedInVisit): Promise<PageAnswer> {
  const { form, messages, account } = visit;
  const id = idIn(passkeyId, form.get('passkey_id'));
  const gone = { status: 404, alarm: messages.passkeys.gone };
  if (id === null) return list(application, visit, gone);
  const { accountId } = account;
  const removed = await application.removePasskey({ accountId, passkeyId: id });
  if (!removed.ok) return list(application, visit, gone);
  visit.session.notice = 'removed';
  return redirect(here);
}
