import type OAuth2Server from '@node-oauth/oauth2-server';
import type { OAuthApplication } from './application.ts';

interface ModelOptions {
  readonly grantType: string;
  readonly isOfClient: boolean;
  readonly authorization: string | undefined;
}

/**
 * What the library asks of a store: only whether there is such a client. Tokens are made and kept by the use
 * cases behind the grants.
 */
export function tokenModel(
  application: Pick<OAuthApplication, 'findClient'>,
  { grantType, isOfClient, authorization }: ModelOptions,
): OAuth2Server.ExtensionModel {
  return {
    async getClient(clientId) {
      // Public clients have nothing to authenticate with: RFC 6749 5.2, answered with 401.
      if (authorization !== undefined) return null;
      if (isOfClient && !(await isKnown(application, clientId))) return null;
      return { id: clientId, grants: [grantType] };
    },
    async saveToken(token) {
      return token;
    },
    async getAccessToken() {
      return null;
    },
  };
}

/**
 * A client that is a document was read when the person approved; its tokens are bound to its address, and its
 * host may be away by now.
 */
async function isKnown(
  application: Pick<OAuthApplication, 'findClient'>,
  clientId: string,
): Promise<boolean> {
  if (clientId.startsWith('https://')) return true;
  return (await application.findClient({ clientId })).ok;
}
