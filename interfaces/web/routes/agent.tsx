import { registrationId } from '../../../domain/shared/ids.ts';
import type { ConnectionApplication } from '../connections.ts';
import { idIn } from '../id-in.ts';
import { AgentCheckPage, AgentCodePage } from '../pages/agent.tsx';
import { MessagePage } from '../pages/message.tsx';
import { type PageAnswer, redirect, type SignedInRoute, type SignedInVisit } from '../visit.ts';

type Application = Pick<ConnectionApplication, 'enterUserCode' | 'showClaim' | 'decideClaim'>;

/** Agents that ask for access by a code: typed, looked at, decided. */
export function agentRoutes(application: Application): readonly SignedInRoute[] {
  return [
    { method: 'GET', path: '/agent', handle: async (visit) => codePage(visit) },
    { method: 'POST', path: '/agent', handle: (visit) => enter(application, visit) },
    { method: 'GET', path: '/agent/check', handle: (visit) => check(application, visit) },
    { method: 'POST', path: '/agent/decision', handle: (visit) => decide(application, visit) },
  ];
}

async function enter(application: Application, visit: SignedInVisit): Promise<PageAnswer> {
  const { form, messages, account, clientAddress } = visit;
  const texts = messages.agent;
  const code = (form.get('code') ?? '').replace(/[^\p{L}\p{N}]/gu, '');
  if (!/^[0-9]{6}$/.test(code)) return codePage(visit, { fault: texts.malformed });
  const { accountId } = account;
  const entered = await application.enterUserCode({ accountId, code, clientAddress });
  switch (entered.status) {
    case 'entered':
      return redirect(
        `/agent/check?${new URLSearchParams({ registration: entered.registrationId })}`,
      );
    case 'wrong':
      return codePage(visit, { fault: texts.wrong });
    case 'too_many':
      return codePage(visit, {
        alarm: texts.tooMany(Math.ceil(entered.retryAfterSeconds / 60)),
        status: 429,
        retryAfterSeconds: entered.retryAfterSeconds,
      });
  }
}

async function check(application: Application, visit: SignedInVisit): Promise<PageAnswer> {
  const { query, messages, account } = visit;
  const id = idIn(registrationId, query.get('registration') ?? undefined);
  if (id === null) return redirect('/agent');
  const { accountId } = account;
  const agent = await application.showClaim({ accountId, registrationId: id });
  if (agent === null) return message(visit, { title: 'title', text: 'over', status: 404 });
  const { checkTitle } = messages.agent;
  return { kind: 'page', title: checkTitle, body: <AgentCheckPage visit={visit} agent={agent} /> };
}

async function decide(application: Application, visit: SignedInVisit): Promise<PageAnswer> {
  const { form, account } = visit;
  const id = idIn(registrationId, form.get('registration'));
  const over = { title: 'title', text: 'over', status: 404 } as const;
  if (id === null) return message(visit, over);
  const decision = form.get('decision') === 'approve' ? 'approve' : 'decline';
  const { accountId } = account;
  const decided = await application.decideClaim({ accountId, registrationId: id, decision });
  if (!decided.ok) {
    return decided.refusal.code === 'plan_required'
      ? message(visit, { title: 'title', text: 'planRequired', status: 403 })
      : message(visit, over);
  }
  return decided.value.status === 'approved'
    ? message(visit, { title: 'approved', text: 'approvedHint' })
    : message(visit, { title: 'declined', text: 'declinedHint' });
}

interface CodeState {
  readonly fault?: string;
  readonly alarm?: string;
  readonly status?: number;
  readonly retryAfterSeconds?: number;
}

function codePage(visit: SignedInVisit, state: CodeState = {}): PageAnswer {
  const { status, retryAfterSeconds = 0, ...faults } = state;
  const { title } = visit.messages.agent;
  const failed = faults.fault !== undefined || faults.alarm !== undefined;
  const body = <AgentCodePage visit={visit} {...faults} />;
  const shown = { status: status ?? (failed ? 422 : 200), retryAfterSeconds };
  return { kind: 'page', title, here: '/agent', body, ...shown };
}

type AgentText =
  | 'title'
  | 'over'
  | 'planRequired'
  | 'approved'
  | 'approvedHint'
  | 'declined'
  | 'declinedHint';

function message(
  { messages }: SignedInVisit,
  shown: { readonly title: AgentText; readonly text: AgentText; readonly status?: number },
): PageAnswer {
  const { agent } = messages;
  const title = agent[shown.title];
  const body = <MessagePage messages={messages} title={title} text={agent[shown.text]} />;
  return { kind: 'page', title, status: shown.status ?? 200, here: '/agent', body };
}
