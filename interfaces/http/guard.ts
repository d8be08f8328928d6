import type { RestApplication } from './application.ts';
import { bearerCredential } from './bearer.ts';
import { type AuthenticatedExchange, ClientGoneError, type Handle } from './exchange.ts';
import { rateHeaders, rateRefusal } from './rate-headers.ts';

/**
 * Lets only authenticated callers within their rate window through. Both are decided on the headers
 * alone, so that a refused upload is never read into memory.
 */
export function guarded(
  application: Pick<RestApplication, 'authenticate' | 'admitRequest'>,
  handle: Handle<AuthenticatedExchange>,
): Handle {
  return async (exchange) => {
    const { request, response } = exchange;
    const credential = bearerCredential(request.headers.authorization);
    const authenticated = await application.authenticate({ credential, resource: 'rest' });
    if (!authenticated.ok) return authenticated;
    const caller = authenticated.value;
    const decision = await application.admitRequest({ caller });
    if (response.headersSent) throw new ClientGoneError('the request broke off and was refused');
    for (const [name, value] of Object.entries(rateHeaders(decision))) {
      response.setHeader(name, value);
    }
    if (!decision.admitted) return { ok: false, refusal: rateRefusal(decision) };
    return handle({ ...exchange, caller });
  };
}
