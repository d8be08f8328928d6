import { emailAddress } from '../../../domain/access/email.ts';
import type { Outcome } from '../../../domain/shared/refusal.ts';
import { type Attempts, attempted, attemptLimits } from '../attempts.ts';
import { clientAddress } from '../client-address.ts';
import type { Exchange } from '../exchange.ts';
import type { OAuthEnvironment } from '../oauth/application.ts';

/**
 * Counts a code for an agent of somebody. New codes push old ones aside, so who asks for them without end would
 * keep others from connecting theirs; counted by the e-mail alone, a few requests would. Refuses with
 * `rate_limited`.
 */
export function codeAdmitted(
  asked: {
    readonly application: Attempts;
    readonly environment: OAuthEnvironment;
    readonly exchange: Exchange;
  },
  email: string,
): Promise<Outcome<null>> {
  const { application, environment, exchange } = asked;
  const from = clientAddress(exchange.request, environment.trustedProxies);
  const subject = `${from} ${emailAddress(email) ?? ''}`;
  return attempted(application, attemptLimits.agentEmail, subject);
}
