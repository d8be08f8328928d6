import { isPlan } from '../../../domain/access/plan.ts';
import { formats } from '../formats.ts';
import type { SignedInVisit } from '../visit.ts';
import { Facts } from './parts.tsx';

/** Where the account stands. */
export function OverviewPage({ visit }: { readonly visit: SignedInVisit }) {
  const { account, messages } = visit;
  const { overview } = messages;
  const { plan, credits, accountId } = account;
  const { number, day } = formats(visit);
  const planName = isPlan(plan) ? overview.plans[plan] : plan;
  return (
    <>
      <h1>{overview.title}</h1>
      {plan === 'free' && (
        <div class="note">
          <p>{overview.noApi}</p>
        </div>
      )}
      <section class="card" aria-labelledby="available">
        <h2 id="available">{overview.available}</h2>
        <p class="figure">{number(credits.remaining)}</p>
      </section>
      <section class="card" aria-label={overview.period}>
        <Facts
          facts={[
            [overview.plan, planName],
            [
              overview.period,
              overview.periodFromTo(day(credits.period_start), day(credits.period_end)),
            ],
            [overview.allowance, number(credits.allowance)],
            [overview.used, number(credits.used)],
            [overview.bonus, number(credits.bonus)],
            [overview.accountId, <code key="id">{accountId}</code>],
          ]}
        />
      </section>
    </>
  );
}
