import { success } from '../../../domain/shared/refusal.ts';
import type { RestApplication } from '../application.ts';
import { type AuthenticatedExchange, type Handle, jsonType } from '../exchange.ts';

/** `GET /v1/usage`. Members beyond the specification's are dropped here, not in the use case. */
export function usageEndpoint(
  application: Pick<RestApplication, 'getUsage'>,
): Handle<AuthenticatedExchange> {
  return async ({ caller }) => {
    const usage = await application.getUsage({ caller });
    if (!usage.ok) return usage;
    const { allowance, used, bonus, remaining, period_start, period_end } = usage.value.credits;
    const body = JSON.stringify({
      plan: usage.value.plan,
      credits: { allowance, used, bonus, remaining, period_start, period_end },
    });
    return success({ contentType: jsonType, body });
  };
}
