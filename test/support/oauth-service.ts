import assert from 'node:assert/strict';
import {
  type ApproveAuthorizationPorts,
  approveAuthorization,
} from '../../application/access/approve-authorization.ts';
import { authenticate } from '../../application/access/authenticate.ts';
import { exchangeCode } from '../../application/access/exchange-code.ts';
import type { IssuedTokens } from '../../application/access/issued-tokens.ts';
import type { OAuthClient } from '../../domain/access/client/client.ts';
import { clientStream } from '../../domain/access/client/events.ts';
import type { Resource } from '../../domain/access/resource.ts';
import { type AccountId, clientId as brandedClientId } from '../../domain/shared/ids.ts';
import { addMs, type Instant, instant } from '../../domain/shared/instant.ts';
import { supportPorts } from '../../interfaces/composition.ts';
import { type CheckService, openCheckService } from './check-service.ts';
import { hasher } from './tally.ts';

export const actor = { kind: 'support' } as const;
export const codeVerifier = 'v'.repeat(43);
export const client: OAuthClient = {
  clientId: 'cli_00000000',
  kind: 'registered',
  name: 'An editor',
  redirectUris: ['http://127.0.0.1:1234/cb'],
};
export const redirectUri = 'http://127.0.0.1:51004/cb';

/** Registers `client`, which has an id that is known beforehand. */
export async function registerKnownClient({
  clients,
  clock,
}: Pick<ApproveAuthorizationPorts, 'clients' | 'clock'>): Promise<void> {
  const clientId = brandedClientId(client.clientId);
  await clients.handle(
    clientStream(clientId),
    { type: 'register-client', clientId, metadataHash: hasher.sha256('what it says of itself') },
    { at: clock.now(), correlationId: 'the client of the tests', actor },
  );
}

/** Lets a client that registered with `redirectUri` act on an account. */
export function approvedClient(
  ports: ApproveAuthorizationPorts,
  accountId: AccountId,
  clientId: string,
) {
  const codeChallenge = hasher.sha256Base64url(codeVerifier);
  const asked = { accountId, redirectUri, codeChallenge, resources: ['rest'], actor } as const;
  const redirectUris = [redirectUri];
  return approveAuthorization(ports, { ...asked, client: { ...client, clientId, redirectUris } });
}

/** The use cases of authorizations over the real stores, at a time that stands still until it is moved. */
export async function openOAuthService() {
  const service: CheckService = await openCheckService();
  const { clock, ...others } = supportPorts(service.core);
  let now: Instant = clock.now();
  const ports = { ...others, clock: { now: () => now } };
  await registerKnownClient(ports);

  async function approved(accountId: AccountId, resources: readonly Resource[] = ['mcp', 'rest']) {
    const codeChallenge = hasher.sha256Base64url(codeVerifier);
    const request = { accountId, client, redirectUri, codeChallenge, resources, actor };
    const outcome = await approveAuthorization(ports, request);
    assert.ok(outcome.ok);
    return outcome.value;
  }

  const exchange = (code: string, change: Partial<Parameters<typeof exchangeCode>[1]> = {}) =>
    exchangeCode(ports, {
      code,
      codeVerifier,
      redirectUri,
      clientId: client.clientId,
      resources: null,
      ...change,
    });

  return {
    ...service,
    ports,
    service,
    approved,
    exchange,
    at: (epochMs: number) => {
      now = instant(epochMs);
    },
    wait: (ms: number) => {
      now = addMs(now, ms);
    },
    now: () => now,
    async account(): Promise<AccountId> {
      return (await service.caller({ credits: 10 })).accountId;
    },
    async connected(
      accountId: AccountId,
    ): Promise<IssuedTokens & { readonly refreshToken: string }> {
      const tokens = await exchange((await approved(accountId)).code);
      assert.ok(tokens.ok && tokens.value.refreshToken !== null);
      return { ...tokens.value, refreshToken: tokens.value.refreshToken };
    },
    async admits(credential: string, resource: Resource = 'rest'): Promise<boolean> {
      return (await authenticate(ports, { credential, resource })).ok;
    },
  };
}

export type OAuthService = Awaited<ReturnType<typeof openOAuthService>>;
