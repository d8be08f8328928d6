import { displayName } from '../../../domain/access/display-name.ts';
import { keyId } from '../../../domain/shared/ids.ts';
import type { KeyApplication } from '../application.ts';
import { idIn } from '../id-in.ts';
import { takeNotice } from '../notice.ts';
import { type KeyFormState, KeysPage, NewKeyPage } from '../pages/keys.tsx';
import { type PageAnswer, redirect, type SignedInRoute, type SignedInVisit } from '../visit.ts';

const here = '/account/keys';

/** API keys: made, listed, revoked. */
export function keyRoutes(application: KeyApplication): readonly SignedInRoute[] {
  return [
    { method: 'GET', path: here, handle: (visit) => list(application, visit) },
    {
      method: 'POST',
      path: '/account/keys/create',
      handle: (visit) => create(application, visit),
    },
    {
      method: 'POST',
      path: '/account/keys/revoke',
      handle: (visit) => revoke(application, visit),
    },
  ];
}

interface ListState {
  readonly status?: number;
  readonly form?: KeyFormState;
  readonly alarm?: string;
}

async function list(
  application: KeyApplication,
  visit: SignedInVisit,
  { status = 200, ...state }: ListState = {},
): Promise<PageAnswer> {
  const { messages } = visit;
  const keys = await application.browseKeys({ accountId: visit.account.accountId });
  const notice = takeNotice(visit, { revoked: messages.keys.revokedNow });
  const props = { visit, keys, notice, ...state };
  return { kind: 'page', title: messages.keys.title, status, here, body: <KeysPage {...props} /> };
}

async function create(application: KeyApplication, visit: SignedInVisit): Promise<PageAnswer> {
  const { form, messages, account } = visit;
  const name = displayName(form.get('name') ?? '');
  const cap = (form.get('cap') ?? '').trim();
  // Points, commas and spaces between thousands, as any of the languages writes them.
  const digits = cap.replace(/(?<=\d)[.,'’\s](?=\d{3}(\D|$))/g, '');
  const monthlyCap = digits === '' ? null : Number(digits);
  const isWholeCap = /^[1-9]\d{0,14}$/.test(digits) || monthlyCap === null;
  if (name === '' || !isWholeCap) {
    const state = {
      name,
      cap,
      ...(name === '' && { nameFault: messages.keys.badName }),
      ...(!isWholeCap && { capFault: messages.keys.badCap }),
    };
    return list(application, visit, { status: 422, form: state });
  }
  const made = await application.createKey({ accountId: account.accountId, name, monthlyCap });
  if (!made.ok) return list(application, visit, { status: 422, alarm: made.refusal.detail });
  const body = <NewKeyPage visit={visit} name={name} value={made.value.key} />;
  return { kind: 'page', title: messages.keys.yourKey, here, body };
}

async function revoke(application: KeyApplication, visit: SignedInVisit): Promise<PageAnswer> {
  const { form, messages, account } = visit;
  const id = idIn(keyId, form.get('key_id'));
  const gone = { status: 404, alarm: messages.keys.gone };
  if (id === null) return list(application, visit, gone);
  const revoked = await application.revokeKey({ accountId: account.accountId, keyId: id });
  if (!revoked.ok) return list(application, visit, gone);
  visit.session.notice = 'revoked';
  return redirect(here);
}
