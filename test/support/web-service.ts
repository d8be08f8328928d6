import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { openAccount } from '../../application/ledger/open-account.ts';
import type { SignInLetter } from '../../application/ports/mailer.ts';
import type { Telemetry } from '../../application/ports/telemetry.ts';
import type { Plan } from '../../domain/access/plan.ts';
import type { AccountId } from '../../domain/shared/ids.ts';
import { addMs } from '../../domain/shared/instant.ts';
import { passkeyCeremonies } from '../../infrastructure/passkeys/passkey-ceremonies.ts';
import { type Core, openCore, supportPorts } from '../../interfaces/composition.ts';
import { readConfig } from '../../interfaces/config.ts';
import { createHttpApp } from '../../interfaces/http/app.ts';
import { createHttpServer } from '../../interfaces/http/server.ts';
import { agentApplication, oauthApplication } from '../../interfaces/oauth-application.ts';
import { runningWork } from '../../interfaces/running-work.ts';
import type { WebApplication } from '../../interfaces/web/application.ts';
import { mountWeb } from '../../interfaces/web/mount-web.ts';
import { webApplication } from '../../interfaces/web/web-application.ts';
import { double } from '../interfaces/http/start-app.ts';
import { freePort } from './free-port.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The pages over real stores; only the letters stay here. */
export interface WebService {
  readonly base: string;
  readonly core: Core;
  readonly application: WebApplication;
  readonly letters: SignInLetter[];
  /** Waits for what goes on after an answer was given, such as sending letters. */
  settled(): Promise<void>;
  readonly logged: { readonly message: string; readonly fields: unknown }[];
  /** Milliseconds by which the clock of the pages and use cases is ahead. */
  ahead(milliseconds: number): void;
  open(email: string, plan?: Plan): Promise<AccountId>;
  close(): Promise<void>;
}

export interface WebServiceOptions {
  /** Where people find it, when it is not where it listens: behind a proxy that ends TLS. */
  readonly baseUrl?: string;
  readonly change?: (application: WebApplication) => WebApplication;
}

export async function startWebService(options: WebServiceOptions = {}): Promise<WebService> {
  const folder = temporaryFolder();
  const port = await freePort();
  const base = `http://localhost:${port}`;
  const baseUrl = options.baseUrl ?? base;
  const config = readConfig({ ASSAY_DATA_DIR: folder.path, ASSAY_BASE_URL: baseUrl });
  const core = await openCore(config, (cause) => assert.fail(`late projection: ${String(cause)}`));
  const letters: SignInLetter[] = [];
  const logged: WebService['logged'] = [];
  let aheadMs = 0;
  const failures: unknown[] = [];
  const work = runningWork((cause) => failures.push(cause));
  const settled = async (): Promise<void> => {
    assert.ok(await work.settled(60_000), 'what goes on in the background comes to an end');
    assert.deepEqual(failures, []);
  };
  const ports = supportPorts(core);
  const clock = { now: () => addMs(ports.clock.now(), aheadMs) };
  const telemetry = telemetryInto(logged);
  const accessPorts = { ...ports, clock, ...(await core.openOAuth(baseUrl)) };
  const oauth = oauthApplication(accessPorts);
  const agents = agentApplication(accessPorts);
  const own = webApplication(
    {
      ...ports,
      clock,
      telemetry,
      background: work.background,
      mailer: { send: async (letter) => void letters.push(letter), close: async () => undefined },
      passkeyCeremonies: passkeyCeremonies({ origin: base, name: 'Assay' }),
    },
    { issuer: baseUrl, findClient: oauth.findClient },
  );
  const application = options.change?.(own) ?? own;
  const environment = {
    telemetry,
    baseUrl,
    production: false,
    trustedProxies: 0,
    securityContact: null,
    cookieSecret: 'a secret of the tests',
    freshRequestId: () => ports.ids.uuid(),
    monotonicMs: () => performance.now(),
    inRequest: <Value>(_requestId: string, work: () => Value) => work(),
    metricsText: async () => '',
    now: () => clock.now(),
    freshSecret: () => ports.secrets.credential(''),
    sameText: (one: string, other: string) => ports.hasher.sameDigest(one, other),
  };
  const checks = double();
  const app = createHttpApp({ rest: checks, mcp: checks, oauth, agents }, environment, (express) =>
    mountWeb(express, application, environment),
  );
  const server = createHttpServer(app, { freshRequestId: environment.freshRequestId });
  await new Promise<void>((resolve) => server.listen(port, resolve));
  return {
    base,
    core,
    application,
    letters,
    logged,
    settled,
    ahead(milliseconds) {
      aheadMs = milliseconds;
    },
    async open(email, plan = 'pro') {
      const opened = await openAccount(ports, { email, plan, actor: { kind: 'support' } });
      assert.ok(opened.ok);
      return opened.value.accountId;
    },
    async close() {
      await closed(server);
      await settled();
      await core.stores.close();
      folder.remove();
    },
  };
}

function telemetryInto(logged: { message: string; fields: unknown }[]): Telemetry {
  return {
    count() {},
    record() {},
    observe() {},
    trace: (_name, _attributes, work) => work(),
    log: (_level, message, fields) => void logged.push({ message, fields }),
  };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
