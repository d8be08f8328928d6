import type { NewEvent } from '../../shared/event.ts';
import type { AccountId, AuthorizationId } from '../../shared/ids.ts';
import type { Instant } from '../../shared/instant.ts';
import type { Resource } from '../resource.ts';

/** A code as its authorization remembers it: nothing of it could be used. */
export type PendingCode = {
  /** SHA-256 of the code. */
  readonly codeHash: string;
  readonly expiresAt: Instant;
  /** The S256 challenge of RFC 7636, which is itself a hash. */
  readonly challenge: string;
  readonly redirectUriHash: string;
};

export type AuthorizationGranted = NewEvent<
  'AuthorizationGranted',
  {
    readonly authorizationId: AuthorizationId;
    readonly accountId: AccountId;
    /** An application that redirects a browser, or an agent that a person approved by a code. */
    readonly party: 'app' | 'agent';
    /** SHA-256 of the client's id, or of an agent's registration id. */
    readonly clientHash: string;
    readonly resources: readonly Resource[];
    readonly code: PendingCode | null;
  }
>;
export type TokensIssued = NewEvent<
  'TokensIssued',
  {
    readonly authorizationId: AuthorizationId;
    readonly by: 'code' | 'refresh' | 'claim' | 'assertion';
    readonly accessTokenHash: string;
    readonly accessExpiresAt: Instant;
    /** Where this access token may be used; a refresh token keeps all that was approved. */
    readonly resources: readonly Resource[];
    readonly refreshTokenHash: string | null;
    readonly refreshExpiresAt: Instant | null;
    /** What an agent renews with in place of a refresh token. */
    readonly assertionHash: string | null;
    readonly assertionExpiresAt: Instant | null;
  }
>;
export type AccessTokenRevoked = NewEvent<
  'AccessTokenRevoked',
  { readonly authorizationId: AuthorizationId; readonly accessTokenHash: string }
>;

export type EndReason =
  | 'code_replayed'
  | 'code_refused'
  | 'refresh_reused'
  | 'disconnected'
  | 'revoked'
  | 'erased';

export type AuthorizationEnded = NewEvent<
  'AuthorizationEnded',
  {
    readonly authorizationId: AuthorizationId;
    readonly accountId: AccountId;
    readonly reason: EndReason;
  }
>;

export type AuthorizationEvent =
  | AuthorizationGranted
  | TokensIssued
  | AccessTokenRevoked
  | AuthorizationEnded;

export function authorizationStream(authorization: AuthorizationId): string {
  return `authorization-${authorization}`;
}
