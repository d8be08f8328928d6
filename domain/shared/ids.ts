import type { Brand } from './brand.ts';

/** Public ids carry a prefix, so that a person who sees one knows what it names. */
export type AccountId = Brand<string, 'AccountId'>;
export type KeyId = Brand<string, 'KeyId'>;
export type CheckId = Brand<string, 'CheckId'>;
export type GrantId = Brand<string, 'GrantId'>;
export type DebitId = Brand<string, 'DebitId'>;
export type NoteId = Brand<string, 'NoteId'>;
export type AuthorizationId = Brand<string, 'AuthorizationId'>;
export type ClientId = Brand<string, 'ClientId'>;
export type RegistrationId = Brand<string, 'RegistrationId'>;
export type PasskeyId = Brand<string, 'PasskeyId'>;
export type SignInId = Brand<string, 'SignInId'>;
/** A UUID, the event's name in every store. */
export type EventId = Brand<string, 'EventId'>;

export const accountId = (value: string): AccountId => prefixed(value, 'acc_') as AccountId;
export const keyId = (value: string): KeyId => prefixed(value, 'key_') as KeyId;
export const checkId = (value: string): CheckId => prefixed(value, 'chk_') as CheckId;
export const grantId = (value: string): GrantId => prefixed(value, 'grt_') as GrantId;
export const debitId = (value: string): DebitId => prefixed(value, 'deb_') as DebitId;
export const noteId = (value: string): NoteId => prefixed(value, 'not_') as NoteId;
export const authorizationId = (value: string): AuthorizationId =>
  prefixed(value, 'ath_') as AuthorizationId;
export const clientId = (value: string): ClientId => prefixed(value, 'cli_') as ClientId;
export const registrationId = (value: string): RegistrationId =>
  prefixed(value, 'reg_') as RegistrationId;
export const passkeyId = (value: string): PasskeyId => prefixed(value, 'psk_') as PasskeyId;
export const signInId = (value: string): SignInId => prefixed(value, 'sgn_') as SignInId;

/** A registration that is approved leads to one authorization, so that is named after it. */
export const authorizationOf = (registration: RegistrationId): AuthorizationId =>
  authorizationId(registration.replace(/^reg_/, 'ath_'));
export const registrationOf = (authorization: AuthorizationId): RegistrationId =>
  registrationId(authorization.replace(/^ath_/, 'reg_'));

/** A check is debited once, so its debit is named after it. */
export const debitOf = (check: CheckId): DebitId => debitId(check.replace(/^chk_/, 'deb_'));
export const checkOf = (debit: DebitId): CheckId => checkId(debit.replace(/^deb_/, 'chk_'));

export function eventId(value: string): EventId {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(value)) {
    throw new RangeError(`an event id is a lower-case UUID, got ${value.slice(0, 60)}`);
  }
  return value as EventId;
}

function prefixed(value: string, prefix: string): string {
  if (!value.startsWith(prefix) || !/^[a-z]{3}_[0-9a-zA-Z-]{8,64}$/.test(value)) {
    throw new RangeError(`expected an id of the form ${prefix}…, got ${value.slice(0, 60)}`);
  }
  return value;
}
