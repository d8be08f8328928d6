import type { BrowsedKey } from '../../application/access/browse-keys.ts';
import type { WishedKey } from '../../application/access/create-key.ts';
import type { FinishedSignIn } from '../../application/access/finish-sign-in.ts';
import type { ListedPasskey } from '../../application/access/list-passkeys.ts';
import type { StartedSignIn } from '../../application/access/start-sign-in.ts';
import type { VisitedAccount } from '../../application/access/visit-account.ts';
import type { SignInLetter } from '../../application/ports/mailer.ts';
import type { WebSessions } from '../../application/ports/web-sessions.ts';
import type { AccountId, KeyId, PasskeyId, SignInId } from '../../domain/shared/ids.ts';
import type { Instant } from '../../domain/shared/instant.ts';
import type { JsonObject } from '../../domain/shared/json.ts';
import type { Outcome } from '../../domain/shared/refusal.ts';
import type { HttpEnvironment } from '../http/application.ts';
import type { Attempts } from '../http/attempts.ts';
import type { ConnectionApplication } from './connections.ts';

interface OfAccount {
  readonly accountId: AccountId;
}
/** A secret of the browser's session, and where the browser is. */
interface Visitor {
  readonly visitor: string;
  readonly clientAddress: string;
}

/** Ways to prove who one is. */
export interface SignInApplication {
  startSignIn(command: {
    readonly email: string;
    readonly clientAddress: string;
    readonly browserMark: string | null;
    readonly letter: (code: string) => Pick<SignInLetter, 'subject' | 'text'>;
  }): Promise<StartedSignIn>;
  /** What a browser that has signed in shows from then on. */
  markBrowser(email: string): string;
  finishSignIn(command: {
    readonly signInId: SignInId;
    readonly code: string;
  }): Promise<FinishedSignIn>;
  requestPasskeySignIn(command: Visitor): Promise<JsonObject | null>;
  signInWithPasskey(command: {
    readonly answer: unknown;
    readonly visitor: string;
  }): Promise<AccountId | null>;
}

export interface PasskeyApplication {
  listPasskeys(command: OfAccount): Promise<readonly ListedPasskey[]>;
  requestNewPasskey(command: OfAccount & { readonly visitor: string }): Promise<JsonObject | null>;
  addPasskey(
    command: OfAccount & {
      readonly answer: unknown;
      readonly name: string;
      readonly visitor: string;
    },
  ): Promise<PasskeyId | null>;
  removePasskey(
    command: OfAccount & { readonly passkeyId: PasskeyId },
  ): Promise<Outcome<{ readonly passkeyId: PasskeyId }>>;
}

export interface KeyApplication {
  browseKeys(command: OfAccount): Promise<readonly BrowsedKey[]>;
  createKey(
    wish: Omit<WishedKey, 'rateLimit'>,
  ): Promise<Outcome<{ readonly keyId: KeyId; readonly key: string }>>;
  revokeKey(
    command: OfAccount & { readonly keyId: KeyId },
  ): Promise<Outcome<{ readonly keyId: KeyId }>>;
}

/** The use cases behind the pages, bound to their ports. */
export interface WebApplication
  extends SignInApplication,
    PasskeyApplication,
    KeyApplication,
    ConnectionApplication,
    Attempts {
  readonly sessions: WebSessions;
  visitAccount(command: OfAccount): Promise<VisitedAccount | null>;
}

/** What the pages need besides use cases. */
export interface WebEnvironment extends HttpEnvironment {
  /** Signs the cookie that names a session. */
  readonly cookieSecret: string;
  now(): Instant;
  /** At least 256 random bits in letters that need no escaping anywhere. */
  freshSecret(): string;
  /** Compares in a time that does not say where two texts differ. */
  sameText(one: string, other: string): boolean;
}
