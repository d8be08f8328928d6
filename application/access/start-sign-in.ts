import { writtenAlike } from '../../domain/access/email.ts';
import { signInStream } from '../../domain/access/sign-in/events.ts';
import { accountStream } from '../../domain/ledger/events.ts';
import type { AccountId, SignInId } from '../../domain/shared/ids.ts';
import { signInId } from '../../domain/shared/ids.ts';
import { addMs, type Instant } from '../../domain/shared/instant.ts';
import type { AccountLedger } from '../ledger/account-ledger.ts';
import type { Ids } from '../ports/ids.ts';
import type { Mailer, SignInLetter } from '../ports/mailer.ts';
import type { PersonalData } from '../ports/personal-data.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { Timers } from '../ports/timers.ts';
import { type AdmitAttemptPorts, admitAttempt } from './admit-attempt.ts';
import { nameOfKnownBrowser } from './known-browser.ts';
import { type SignInRegistry, signInCodeHash } from './sign-in-registry.ts';

export interface StartSignInPorts extends AdmitAttemptPorts {
  readonly signIns: SignInRegistry;
  readonly ledger: AccountLedger;
  readonly personalData: PersonalData;
  readonly mailer: Mailer;
  readonly timers: Timers;
  readonly ids: Ids;
  readonly secrets: Secrets;
  readonly telemetry: Telemetry;
  /** Runs what the answer does not wait for. */
  readonly background: (task: () => Promise<void>) => void;
}

export type StartedSignIn =
  | { readonly status: 'started'; readonly signInId: SignInId; readonly expiresAt: Instant }
  | { readonly status: 'too_many'; readonly retryAfterSeconds: number };

export const signInMinutes = 10;
const codeDigits = 6;

/**
 * Each code may be tried five times, so these also bound how fast an account's codes can be guessed: 200
 * tries a day at 10^6 codes. An address is shared by whole offices. A browser that has signed in to the account
 * before has as many of its own, which no stranger can use up.
 */
const limits = {
  address: { purpose: 'sign-in from an address', attempts: 30, windowSeconds: 15 * 60 },
  email: { purpose: 'sign-in', attempts: 10, windowSeconds: 15 * 60 },
  emailInADay: { purpose: 'sign-in', attempts: 40, windowSeconds: 24 * 60 * 60 },
  browser: { purpose: 'sign-in of a browser', attempts: 10, windowSeconds: 15 * 60 },
  browserInADay: { purpose: 'sign-in of a browser', attempts: 40, windowSeconds: 24 * 60 * 60 },
} as const;

/** Work on a letter would slow its answer down, and so tell that there is one: it begins when that is out. */
const afterAnswerMs = 250;

/** Pauses before the second and third attempt to hand a letter over. */
const mailPausesMs = [2_000, 10_000] as const;

/**
 * Begins a sign-in by a code that is mailed. Whether the address has an account shows neither in the answer
 * nor in its time: the letter is written after it.
 */
export async function startSignIn(
  ports: StartSignInPorts,
  command: {
    readonly email: string;
    /** Where the request came from. */
    readonly clientAddress: string;
    /** What `markBrowser` gave to the browser; null when it shows nothing. */
    readonly browserMark: string | null;
    readonly letter: (code: string) => Pick<SignInLetter, 'subject' | 'text'>;
  },
): Promise<StartedSignIn> {
  const { clock, ids, secrets, hasher, personalData } = ports;
  const email = writtenAlike(command.email);
  const { clientAddress: address, browserMark: mark } = command;
  const browser = nameOfKnownBrowser(hasher, { mark, email });
  const waitSeconds = await secondsToWait(ports, { email, address, browser });
  if (waitSeconds > 0) return { status: 'too_many', retryAfterSeconds: waitSeconds };
  const now = clock.now();
  const id = signInId(ids.fresh('sgn_'));
  const code = secrets.digits(codeDigits);
  const accountId = (await personalData.findAccount('email', email)) ?? null;
  const expiresAt = addMs(now, signInMinutes * 60_000);
  const codeHash = signInCodeHash(hasher, id, code);
  await ports.signIns.handle(
    signInStream(id),
    { type: 'start-sign-in', signInId: id, accountId, codeHash, expiresAt },
    { at: now, correlationId: ids.uuid(), actor: { kind: 'system' } },
  );
  if (accountId !== null) {
    const letter = { to: email, code, ...command.letter(code) };
    ports.background(() => mail(ports, accountId, letter));
  }
  return { status: 'started', signInId: id, expiresAt };
}

/** 0 when the request is within every limit. A limit counts unknown addresses like known ones. */
async function secondsToWait(
  ports: StartSignInPorts,
  from: { readonly email: string; readonly address: string; readonly browser: string | null },
): Promise<number> {
  const { email, address, browser } = from;
  const own = [
    [limits.browser, `${browser} ${email}`],
    [limits.browserInADay, `${browser} ${email}`],
  ] as const;
  const everyones = [
    [limits.email, email],
    [limits.emailInADay, email],
  ] as const;
  const all = [[limits.address, address], ...(browser === null ? everyones : own)] as const;
  for (const [limit, subject] of all) {
    const decision = await admitAttempt(ports, { limit, subject });
    if (!decision.admitted) return decision.resetSeconds;
  }
  return 0;
}

/** Tries for some seconds; who gets no letter asks for another code. */
async function mail(
  { ledger, mailer, timers, telemetry }: StartSignInPorts,
  accountId: AccountId,
  letter: SignInLetter,
): Promise<void> {
  await timers.pause(afterAnswerMs);
  for (const pauseMs of [...mailPausesMs, null]) {
    try {
      const account = await ledger.current(accountStream(accountId));
      if (account.accountId === null || account.erased) return;
      await mailer.send(letter);
      return;
    } catch (error) {
      const cause = error instanceof Error ? error.message : 'unknown';
      telemetry.log('warn', 'a sign-in code was not mailed', { cause });
      if (pauseMs !== null) await timers.pause(pauseMs);
    }
  }
}
