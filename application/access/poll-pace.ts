import type { RegistrationId } from '../../domain/shared/ids.ts';
import type { Instant } from '../../domain/shared/instant.ts';
import type { RateWindows } from '../ports/rate-windows.ts';

/** API.md, "Limits". */
export const pollIntervalSeconds = 5;

/** RFC 8628 3.5: each `slow_down` adds so much, for this and all later requests. */
const stepSeconds = 5;
/** Whoever was told so often does not listen; five minutes are slow enough. */
const maxSteps = 60;
/** As long as a claim lives. */
const rememberedSeconds = 24 * 3600;
/** On the way here, requests come closer together or apart; what is on time at its sender is on time. */
const tolerance = 0.9;

const slowedOf = (registrationId: RegistrationId, now: Instant) => ({
  credentialId: `agent-slowed:${registrationId}`,
  windowSeconds: rememberedSeconds,
  now,
});

const intervalAt = (step: number): number => pollIntervalSeconds + step * stepSeconds;

/** How many seconds an agent has to leave between two polls, after all that it was told. */
export async function pollInterval(
  { rateWindows }: { readonly rateWindows: RateWindows },
  registrationId: RegistrationId,
  now: Instant,
): Promise<number> {
  return intervalAt(await rateWindows.counted(slowedOf(registrationId, now)));
}

/** Whether an agent polls faster than it may; if so, it has to go slower from now on. */
export async function pollsTooFast(
  { rateWindows }: { readonly rateWindows: RateWindows },
  registrationId: RegistrationId,
  now: Instant,
): Promise<boolean> {
  const slowed = slowedOf(registrationId, now);
  const steps = await rateWindows.counted(slowed);
  const isOnTime = async (step: number): Promise<boolean> => {
    const windowSeconds = intervalAt(step) * tolerance;
    const credentialId = `agent-poll:${registrationId}`;
    return (await rateWindows.admit({ credentialId, limit: 1, windowSeconds, now })).admitted;
  };
  if (await isOnTime(steps)) return false;
  if ((await rateWindows.admit({ ...slowed, limit: maxSteps })).admitted) {
    // Windows of two lengths count apart: the longer one begins here.
    await isOnTime(steps + 1);
  }
  return true;
}
