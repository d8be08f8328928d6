import { z } from 'zod';
import { emailAddress } from '../../../domain/access/email.ts';
import { success } from '../../../domain/shared/refusal.ts';
import { type Handle, jsonType } from '../exchange.ts';
import { paths, scope } from '../oauth/addresses.ts';
import type { AgentApplication, OAuthEnvironment } from '../oauth/application.ts';
import { readJson } from '../oauth/protocol-body.ts';
import { noStore, type ProtocolError, protocolRefusal } from '../oauth/protocol-errors.ts';
import { claimBlock } from './claim-block.ts';
import { codeAdmitted } from './code-admitted.ts';

const maxNameLength = 200;

const registration = z.object({
  login_hint: z.string(),
  agent_name: z.string().max(maxNameLength).optional(),
});

/** `POST /agent/identity`. The answer is the same whether or not anyone has the e-mail it names. */
export function identityEndpoint(
  application: Pick<AgentApplication, 'registerAgent' | 'admitAttempt'>,
  environment: OAuthEnvironment,
): Handle {
  const { baseUrl: issuer } = environment;
  return async (exchange) => {
    const body = await readJson(exchange);
    if (!body.ok) return body;
    const wrongType = refusedType(body.value);
    if (wrongType !== null) return wrongType;
    const parsed = registration.safeParse(body.value);
    if (!parsed.success) {
      const [member = ''] = parsed.error.issues[0]?.path ?? [];
      if (member === 'login_hint') return refusal('invalid_login_hint', 'expected an e-mail');
      return refusal('invalid_request', `${String(member)}: not as expected`);
    }
    const { login_hint: loginHint, agent_name: agentName = null } = parsed.data;
    const email = emailAddress(loginHint);
    if (email === null) return refusal('invalid_login_hint', 'expected an e-mail in login_hint');
    const admitted = await codeAdmitted({ application, environment, exchange }, email);
    if (!admitted.ok) return admitted;
    const registered = await application.registerAgent({ loginHint, agentName });
    if (!registered.ok) return protocolRefusal(registered, 'agent');
    const { registrationId, claimToken, expiresAt, claim } = registered.value;
    const answer = {
      registration_id: registrationId,
      registration_type: 'service_auth',
      claim_token: claimToken,
      claim_token_expires: new Date(expiresAt).toISOString(),
      claim_url: `${issuer}${paths.agentClaim}`,
      post_claim_scopes: [scope],
      claim: claimBlock(claim, issuer),
    };
    return success({ contentType: jsonType, body: JSON.stringify(answer), headers: noStore });
  };
}

/** The identity types of agent registration that this service has not, each with an error of its own. */
const otherTypes: ReadonlyMap<unknown, ProtocolError> = new Map([
  ['anonymous', 'anonymous_not_enabled'],
  ['identity_assertion', 'issuer_not_enabled'],
  ['id_jag', 'issuer_not_enabled'],
]);

function refusedType(body: object) {
  const type: unknown = 'type' in body ? body.type : undefined;
  if (type === 'service_auth') return null;
  return refusal(otherTypes.get(type) ?? 'invalid_request', 'expected the type service_auth');
}

function refusal(error: ProtocolError, description: string) {
  return protocolRefusal({ error, description }, 'agent');
}
