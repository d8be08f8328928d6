import type { Credits } from '../shared/credits.ts';

export const plans = ['free', 'pro', 'team'] as const;
export type Plan = (typeof plans)[number];

export function isPlan(name: string): name is Plan {
  return plans.some((plan) => plan === name);
}

/** API.md: "Access requires a Pro or Team plan." */
export function includesApiAccess(plan: Plan): boolean {
  return plan !== 'free';
}

/** Credits that a period of each plan starts with. */
export type Allowances = Readonly<Record<Plan, Credits>>;
