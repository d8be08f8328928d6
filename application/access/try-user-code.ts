import type { AccountId } from '../../domain/shared/ids.ts';
import { type AdmitAttemptPorts, admitAttempt } from './admit-attempt.ts';
import { type EnteredClaim, type EnterUserCodePorts, enterUserCode } from './enter-user-code.ts';

export interface TryUserCodePorts extends EnterUserCodePorts, AdmitAttemptPorts {}

export type TriedUserCode =
  | EnteredClaim
  | { readonly status: 'wrong' }
  | { readonly status: 'too_many'; readonly retryAfterSeconds: number };

/**
 * A person has a handful of agents to connect, an office many people. The claims themselves end after five
 * wrong codes each; this bounds how many claims one may run through.
 */
const limits = {
  account: { purpose: 'agent code of an account', attempts: 30, windowSeconds: 15 * 60 },
  address: { purpose: 'agent code from an address', attempts: 120, windowSeconds: 15 * 60 },
} as const;

/** Enters a person's code for an agent, unless too many were entered before. */
export async function tryUserCode(
  ports: TryUserCodePorts,
  entry: {
    readonly accountId: AccountId;
    readonly code: string;
    /** Where the request came from. */
    readonly clientAddress: string;
  },
): Promise<TriedUserCode> {
  const { accountId, code, clientAddress } = entry;
  for (const [limit, subject] of [
    [limits.address, clientAddress],
    [limits.account, accountId],
  ] as const) {
    const decision = await admitAttempt(ports, { limit, subject });
    if (!decision.admitted) {
      return { status: 'too_many', retryAfterSeconds: decision.resetSeconds };
    }
  }
  return enterUserCode(ports, { accountId, code, actor: { kind: 'person', id: accountId } });
}
