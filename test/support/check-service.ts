import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caller } from '../../application/access/authenticate.ts';
import { openFlights } from '../../application/checks/flights.ts';
import type { CheckAnswer } from '../../application/checks/run-check.ts';
import {
  type IdempotentCheckPorts,
  runIdempotently,
} from '../../application/checks/run-idempotently.ts';
import { openAccount } from '../../application/ledger/open-account.ts';
import type { Analyser } from '../../application/ports/analyser.ts';
import type { Telemetry } from '../../application/ports/telemetry.ts';
import type { CheckRequest } from '../../domain/checks/request.ts';
import { accountStream } from '../../domain/ledger/events.ts';
import { credits } from '../../domain/shared/credits.ts';
import type { RecordedEvent } from '../../domain/shared/event.ts';
import { grantId } from '../../domain/shared/ids.ts';
import type { Outcome } from '../../domain/shared/refusal.ts';
import { type Core, openCore, supportPorts } from '../../interfaces/composition.ts';
import { readConfig } from '../../interfaces/config.ts';
import { wordCountAnalyser } from './word-count-analyser.ts';

const silent: Telemetry = {
  count: () => undefined,
  record: () => undefined,
  observe: () => undefined,
  log: () => undefined,
  trace: (_name, _attributes, work) => work(),
};

/** The real use cases and stores in a folder of their own; only the engines are small. */
export interface CheckService {
  readonly core: Core;
  /** Where the stores keep their files. */
  readonly folder: string;
  readonly ports: IdempotentCheckPorts;
  caller(options: { readonly credits: number }): Promise<Caller>;
  run(
    caller: Caller,
    request: Partial<CheckRequest> & { readonly text?: string },
    idempotencyKey?: string,
  ): Promise<Outcome<CheckAnswer>>;
  giveCredits(caller: Caller, amount: number): Promise<void>;
  /** What the account's stream holds, by event type, oldest first. */
  history(caller: Caller): Promise<readonly RecordedEvent[]>;
  close(): Promise<void>;
}

export async function openCheckService(
  analyser: Analyser = wordCountAnalyser(),
): Promise<CheckService> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-checks-'));
  const config = readConfig({ ASSAY_DATA_DIR: folder, ASSAY_ALLOWANCE_PRO: '0' });
  const core = await openCore(config, (cause) => assert.fail(`late projection: ${String(cause)}`));
  const library = core.stores.openLibrary();
  const ports: IdempotentCheckPorts = {
    ...supportPorts(core),
    analyser,
    library,
    documentReader: { read: () => assert.fail('no files here'), close: async () => undefined },
    telemetry: silent,
    reportCache: core.stores.reportCache,
    idempotency: core.stores.idempotency,
    flights: openFlights(),
    background: (work) => void work(),
    maxWords: config.maxWords,
  };
  let count = 0;
  return {
    core,
    folder,
    ports,
    async caller(options) {
      count += 1;
      const caller = await openedAccountIn(core, `user${count}@example.org`);
      await giveCredits(core, caller, options.credits);
      return caller;
    },
    giveCredits: (caller, amount) => giveCredits(core, caller, amount),
    run: (caller, { text, ...request }, idempotencyKey) =>
      runIdempotently(ports, {
        caller,
        correlationId: 'a-request',
        route: '/v1/analyze',
        idempotencyKey: idempotencyKey ?? null,
        request: {
          source: { kind: 'text', text: text ?? 'one two three' },
          checks: { ai: true, grammar: false, plagiarism: false, deep: false },
          uiLanguage: 'en',
          store: false,
          ...request,
        },
      }),
    history: (caller) => historyOf(core, caller),
    async close() {
      await library.close();
      await core.stores.close();
      await rm(folder, { recursive: true });
    },
  };
}

export async function openedAccountIn(core: Core, email: string): Promise<Caller> {
  const actor = { kind: 'support' } as const;
  const opened = await openAccount(supportPorts(core), { email, plan: 'pro', actor });
  assert.ok(opened.ok);
  return {
    accountId: opened.value.accountId,
    credentialId: 'key_00000000',
    credentialKind: 'key',
    plan: 'pro',
    rateLimit: 1000,
    checks: null,
    monthlyCap: null,
  };
}

async function giveCredits(core: Core, { accountId }: Caller, amount: number): Promise<void> {
  const { clock, ids } = supportPorts(core);
  await core.ledger.handle(
    accountStream(accountId),
    {
      type: 'grant-credits',
      grantId: grantId(ids.fresh('grt_')),
      kind: 'bonus',
      amount: credits(amount),
      expiresAt: null,
      noteId: null,
    },
    { at: clock.now(), correlationId: ids.uuid(), actor: { kind: 'support' } },
  );
}

async function historyOf(core: Core, caller: Caller): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  const stream = accountStream(caller.accountId);
  for await (const event of core.stores.events.readStream(stream, 0)) events.push(event);
  return events;
}
