import assert from 'node:assert/strict';

/** What an agent can read from an answer of the service. */
export interface AgentAnswer {
  readonly status: number;
  readonly error: string | undefined;
  member(name: string): string;
}

export interface AgentRegistration {
  readonly claimToken: string;
  readonly userCode: string;
  readonly intervalSeconds: number;
  poll(): Promise<AgentAnswer>;
  /** Asks for a new code, which ends the one before. */
  renewCode(): Promise<string>;
}

/** An agent without a library, as a model would write it from the guide. */
export async function registerAgent(issuer: string, loginHint: string): Promise<AgentRegistration> {
  const body = { type: 'service_auth', login_hint: loginHint, agent_name: 'Research agent' };
  const registered = await sendJson(`${issuer}/agent/identity`, body);
  const { claim_token: claimToken, claim } = registered;
  assert.equal(claim.verification_uri, `${issuer}/agent`);
  return {
    claimToken,
    userCode: claim.user_code,
    intervalSeconds: claim.interval,
    poll: () => tokenRequest(issuer, { grant_type: claimGrant, claim_token: claimToken }),
    async renewCode() {
      const renewed = await sendJson(`${issuer}/agent/identity/claim`, {
        claim_token: claimToken,
        email: loginHint,
      });
      return renewed.claim.user_code;
    },
  };
}

/** Renewal without the person. */
export function renewByAssertion(issuer: string, assertion: string): Promise<AgentAnswer> {
  const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
  return tokenRequest(issuer, { grant_type: grant, assertion });
}

const claimGrant = 'urn:service:agent-auth:grant-type:claim';

async function tokenRequest(
  issuer: string,
  form: Readonly<Record<string, string>>,
): Promise<AgentAnswer> {
  const body = new URLSearchParams(form);
  const response = await fetch(`${issuer}/oauth/token`, { method: 'POST', body });
  const answer = JSON.parse(await response.text());
  return {
    status: response.status,
    error: answer.error,
    member: (name) => answer[name] ?? assert.fail(`no ${name} in ${JSON.stringify(answer)}`),
  };
}

async function sendJson(address: string, body: object) {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text);
}
