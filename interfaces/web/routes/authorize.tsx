import { addMs } from '../../../domain/shared/instant.ts';
import { attempted, attemptLimits } from '../../http/attempts.ts';
import type { AuthorizeRequest } from '../../http/oauth/authorize-request.ts';
import type { WebApplication, WebEnvironment } from '../application.ts';
import type { ConnectionApplication } from '../connections.ts';
import { readConsent } from '../frozen-consent.ts';
import { ConsentPage } from '../pages/consent.tsx';
import { MessagePage } from '../pages/message.tsx';
import { signedIn } from '../signed-in.ts';
import { tooOften } from '../too-often.tsx';
import {
  type PageAnswer,
  type PageRoute,
  redirect,
  type SignedInVisit,
  type Visit,
} from '../visit.ts';

type Application = Pick<WebApplication, 'sessions' | 'visitAccount' | 'admitAttempt'> &
  Pick<ConnectionApplication, 'readAuthorization' | 'answerAddress' | 'approveAuthorization'>;

interface Ways {
  readonly application: Application;
  readonly environment: WebEnvironment;
}

/** Time to read a page and decide. */
const consentMs = 10 * 60 * 1000;

/** The authorization endpoint, as a person sees it (RFC 6749 3.1). */
export function authorizeRoutes(
  application: Application,
  environment: WebEnvironment,
): readonly PageRoute[] {
  const ways = { application, environment };
  const decision = signedIn(application, {
    method: 'POST',
    path: '/oauth/authorize/decision',
    handle: (visit) => decide(ways, visit),
  });
  return [
    { method: 'GET', path: '/oauth/authorize', handle: (visit) => judge(ways, visit) },
    decision,
  ];
}

/**
 * The request is judged before anybody is asked to sign in for it. It may name a client whose description this
 * service has to fetch from elsewhere, so it is counted before it is looked at.
 */
async function judge(ways: Ways, visit: Visit): Promise<PageAnswer> {
  const admitted = await attempted(ways.application, attemptLimits.authorize, visit.clientAddress);
  if (!admitted.ok) return tooOften(visit, attemptLimits.authorize);
  const reading = await ways.application.readAuthorization(visit.queryText);
  switch (reading.kind) {
    case 'page':
      return message(visit, { title: 'invalid', text: 'invalidHint', detail: reading.detail });
    case 'redirect':
      return redirect(reading.location);
    case 'request': {
      const { request } = reading;
      const route = signedIn(ways.application, {
        method: 'GET',
        path: '/oauth/authorize',
        handle: (known) => ask(ways, known, request),
      });
      return route.handle(visit);
    }
  }
}

/** Freezes what is asked: what is decided later is what was shown, whatever the form says. */
async function ask(
  { application, environment }: Ways,
  visit: SignedInVisit,
  request: AuthorizeRequest,
): Promise<PageAnswer> {
  const consent = environment.freshSecret();
  const frozen = { accountId: visit.account.accountId, visitor: visit.csrf(), request };
  await application.sessions.put(place(consent), {
    value: JSON.stringify(frozen),
    expiresAt: addMs(environment.now(), consentMs),
  });
  return {
    kind: 'page',
    title: visit.messages.consent.title,
    formTarget: formTarget(request.redirectUri),
    body: <ConsentPage visit={visit} request={request} consent={consent} />,
  };
}

async function decide(
  { application, environment }: Ways,
  visit: SignedInVisit,
): Promise<PageAnswer> {
  const { form, account } = visit;
  const kept = await application.sessions.take(place(form.get('consent') ?? ''), environment.now());
  const frozen = kept === undefined ? null : readConsent(kept.value);
  const own = frozen?.accountId === account.accountId && frozen.visitor === visit.csrf();
  if (frozen === null || !own) return message(visit, { title: 'title', text: 'over' });
  const { state: _, ...asked } = frozen.request;
  if (form.get('decision') !== 'approve') {
    const denied = { error: 'access_denied', description: 'the person declined' } as const;
    return redirect(application.answerAddress(frozen.request, denied));
  }
  const approved = await application.approveAuthorization({
    ...asked,
    accountId: account.accountId,
  });
  if (!approved.ok) {
    return approved.refusal.code === 'plan_required'
      ? message(visit, { title: 'title', text: 'planRequired', status: 403 })
      : message(visit, { title: 'title', text: 'over' });
  }
  const { code } = approved.value;
  return redirect(application.answerAddress(frozen.request, { code }));
}

function place(consent: string): string {
  return `consent:${consent}`;
}

type ConsentText = 'title' | 'over' | 'planRequired' | 'invalid' | 'invalidHint';

function message(
  { messages }: Visit,
  shown: {
    readonly title: ConsentText;
    readonly text: ConsentText;
    readonly detail?: string;
    readonly status?: number;
  },
): PageAnswer {
  const { consent } = messages;
  const { detail, status = 400 } = shown;
  const title = consent[shown.title];
  const props = { messages, title, text: consent[shown.text], ...(detail && { detail }) };
  return { kind: 'page', title, status, here: '/account', body: <MessagePage {...props} /> };
}

/**
 * Where the form of the page may lead. Chrome holds every hop after the form to it, and an app's own address
 * may send the browser on within https; a policy cannot name an IPv6 address at all.
 */
function formTarget(redirectUri: string): string {
  const { protocol, hostname, origin } = new URL(redirectUri);
  return protocol !== 'http:' || hostname.startsWith('[') ? protocol : origin;
}
