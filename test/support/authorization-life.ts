import {
  type Authorization,
  evolve,
  unknownAuthorization,
} from '../../domain/access/authorization/authorization.ts';
import {
  type AuthorizationAnswer,
  type AuthorizationCommand,
  decide,
  type ExchangeCode,
  type FreshTokens,
  type Refresh,
} from '../../domain/access/authorization/decide.ts';
import type { AuthorizationEvent } from '../../domain/access/authorization/events.ts';
import {
  type AuthorizationRecord,
  evolveRecord,
} from '../../domain/access/authorization/record.ts';
import { accountId, authorizationId } from '../../domain/shared/ids.ts';
import { instant } from '../../domain/shared/instant.ts';
import { hasher } from './tally.ts';

export const hash = hasher.sha256;
export const account = accountId('acc_00000000');
export const stranger = hash('another client');
export const granted = { other: accountId('acc_00000001') };

const challenge = hasher.sha256Base64url('v'.repeat(43));

/** An application's authorization, granted at the beginning of time. */
export const grant = {
  type: 'grant-authorization',
  authorizationId: authorizationId('ath_00000000'),
  accountId: account,
  party: 'app',
  clientHash: hash('a client'),
  resources: ['mcp', 'rest'],
  code: {
    codeHash: hash('code'),
    expiresAt: instant(60_000),
    challenge,
    redirectUriHash: hash('http://127.0.0.1/cb'),
  },
} satisfies AuthorizationCommand;

export function fresh(number: number, at = 0): FreshTokens {
  return {
    access: { hash: hash(`access ${number}`), expiresAt: instant(at + 3_600_000) },
    refresh: { hash: hash(`refresh ${number}`), expiresAt: instant(at + 30 * 86_400_000) },
    assertion: null,
  };
}

export function exchange(
  change: Partial<ExchangeCode> & { readonly number?: number } = {},
): ExchangeCode {
  const { number = 1, ...others } = change;
  return {
    type: 'exchange-code',
    codeHash: hash('code'),
    clientHash: grant.clientHash,
    challenge,
    redirectUriHash: hash('http://127.0.0.1/cb'),
    wanted: null,
    fresh: fresh(number),
    ...others,
  };
}

export function refreshing(
  token: string,
  change: Partial<Refresh> & { readonly number?: number } = {},
): Refresh {
  const { number = 2, ...others } = change;
  return {
    type: 'refresh',
    refreshTokenHash: hash(token),
    clientHash: grant.clientHash,
    wanted: null,
    fresh: fresh(number),
    ...others,
  };
}

/** A command, at the beginning of time or later. */
type Step = AuthorizationCommand | readonly [number, AuthorizationCommand];

/** Carries out commands one after another. What they hand out lives from the time they are given at. */
export function lifeOf(...steps: readonly Step[]) {
  let authorization: Authorization = unknownAuthorization;
  let record: AuthorizationRecord | null = null;
  const statuses: string[] = [];
  const events: AuthorizationEvent[] = [];
  for (const step of steps) {
    const [time, given] = 'type' in step ? [0, step] : step;
    const at = instant(time);
    const command = later(given, time);
    const { events: decided, answer } = decide(authorization, command, {
      at,
      sameDigest: hasher.sameDigest,
    });
    statuses.push(statusOf(answer));
    for (const { event } of decided) {
      events.push(event);
      authorization = evolve(authorization, event, at);
      record = evolveRecord(record, event, at);
    }
  }
  const end = events.find((event) => event.type === 'AuthorizationEnded');
  return {
    authorization,
    record,
    statuses,
    events,
    types: events.map(({ type }) => type),
    endedBecause: end?.data.reason,
  };
}

function statusOf(answer: AuthorizationAnswer): string {
  return answer.status === 'refused' ? `refused ${answer.error}` : answer.status;
}

function later(command: AuthorizationCommand, time: number): AuthorizationCommand {
  if (command.type !== 'refresh' && command.type !== 'exchange-code') return command;
  const { access, refresh, assertion } = command.fresh;
  const by = <Token extends { readonly expiresAt: number }>(token: Token) => ({
    ...token,
    expiresAt: instant(token.expiresAt + time),
  });
  return {
    ...command,
    fresh: { access: by(access), refresh: refresh && by(refresh), assertion },
  };
}
