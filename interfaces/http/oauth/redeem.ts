import { invalidGrant } from '../../../application/access/issued-tokens.ts';
import { AccountErasedError } from '../../../application/ports/personal-data.ts';
import { answered, denied, type OAuthOutcome } from '../../../domain/access/protocol-outcome.ts';
import { type Resource, readResources } from '../../../domain/access/resource.ts';
import { assertionGrant, claimGrants, scope } from './addresses.ts';
import type { AgentApplication, IssuedTokens, OAuthApplication } from './application.ts';
import type { Parameters } from './parameters.ts';

export interface TokenRequest {
  readonly parameters: Parameters;
  /** The one of the library's at the grants of agents, which have none. */
  readonly clientId: string;
  readonly resources: readonly Resource[] | null;
}

/** Tokens, and the members of the answer that only one grant has. */
export interface Redeemed {
  readonly tokens: IssuedTokens;
  readonly members?: Readonly<Record<string, string>>;
}

export interface Grant {
  /** Whether the request has to name a client: agents have none. */
  readonly isOfClient: boolean;
  redeem(request: TokenRequest): Promise<OAuthOutcome<Redeemed>>;
}

/** The grants of the token endpoint: parameters of a form to one use case each. */
export function grantsOf(
  application: OAuthApplication,
  agents: AgentApplication,
): ReadonlyMap<string, Grant> {
  return new Map<string, Grant>([
    ...agentGrants(agents),
    [
      'authorization_code',
      { isOfClient: true, redeem: (request) => exchangeCode(application, request) },
    ],
    [
      'refresh_token',
      { isOfClient: true, redeem: (request) => refreshTokens(application, request) },
    ],
  ]);
}

function agentGrants(agents: AgentApplication): readonly [string, Grant][] {
  const claim: Grant = { isOfClient: false, redeem: (request) => pollClaim(agents, request) };
  return [
    ...claimGrants.map((name): [string, Grant] => [name, claim]),
    [assertionGrant, { isOfClient: false, redeem: (request) => renewByAssertion(agents, request) }],
  ];
}

/** What every grant has in common: `scope` and `resource`. */
export function readTarget(
  parameters: Parameters,
  issuer: string,
): OAuthOutcome<readonly Resource[] | null> {
  const wanted = parameters.one('scope');
  if (wanted !== null && wanted !== scope) {
    return denied('invalid_scope', `the only scope is ${scope}`);
  }
  const values = parameters.all('resource');
  if (values.length === 0) return answered(null);
  const resources = readResources(issuer, values);
  if (resources === null) {
    return denied('invalid_target', 'resource: expected the address of the tool server or of REST');
  }
  return answered(resources);
}

async function exchangeCode(
  application: OAuthApplication,
  { parameters, clientId, resources }: TokenRequest,
): Promise<OAuthOutcome<Redeemed>> {
  const code = parameters.one('code');
  const codeVerifier = parameters.one('code_verifier');
  if (code === null) return missing('code');
  if (codeVerifier === null) return missing('code_verifier');
  const redirectUri = parameters.one('redirect_uri');
  const request = { code, codeVerifier, redirectUri, clientId, resources };
  return plain(await application.exchangeCode(request));
}

async function refreshTokens(
  application: OAuthApplication,
  { parameters, clientId, resources }: TokenRequest,
): Promise<OAuthOutcome<Redeemed>> {
  const refreshToken = parameters.one('refresh_token');
  if (refreshToken === null) return missing('refresh_token');
  return plain(await application.refreshTokens({ refreshToken, clientId, resources }));
}

async function pollClaim(
  agents: AgentApplication,
  { parameters, resources }: TokenRequest,
): Promise<OAuthOutcome<Redeemed>> {
  const claimToken = parameters.one('claim_token');
  if (claimToken === null) return missing('claim_token');
  const polled = await agents.pollClaim({ claimToken, resources }).catch(refusedIfErased);
  if (!polled.ok) return polled;
  const { identityAssertion, assertionExpires } = polled.value;
  const members = {
    identity_assertion: identityAssertion,
    assertion_expires: new Date(assertionExpires).toISOString(),
  };
  return answered({ tokens: polled.value, members });
}

/** An account that is erased while its agent collects its tokens has given nothing that is still good. */
function refusedIfErased(error: unknown): OAuthOutcome<never> {
  if (error instanceof AccountErasedError) return invalidGrant;
  throw error;
}

async function renewByAssertion(
  agents: AgentApplication,
  { parameters, resources }: TokenRequest,
): Promise<OAuthOutcome<Redeemed>> {
  const assertion = parameters.one('assertion');
  if (assertion === null) return missing('assertion');
  return plain(await agents.renewByAssertion({ assertion, resources }));
}

function plain(issued: OAuthOutcome<IssuedTokens>): OAuthOutcome<Redeemed> {
  return issued.ok ? answered({ tokens: issued.value }) : issued;
}

function missing(parameter: string) {
  return denied('invalid_request', `expected the parameter ${parameter}`);
}
