import type { Readiness } from './http/application.ts';

/** A look that takes longer than this is as good as none: who asks wants to send requests now. */
const limitMs = 2_000;

/** Looks at all parts at once; one that fails or does not answer in time is not ready. */
export async function readinessOf(
  parts: Readonly<Record<string, () => Promise<boolean>>>,
): Promise<Readiness> {
  const looks = Object.entries(parts).map(
    async ([name, look]): Promise<[string, boolean]> => [name, await inTime(look)],
  );
  const checks = Object.fromEntries(await Promise.all(looks));
  return { ready: Object.values(checks).every(Boolean), checks };
}

async function inTime(look: () => Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  const looked = look().catch(() => false);
  const ready = await Promise.race([looked, overdue]);
  clearTimeout(timer);
  return ready;
}
