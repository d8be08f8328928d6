import assert from 'node:assert/strict';
import { approveAuthorization } from '../../../../application/access/approve-authorization.ts';
import { authenticate } from '../../../../application/access/authenticate.ts';
import type { ClientMetadataDocuments } from '../../../../application/ports/client-metadata-documents.ts';
import type { AccountId } from '../../../../domain/shared/ids.ts';
import { readAuthorizeRequest } from '../../../../interfaces/http/oauth/authorize-request.ts';
import { authorizeResponse } from '../../../../interfaces/http/oauth/authorize-response.ts';
import { agentApplication, oauthApplication } from '../../../../interfaces/oauth-application.ts';
import { actor, codeVerifier, openOAuthService } from '../../../support/oauth-service.ts';
import { hasher } from '../../../support/tally.ts';
import { double, type Reply, startApp } from '../start-app.ts';
import { postForm, postJson, replyOf } from './post.ts';

/** What `startApp` takes for its own address. */
export const defaultIssuer = 'https://assay.example';
export const redirectUri = 'http://127.0.0.1:51004/callback';

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

interface OAuthAppOptions {
  readonly at?: { readonly port: number; readonly baseUrl: string };
  readonly clientDocuments?: ClientMetadataDocuments;
}

/** The authorization server over HTTP, with real use cases over real stores; only the engines are missing. */
export async function startOAuthApp({ at, ...others }: OAuthAppOptions = {}) {
  const service = await openOAuthService();
  const issuer = at?.baseUrl ?? defaultIssuer;
  const ports = { ...service.ports, ...(await service.service.core.openOAuth(issuer)), ...others };
  const oauth = oauthApplication(ports);
  const rest = double({ authenticate: (command) => authenticate(ports, command) });
  const options = at === undefined ? {} : { at };
  const app = await startApp(rest, { oauth: { ...oauth, ...agentApplication(ports) }, ...options });
  const token = (fields: Parameters<typeof postForm>[2]): Promise<Reply> =>
    postForm(app, '/oauth/token', fields);

  async function registered(): Promise<string> {
    const reply = await postJson(app, '/oauth/register', {
      client_name: 'Editor',
      redirect_uris: ['http://127.0.0.1/callback', 'https://app.example/callback'],
      token_endpoint_auth_method: 'none',
    });
    assert.equal(reply.status, 201, reply.text);
    return String(reply.json.client_id);
  }

  /** What happens between the two pages that a person sees: the request is read, and approved. */
  async function approved(
    accountId: AccountId,
    clientId: string,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code_challenge: hasher.sha256Base64url(codeVerifier),
      code_challenge_method: 'S256',
      ...fields,
    });
    const answer = await answered(accountId, query.toString());
    return answer.searchParams.get('code') ?? assert.fail(answer.href);
  }

  /** Where a browser is sent to after a person has approved what an address asks for. */
  async function answered(accountId: AccountId, query: string): Promise<URL> {
    const reading = await readAuthorizeRequest({ issuer, findClient: oauth.findClient }, query);
    assert.ok(reading.kind === 'request', JSON.stringify(reading));
    const approval = await approveAuthorization(ports, { ...reading.request, accountId, actor });
    assert.ok(approval.ok);
    return new URL(authorizeResponse({ issuer, ...reading.request }, approval.value));
  }

  const codeForm = (code: string, clientId: string) => ({
    grant_type: 'authorization_code',
    code,
    code_verifier: codeVerifier,
    redirect_uri: redirectUri,
    client_id: clientId,
  });
  const refreshForm = (refreshToken: string, clientId: string) => ({
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: clientId,
  });

  return {
    ...app,
    service,
    ports,
    token,
    registered,
    approved,
    answered,
    codeForm,
    refreshForm,
    account: () => service.account(),
    async connected(): Promise<Tokens & { readonly clientId: string }> {
      const clientId = await registered();
      const code = await approved(await service.account(), clientId);
      return { ...tokensIn(await token(codeForm(code, clientId))), clientId };
    },
    /** The status that the REST interface answers a credential with. */
    async rest(credential: string): Promise<number> {
      const headers = { authorization: `Bearer ${credential}` };
      return (await replyOf(await fetch(`${app.base}/v1/usage`, { headers }))).status;
    },
    async close(): Promise<void> {
      await app.close();
      await service.close();
    },
  };
}

export type OAuthApp = Awaited<ReturnType<typeof startOAuthApp>>;

export function tokensIn({ status, text, json }: Reply): Tokens {
  assert.equal(status, 200, text);
  const { access_token: accessToken, refresh_token: refreshToken } = json;
  assert.ok(typeof accessToken === 'string' && typeof refreshToken === 'string');
  return { accessToken, refreshToken };
}
