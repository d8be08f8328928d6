import assert from 'node:assert/strict';
import { createKey, defaultRateLimit } from '../../application/access/create-key.ts';
import { supportPorts } from '../../interfaces/composition.ts';
import { httpApplication } from '../../interfaces/http-application.ts';
import { runningWork } from '../../interfaces/running-work.ts';
import { double, type RunningApp, startApp } from '../interfaces/http/start-app.ts';
import { openCheckService } from './check-service.ts';
import { wordCountAnalyser } from './word-count-analyser.ts';

/** The real use cases and stores over real HTTP, with an AI detection that waits until it may go on. */
export interface HeldChecks {
  readonly app: RunningApp;
  /** Opens an account with that many credits. */
  client(amount: number): Promise<HeldClient>;
  /** How many detections wait now. */
  waiting(): number;
  /** Lets all that wait now finish. */
  release(): void;
  close(): Promise<void>;
}

export interface HeldClient {
  readonly key: string;
  /** The types of what the account's stream holds since it was opened, with the reason of a release. */
  ledger(): Promise<readonly string[]>;
}

export async function startHeldChecks(): Promise<HeldChecks> {
  const engines = wordCountAnalyser();
  const held = new Set<() => void>();
  const detect: typeof engines.detect = async (...work) => {
    await new Promise<void>((resolve) => held.add(resolve));
    return engines.detect(...work);
  };
  const service = await openCheckService({ ...engines, detect });
  const { core, ports } = service;
  const runner = { stopped: () => new Map() };
  const phase = 'serving' as const;
  const work = runningWork((cause) => assert.fail(String(cause)));
  const application = httpApplication({ core, ports, work, runner, phase });
  const app = await startApp(double(application));
  const release = (): void => {
    for (const finish of held) finish();
    held.clear();
  };
  return {
    app,
    waiting: () => held.size,
    release,
    async client(amount) {
      const caller = await service.caller({ credits: amount });
      const { accountId } = caller;
      const wish = { accountId, name: 'a test', rateLimit: defaultRateLimit };
      const made = await createKey(supportPorts(core), { ...wish, actor: { kind: 'support' } });
      assert.ok(made.ok);
      const opened = (await service.history(caller)).length;
      return {
        key: made.value.key,
        ledger: async () =>
          (await service.history(caller)).slice(opened).map(({ type, data }) => {
            const reason = /"reason":"(\w+)"/.exec(JSON.stringify(data))?.[1];
            return reason === undefined ? type : `${type} ${reason}`;
          }),
      };
    },
    async close() {
      release();
      await app.close();
      await work.settled(10_000);
      await service.close();
    },
  };
}
