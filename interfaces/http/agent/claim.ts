import { z } from 'zod';
import { success } from '../../../domain/shared/refusal.ts';
import { type Handle, jsonType } from '../exchange.ts';
import type { AgentApplication, OAuthEnvironment } from '../oauth/application.ts';
import { readJson } from '../oauth/protocol-body.ts';
import { noStore, protocolRefusal } from '../oauth/protocol-errors.ts';
import { claimBlock } from './claim-block.ts';
import { codeAdmitted } from './code-admitted.ts';

const renewal = z.object({ claim_token: z.string().min(1), email: z.string().min(1) });

/** `POST /agent/identity/claim`: a new code; the one before it is dead from then on. */
export function claimEndpoint(
  application: Pick<AgentApplication, 'renewClaimCode' | 'admitAttempt'>,
  environment: OAuthEnvironment,
): Handle {
  const { baseUrl: issuer } = environment;
  return async (exchange) => {
    const body = await readJson(exchange);
    if (!body.ok) return body;
    const parsed = renewal.safeParse(body.value);
    if (!parsed.success) {
      const description = 'expected the members claim_token and email';
      return protocolRefusal({ error: 'invalid_request', description }, 'agent');
    }
    const { claim_token: claimToken, email } = parsed.data;
    const admitted = await codeAdmitted({ application, environment, exchange }, email);
    if (!admitted.ok) return admitted;
    const renewed = await application.renewClaimCode({ claimToken, email });
    if (!renewed.ok) return protocolRefusal(renewed, 'agent');
    const { registrationId, claimAttemptId, claim } = renewed.value;
    const block = claimBlock(claim, issuer);
    const answer = {
      registration_id: registrationId,
      claim_attempt_id: claimAttemptId,
      status: 'initiated',
      expires_at: new Date(claim.expiresAt).toISOString(),
      claim_attempt: block,
      claim: block,
    };
    return success({ contentType: jsonType, body: JSON.stringify(answer), headers: noStore });
  };
}
