import {
  type CreateKeyPorts,
  createKey,
  defaultRateLimit,
} from '../application/access/create-key.ts';
import { type OpenAccountPorts, openAccount } from '../application/ledger/open-account.ts';
import type { EventStore } from '../application/ports/event-store.ts';

/** Enough words for a verdict, with a mistake for grammar to find. */
const demoText =
  'The committee have met on Tuesday to discuss the the budget for next year. Most members agreed that the library need a new roof before winter. Nobody could say what it would cost. Mrs. Alder offered to ask three builders for a quote, and Mr. Finch promised to look for grants. They will meet again in two weeks, when the numbers are known. Until then the buckets stay where they are, under the skylight and beside the encyclopedias. The caretaker has asked visitors to bring there own umbrellas, which made everyone laugh except the treasurer.';

/** Says where the service is; on an empty store, outside production, with an account to try it. */
export async function welcome(
  ports: OpenAccountPorts & CreateKeyPorts & { readonly eventStore: EventStore },
  { address, demo }: { readonly address: string; readonly demo: boolean },
): Promise<void> {
  process.stdout.write(`Assay listens on ${address}\n`);
  if (!demo || (await ports.eventStore.lastPosition()) > 0) return;
  const actor = { kind: 'system' } as const;
  const email = 'demo@example.com';
  const opened = await openAccount(ports, { email, plan: 'pro', actor });
  if (!opened.ok) return;
  const { accountId } = opened.value;
  const made = await createKey(ports, {
    accountId,
    name: 'demo',
    rateLimit: defaultRateLimit,
    actor,
  });
  if (!made.ok) return;
  const body = JSON.stringify({ text: demoText, checks: { ai: true, grammar: true } });
  process.stdout.write(
    [
      `Demo account ${accountId} is open; its key is shown this once: ${made.value.key}`,
      'Try it:',
      '',
      `curl -i ${address}/v1/analyze -H 'Authorization: Bearer ${made.value.key}' -H 'Content-Type: application/json' -d '${body}'`,
      '',
      '',
    ].join('\n'),
  );
}
