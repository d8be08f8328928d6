import { success } from '../../../domain/shared/refusal.ts';
import type { Endpoint } from '../exchange.ts';
import { assertionGrant, claimGrants, paths } from '../oauth/addresses.ts';

/** `GET /auth.md`: how an agent gets a credential, written for the agent. */
export function guideEndpoint(issuer: string): Endpoint {
  const body = guide(issuer);
  return {
    method: 'GET',
    path: paths.agentGuide,
    crossOrigin: true,
    handle: async () =>
      success({
        contentType: 'text/markdown; charset=utf-8',
        body,
        headers: { 'Cache-Control': 'public, max-age=300' },
      }),
  };
}

function guide(issuer: string): string {
  return [untilApproval(issuer), polling(issuer), newCode(issuer), afterApproval(issuer)].join(
    '\n',
  );
}

function untilApproval(issuer: string): string {
  return `# Getting access to Assay as an agent

You act for a person. That person needs an account with a Pro or Team plan, and approves you once. There is no
anonymous access, and identity assertions of other providers are not accepted. This service sends no e-mail: you
tell the person what to do.

## 1. Register

    POST ${issuer}${paths.agentIdentity}
    Content-Type: application/json

    {"type": "service_auth", "login_hint": "person@example.com", "agent_name": "Your name"}

\`login_hint\` is the e-mail that the person signs in with. The answer holds \`claim_token\`, a secret that is
valid for 24 hours, and \`claim\` with \`user_code\`, \`verification_uri\`, \`expires_in\` and \`interval\`.

## 2. Ask the person

Show the person \`verification_uri\` and \`user_code\`. They sign in there, type the code and approve. Never send
them a link that holds the code, and do not store it.
`;
}

function polling(issuer: string): string {
  return `## 3. Poll

Every \`interval\` seconds:

    POST ${issuer}${paths.token}
    Content-Type: application/x-www-form-urlencoded

    grant_type=${claimGrants[0]}&claim_token=...

| error | what to do |
|---|---|
| \`authorization_pending\` | poll again after \`interval\` seconds |
| \`slow_down\` | add 5 seconds to \`interval\` and poll again |
| \`expired_token\` | the code is over: ask for a new one (4) |
| \`access_denied\` | the person declined: stop |
| \`invalid_grant\` | the token is unknown, or its answer was given before: register again |

After the approval the answer comes once. It holds \`access_token\` (1 hour), \`identity_assertion\` and
\`assertion_expires\` (30 days). Keep both out of prompts, logs and shared files.
`;
}

function newCode(issuer: string): string {
  return `## 4. A new code

    POST ${issuer}${paths.agentClaim}
    Content-Type: application/json

    {"claim_token": "...", "email": "person@example.com"}

The answer holds \`claim\` as in step 1. The code before is good no more.

| status, error | what to do |
|---|---|
| 400 \`invalid_login_hint\` | give the e-mail of the registration |
| 401 \`invalid_claim_token\` | the token is unknown: register again |
| 409 \`claimed_or_in_flight\` | the person has typed the code: go on polling (3) |
| 410 \`claim_expired\` | 24 hours are over, five wrong codes were typed or the person declined: register again |
| 429 \`rate_limited\` | wait for \`Retry-After\` seconds; this may be the answer to step 1 too |

Errors of steps 1 and 4 are \`{"error", "error_description", "message"}\`, of the token address
\`{"error", "error_description"}\`.
`;
}

function afterApproval(issuer: string): string {
  return `## 5. Renew without the person

    POST ${issuer}${paths.token}
    Content-Type: application/x-www-form-urlencoded

    grant_type=${assertionGrant}&assertion=<identity_assertion>

When this answers \`invalid_grant\`, the person has disconnected you or 30 days are over: register again.

## 6. Use and give back

Send \`Authorization: Bearer <access_token>\` to the REST API at ${issuer}/v1 (described at ${issuer}/v1/docs) or
to the tool server at ${issuer}/mcp. Revoke a token that you do not need any more:

    POST ${issuer}${paths.revoke}
    Content-Type: application/x-www-form-urlencoded

    token=<access_token>
`;
}
