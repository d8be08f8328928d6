import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';

/** The addresses of a host name; rejects or answers none when it has none. */
export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>;

/**
 * Asks the name servers and nobody else. The system's own resolver would also look into `/etc/hosts`, and a
 * slow name server of a stranger would hold the threads that this process reads its files with.
 */
export const askNameServers: ResolveHost = async (hostname) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const [four, six] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  return [...addresses(four, 4), ...addresses(six, 6)];
};

/** As every other program on this machine resolves a name. */
export const askSystem: ResolveHost = (hostname) => lookup(hostname, { all: true });

function addresses(
  result: PromiseSettledResult<readonly string[]>,
  family: 4 | 6,
): readonly LookupAddress[] {
  if (result.status === 'rejected') return [];
  return result.value.map((address) => ({ address, family }));
}
