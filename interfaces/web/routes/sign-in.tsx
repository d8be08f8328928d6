import { signInMinutes } from '../../../application/access/start-sign-in.ts';
import { type AccountId, signInId } from '../../../domain/shared/ids.ts';
import { type Attempts, attempted, attemptLimits } from '../../http/attempts.ts';
import type { SignInApplication, WebEnvironment } from '../application.ts';
import { browserMarkOf, keepBrowserMark } from '../browser-mark.ts';
import { jsonIn } from '../json-in.ts';
import { ownPath } from '../own-path.ts';
import { CodePage } from '../pages/code.tsx';
import { SignInPage } from '../pages/sign-in.tsx';
import { tooOften } from '../too-often.tsx';
import { type PageAnswer, type PageRoute, redirect, type Visit } from '../visit.ts';

type Application = SignInApplication & Attempts;

const home = '/account';

/** Signing in: by a code that is mailed, or by a passkey. */
export function signInRoutes(
  application: Application,
  environment: WebEnvironment,
): readonly PageRoute[] {
  return [
    { method: 'GET', path: '/sign-in', handle: (visit) => askWho(application, visit) },
    {
      method: 'POST',
      path: '/sign-in/email',
      handle: (visit) => sendCode(application, environment, visit),
    },
    { method: 'GET', path: '/sign-in/code', handle: async (visit) => askCode(visit) },
    {
      method: 'POST',
      path: '/sign-in/code',
      handle: (visit) => tryCode(application, environment, visit),
    },
    {
      method: 'POST',
      path: '/sign-in/passkey/options',
      handle: (visit) => passkeyOptions(application, visit),
    },
    {
      method: 'POST',
      path: '/sign-in/passkey',
      handle: (visit) => tryPasskey(application, environment, visit),
    },
  ];
}

async function askWho(application: Application, visit: Visit): Promise<PageAnswer> {
  const { session, clientAddress } = visit;
  const returnTo = ownPath(visit.query.get('return_to')) ?? home;
  if (session.accountId !== undefined) return redirect(returnTo);
  if (session.csrf === undefined) {
    const admitted = await attempted(application, attemptLimits.session, clientAddress);
    if (!admitted.ok) return tooOften(visit, attemptLimits.session);
  }
  return signInPage(visit, { returnTo });
}

async function sendCode(
  application: SignInApplication,
  environment: WebEnvironment,
  visit: Visit,
): Promise<PageAnswer> {
  const { form, messages, clientAddress, session } = visit;
  const returnTo = ownPath(form.get('return_to')) ?? home;
  const email = (form.get('email') ?? '').trim();
  if (!looksLikeEmail(email)) {
    return signInPage(visit, { returnTo, email, fault: messages.signIn.badEmail }, 422);
  }
  const letter = (code: string) => ({
    subject: messages.letter.subject,
    text: messages.letter.text(code, signInMinutes),
  });
  const browserMark = browserMarkOf(visit, environment);
  const started = await application.startSignIn({ email, clientAddress, browserMark, letter });
  if (started.status === 'too_many') {
    const { retryAfterSeconds } = started;
    const alarm = messages.signIn.tooMany(Math.ceil(retryAfterSeconds / 60));
    const page = signInPage(visit, { returnTo, email, alarm }, 429);
    return page.kind === 'page' ? { ...page, retryAfterSeconds } : page;
  }
  session.signIn = { id: started.signInId, email, returnTo };
  return redirect('/sign-in/code');
}

function askCode(visit: Visit): PageAnswer {
  const { signIn } = visit.session;
  if (signIn === undefined) return redirect('/sign-in');
  return codePage(visit, signIn);
}

async function tryCode(
  application: SignInApplication,
  environment: WebEnvironment,
  visit: Visit,
): Promise<PageAnswer> {
  const { session, messages, form } = visit;
  const { signIn } = session;
  if (signIn === undefined) return redirect('/sign-in');
  const code = form.get('code') ?? '';
  const finished = await application.finishSignIn({ signInId: signInId(signIn.id), code });
  switch (finished.status) {
    case 'signed_in':
      await signedIn(visit, environment, finished.accountId);
      keepBrowserMark(visit, environment, application.markBrowser(signIn.email));
      return redirect(signIn.returnTo);
    case 'malformed':
      return codePage(visit, { ...signIn, fault: messages.code.malformed }, 422);
    case 'wrong_code': {
      const words = messages.code.wrong(finished.triesLeft);
      return finished.triesLeft > 0
        ? codePage(visit, { ...signIn, fault: words }, 422)
        : codePage(visit, { ...signIn, over: words }, 422);
    }
    case 'over':
      return codePage(visit, { ...signIn, over: messages.code.over }, 422);
  }
}

async function passkeyOptions(application: SignInApplication, visit: Visit): Promise<PageAnswer> {
  const { clientAddress } = visit;
  const options = await application.requestPasskeySignIn({ visitor: visit.csrf(), clientAddress });
  return options === null
    ? { kind: 'json', status: 429, body: {} }
    : { kind: 'json', body: options };
}

async function tryPasskey(
  application: SignInApplication,
  environment: WebEnvironment,
  visit: Visit,
): Promise<PageAnswer> {
  const { form, messages } = visit;
  const returnTo = ownPath(form.get('return_to')) ?? home;
  const answer = jsonIn(form.get('answer') ?? '');
  const accountId = await application.signInWithPasskey({ answer, visitor: visit.csrf() });
  if (accountId === null) {
    return signInPage(visit, { returnTo, alarm: messages.signIn.passkeyFailed }, 422);
  }
  await signedIn(visit, environment, accountId);
  return redirect(returnTo);
}

/** A session of its own for who is known now: whoever knew the id of the one before knows nothing of this. */
async function signedIn(
  { request }: Visit,
  { now, freshSecret }: WebEnvironment,
  accountId: AccountId,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    request.session.regenerate((error: unknown) => (error ? reject(error) : resolve()));
  });
  Object.assign(request.session, { accountId, signedInAt: now(), csrf: freshSecret() });
}

interface SignInState {
  readonly returnTo: string;
  readonly email?: string;
  readonly fault?: string;
  readonly alarm?: string;
}

function signInPage(visit: Visit, state: SignInState, status = 200): PageAnswer {
  const { title } = visit.messages.signIn;
  const here = `/sign-in?${new URLSearchParams({ return_to: state.returnTo })}`;
  const body = <SignInPage visit={visit} {...state} />;
  return { kind: 'page', title, status, here, body };
}

interface CodeState {
  readonly email: string;
  readonly returnTo: string;
  readonly fault?: string;
  readonly over?: string;
}

function codePage(
  visit: Visit,
  { email, returnTo, ...faults }: CodeState,
  status = 200,
): PageAnswer {
  const { title } = visit.messages.code;
  const body = <CodePage visit={visit} email={email} returnTo={returnTo} {...faults} />;
  return { kind: 'page', title, status, here: '/sign-in/code', body };
}

/** Enough to tell a slip of the finger; whether it is anybody's is not said here. */
function looksLikeEmail(text: string): boolean {
  return (
    text.length <= 254 && /^[^\s@<>",;:\\()[\]\p{Cc}]+@[^\s@<>",;:\\()[\]\p{Cc}]+$/u.test(text)
  );
}
