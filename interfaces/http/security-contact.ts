import { refused, success } from '../../domain/shared/refusal.ts';
import type { HttpEnvironment } from './application.ts';
import type { Endpoint } from './exchange.ts';

const path = '/.well-known/security.txt';

/** `GET /.well-known/security.txt`, RFC 9116: whom a leaked credential is reported to (API.md, "Revocation"). */
export function securityContactEndpoint({
  baseUrl,
  securityContact,
}: Pick<HttpEnvironment, 'baseUrl' | 'securityContact'>): Endpoint {
  return {
    method: 'GET',
    path,
    handle: async () => {
      if (securityContact === null)
        return refused('not_found', 'no security contact is named here');
      const { uri, expires } = securityContact;
      const lines = [
        `Contact: ${uri}`,
        `Expires: ${new Date(expires).toISOString()}`,
        `Canonical: ${baseUrl}${path}`,
      ];
      return success({
        contentType: 'text/plain; charset=utf-8',
        body: `${lines.join('\r\n')}\r\n`,
        headers: { 'Cache-Control': 'public, max-age=300' },
      });
    },
  };
}
