import { success } from '../../../domain/shared/refusal.ts';
import type { Handle } from '../exchange.ts';
import type { OAuthApplication } from './application.ts';
import { readForm } from './protocol-body.ts';
import { noStore, protocolRefusal } from './protocol-errors.ts';

/**
 * `POST /oauth/revoke`. A token says by its prefix what it is, so the hint is not needed (RFC 7009 2.1);
 * one that is unknown, or another client's, is answered as any other (2.2).
 */
export function revokeEndpoint(application: Pick<OAuthApplication, 'revokeToken'>): Handle {
  return async (exchange) => {
    const form = await readForm(exchange);
    if (!form.ok) return form;
    const token = form.value.one('token');
    if (token === null) {
      return protocolRefusal(
        { error: 'invalid_request', description: 'expected the parameter token' },
        'oauth',
      );
    }
    await application.revokeToken({ token, clientId: form.value.one('client_id') });
    return success({ body: '', headers: noStore });
  };
}
