import { refused, success } from '../../../domain/shared/refusal.ts';
import type { RestApplication } from '../application.ts';
import { type AuthenticatedExchange, type Handle, jsonType } from '../exchange.ts';
import { decodeCheck } from './decode-check.ts';
import type { CheckRoute } from './request-schemas.ts';

/** A check endpoint: body to request, one use case, report to body and headers. */
export function checkEndpoint(
  application: Pick<RestApplication, 'runCheck'>,
  route: CheckRoute,
): Handle<AuthenticatedExchange> {
  return async (exchange) => {
    const { request, caller, requestId } = exchange;
    const idempotencyKey = request.headers['idempotency-key'] ?? null;
    if (idempotencyKey !== null && !isIdempotencyKey(idempotencyKey)) {
      return refused('bad_json', 'expected 1 to 255 visible ASCII characters in Idempotency-Key');
    }
    const decoded = await decodeCheck(exchange, route);
    if (!decoded.ok) return decoded;
    const checked = await application.runCheck({
      caller,
      request: decoded.value,
      correlationId: requestId,
      idempotencyKey,
      route: `/v1/${route}`,
    });
    if (!checked.ok) return checked;
    const { reportJson, creditsUsed, creditsRemaining, replayed } = checked.value;
    const headers = {
      'x-credits-used': String(creditsUsed),
      'x-credits-remaining': String(creditsRemaining),
      ...(replayed ? { 'Idempotent-Replayed': 'true' } : {}),
    };
    return success({ headers, contentType: jsonType, body: reportJson });
  };
}

function isIdempotencyKey(header: string | readonly string[]): header is string {
  return typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header);
}
