import type { IncomingHttpHeaders } from 'node:http';
import OAuth2Server from '@node-oauth/oauth2-server';
import { success } from '../../../domain/shared/refusal.ts';
import { attempted, attemptLimits } from '../attempts.ts';
import { type Answer, type Handle, jsonType } from '../exchange.ts';
import { scope } from './addresses.ts';
import type { AgentApplication, OAuthApplication, OAuthEnvironment } from './application.ts';
import { credentialOwner } from './credential-owner.ts';
import { readForm } from './protocol-body.ts';
import { noStore, protocolErrors, protocolRefusal } from './protocol-errors.ts';
import { type Grant, grantsOf, readTarget, type TokenRequest } from './redeem.ts';
import { tokenModel } from './token-model.ts';

const { AbstractGrantType, OAuthError, Request, Response } = OAuth2Server;

/**
 * `POST /oauth/token`. The library keeps the protocol; what may be redeemed, and once, is decided by the use
 * cases behind the grants, which replace all of the library's own.
 */
export function tokenEndpoint(
  { oauth: application, agents }: TokenApplication,
  { baseUrl }: Pick<OAuthEnvironment, 'baseUrl'>,
): Handle {
  const grants = grantsOf(application, agents);
  return async (exchange) => {
    const form = await readForm(exchange);
    if (!form.ok) return form;
    const parameters = form.value;
    const grantType = parameters.one('grant_type');
    if (grantType === null) return refusal('invalid_request', 'expected the parameter grant_type');
    const grant = grants.get(grantType);
    if (grant === undefined) return refusal('unsupported_grant_type', 'the grant is not known');
    const target = readTarget(parameters, baseUrl);
    if (!target.ok) return protocolRefusal(target, 'oauth');
    const owner = credentialOwner(parameters);
    if (owner !== null) {
      const admitted = await attempted(application, attemptLimits.tokenOfOne, owner);
      if (!admitted.ok) return admitted;
    }
    const clientId = grant.isOfClient ? (parameters.one('client_id') ?? '') : internalClient;
    const authorization = clientAuthentication(exchange.request.headers);
    const request = { parameters, clientId, resources: target.value };
    return success(await answerOf(application, { grantType, grant, request, authorization }));
  };
}

export interface TokenApplication {
  readonly oauth: OAuthApplication;
  readonly agents: AgentApplication;
}

/**
 * What tries to authenticate a client, RFC 6749 2.3.1. A bearer token says nothing of a client: programs send
 * theirs along with every request, also with the one that replaces it.
 */
function clientAuthentication({ authorization }: IncomingHttpHeaders): string | undefined {
  return authorization !== undefined && /^basic(?: |$)/i.test(authorization)
    ? authorization
    : undefined;
}

/** Agents have no client id, and the library no request without one. Nobody can name this one. */
const internalClient = 'agent';

interface Redemption {
  readonly grantType: string;
  readonly grant: Grant;
  readonly request: TokenRequest;
  readonly authorization: string | undefined;
}

async function answerOf(application: OAuthApplication, redemption: Redemption): Promise<Answer> {
  const { grantType, grant, request, authorization } = redemption;
  const server = new OAuth2Server({
    model: tokenModel(application, { grantType, isOfClient: grant.isOfClient, authorization }),
    allowExtendedTokenAttributes: true,
    // As soon as one grant is named here, every other needs a secret.
    requireClientAuthentication: { [grantType]: false },
    extendedGrantTypes: { [grantType]: grantClass(grant, request) },
  });
  const response = new Response();
  try {
    await server.token(libraryRequest(redemption), response);
  } catch (error) {
    throwFailure(error);
  }
  return answerIn(response);
}

/** Only what the library has to decide on: no query, and no secret, which a public client does not have. */
function libraryRequest({ grantType, request, authorization }: Redemption) {
  return new Request({
    method: 'POST',
    query: {},
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': '1',
      ...(authorization === undefined ? {} : { authorization }),
    },
    body: { grant_type: grantType, client_id: request.clientId },
  });
}

function grantClass(grant: Grant, request: TokenRequest): typeof AbstractGrantType {
  return class extends AbstractGrantType {
    override async handle(_request: OAuth2Server.Request, client: OAuth2Server.Client) {
      const redeemed = await grant.redeem(request);
      if (!redeemed.ok) {
        const { error, description } = redeemed;
        throw new OAuthError(description, { name: error, code: protocolErrors[error] });
      }
      const { tokens, members } = redeemed.value;
      return {
        accessToken: tokens.accessToken,
        ...(tokens.refreshToken === null ? {} : { refreshToken: tokens.refreshToken }),
        scope: [scope],
        expires_in: tokens.expiresInSeconds,
        ...members,
        client,
        user: {},
      };
    }
  };
}

/** The library takes every error for one of its own and keeps the first inside. */
function throwFailure(error: unknown): void {
  if (!(error instanceof OAuthError)) throw error;
  if ('inner' in error && error.inner instanceof Error && !(error.inner instanceof OAuthError)) {
    throw error.inner;
  }
  if (error.code >= 500) throw error;
}

/** Of all the tokens of an hour one is over soon. */
const tokenRetrySeconds = 60;

function answerIn({ status = 200, body, headers }: OAuth2Server.Response): Answer {
  const challenge = headers?.['www-authenticate'];
  const code: unknown = body?.error;
  return {
    status,
    contentType: jsonType,
    body: JSON.stringify(body),
    headers: {
      ...noStore,
      ...(challenge === undefined ? {} : { 'WWW-Authenticate': challenge }),
      ...(status === 429 ? { 'Retry-After': String(tokenRetrySeconds) } : {}),
    },
    ...(typeof code === 'string' ? { code } : {}),
  };
}

function refusal(error: 'invalid_request' | 'unsupported_grant_type', description: string) {
  return protocolRefusal({ error, description }, 'oauth');
}
