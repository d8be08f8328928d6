import {
  type CreateKeyPorts,
  createKey,
  defaultRateLimit,
} from '../application/access/create-key.ts';
import { type OpenAccountPorts, openAccount } from '../application/ledger/open-account.ts';
import type { EventStore } from '../application/ports/event-store.ts';
import type { AccountId } from '../domain/shared/ids.ts';

/** Enough words for a verdict, with a mistake for grammar to find. */
const demoText =
  'The committee have met on Tuesday to discuss the the budget for next year. Most members agreed that the library need a new roof before winter. Nobody could say what it would cost. Mrs. Alder offered to ask three builders for a quote, and Mr. Finch promised to look for grants. They will meet again in two weeks, when the numbers are known. Until then the buckets stay where they are, under the skylight and beside the encyclopedias. The caretaker has asked visitors to bring there own umbrellas, which made everyone laugh except the treasurer.';

export interface DemoAccount {
  readonly accountId: AccountId;
  readonly key: string;
}

/** On an empty store: an account with credits and a key, to try the service with. */
export async function openDemoAccount(
  ports: OpenAccountPorts & CreateKeyPorts & { readonly eventStore: EventStore },
): Promise<DemoAccount | null> {
  // The position says nothing: a server keeps events of its own in the log.
  for await (const _ of ports.eventStore.readAll(0, ['account-'])) return null;
  const actor = { kind: 'system' } as const;
  const opened = await openAccount(ports, { email: 'demo@example.com', plan: 'pro', actor });
  if (!opened.ok) return null;
  const { accountId } = opened.value;
  const key = { accountId, name: 'demo', rateLimit: defaultRateLimit, actor };
  const made = await createKey(ports, key);
  return made.ok ? { accountId, key: made.value.key } : null;
}

/** What the console says once the service answers. The demo key is shown here and never again. */
export function greeting(address: string, demo: DemoAccount | null): string {
  const listens = `Assay listens on ${address}`;
  if (demo === null) return `${listens}\n`;
  const { accountId, key } = demo;
  const body = JSON.stringify({ text: demoText, checks: { ai: true, grammar: true } });
  const headers = `-H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json'`;
  return [
    listens,
    `Demo account ${accountId} is open; its key is shown this once: ${key}`,
    'Try it:',
    '',
    `curl -i ${address}/v1/analyze ${headers} -d '${body}'`,
    '',
    '',
  ].join('\n');
}
