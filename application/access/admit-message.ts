import type { RateDecision } from '../ports/rate-windows.ts';
import type { AdmitRequestPorts } from './admit-request.ts';
import type { Caller } from './authenticate.ts';

/** A check is a handshake of up to three messages, a list of tools and the call; agents also ping. */
const messagesPerRequest = 10;

/**
 * Counts one message to the tool server against a window of its own, ten times as wide as the one that REST
 * and MCP share: what costs little may come often, but not without end.
 */
export function admitMessage(
  { rateWindows, clock }: AdmitRequestPorts,
  { caller }: { readonly caller: Caller },
): Promise<RateDecision> {
  return rateWindows.admit({
    credentialId: `message|${caller.credentialId}`,
    limit: caller.rateLimit * messagesPerRequest,
    now: clock.now(),
  });
}
