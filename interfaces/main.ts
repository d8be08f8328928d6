import { admitRequest } from '../application/access/admit-request.ts';
import { authenticate } from '../application/access/authenticate.ts';
import { openFlights } from '../application/checks/flights.ts';
import {
  type IdempotentCheckPorts,
  runIdempotently,
} from '../application/checks/run-idempotently.ts';
import { getUsage } from '../application/ledger/get-usage.ts';
import { createAnalyser } from '../infrastructure/analysis/analyser.ts';
import { createDocumentReader } from '../infrastructure/documents/document-reader.ts';
import { randomIds } from '../infrastructure/system/random-ids.ts';
import { systemClock } from '../infrastructure/system/system-clock.ts';
import { type RunningTelemetry, startTelemetry } from '../infrastructure/telemetry/telemetry.ts';
import { type ProjectionRunner, startProjections } from '../projections/runner.ts';
import { type Core, openCore, supportPorts } from './composition.ts';
import { type Config, readConfig } from './config.ts';
import { greeting, openDemoAccount } from './demo-account.ts';
import { createHttpApp } from './http/app.ts';
import type { RestApplication } from './http/application.ts';
import { createHttpServer, shutDown } from './http/server.ts';

/** Running requests get this long to finish when the process is told to stop. */
const shutdownGraceMs = 30_000;
const sweepIntervalMs = 10 * 60 * 1000;

/** Everything that runs besides the stores, and has to be ended in order. */
interface Service {
  readonly core: Core;
  readonly telemetry: RunningTelemetry;
  readonly runner: ProjectionRunner;
  readonly ports: IdempotentCheckPorts;
}

try {
  await start(readConfig(process.env));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'could not start'}\n`);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  const service = await openService(config);
  const { telemetry, core } = service;
  const freshRequestId = (): string => randomIds.uuid();
  const app = createHttpApp(restApplication(service), {
    ...telemetry,
    telemetry,
    freshRequestId,
    baseUrl: config.baseUrl ?? `http://localhost:${config.port}`,
  });
  const server = createHttpServer(app, { freshRequestId });
  await service.runner.caughtUp();
  const demo = config.production ? null : await openDemoAccount(supportPorts(core));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  process.stdout.write(greeting(`http://localhost:${port}`, demo));
  const sweeping = setInterval(() => void sweep(service), sweepIntervalMs);
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    clearInterval(sweeping);
    await shutDown(server, shutdownGraceMs);
    await closeService(service);
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

async function openService(config: Config): Promise<Service> {
  const { otlpEndpoint } = config;
  const telemetry = await startTelemetry({ otlpEndpoint, log: { level: 'info' } });
  const core = openCore(config, (cause) =>
    telemetry.log('warn', 'a read model is late', { cause: messageOf(cause) }),
  );
  const runner = await startProjections({
    ...supportPorts(core),
    projections: core.projections,
    onStopped: (projection, cause) =>
      telemetry.log('error', 'a projection stopped', { projection, cause: cause.message }),
    onDelayed: (cause) =>
      telemetry.log('warn', 'read models are behind', { cause: messageOf(cause) }),
  });
  const analyser = createAnalyser({ workers: config.analysisWorkers });
  const documentReader = createDocumentReader();
  telemetry.observe('assay.projection.lag', () => runner.lag());
  telemetry.observe('assay.queue.length', () => analyser.queueLength(), { queue: 'analysis' });
  telemetry.observe('assay.queue.length', () => documentReader.queueLength(), { queue: 'files' });
  const ports = {
    ...supportPorts(core),
    analyser,
    documentReader,
    telemetry,
    library: core.openLibrary(),
    reportCache: core.stores.reportCache,
    idempotency: core.stores.idempotency,
    flights: openFlights(),
    maxWords: config.maxWords,
  };
  return { core, telemetry, runner, ports };
}

function restApplication({ core, runner, ports }: Service): RestApplication {
  const support = supportPorts(core);
  const admission = { rateWindows: core.stores.rateWindows, clock: systemClock };
  return {
    authenticate: (command) => authenticate(support, command),
    admitRequest: (command) => admitRequest(admission, command),
    runCheck: (command) => runIdempotently(ports, command),
    getUsage: ({ caller }) => getUsage(support, caller),
    async readiness() {
      const log = await core.stores.events.lastPosition().then(
        () => true,
        () => false,
      );
      const projections = runner.stopped().size === 0;
      return { ready: log && projections, checks: { log, projections } };
    },
  };
}

/** Drops what has expired; a failure costs space until the next time. */
async function sweep({ ports, telemetry }: Service): Promise<void> {
  const now = systemClock.now();
  try {
    await ports.reportCache.sweep(now);
    await ports.idempotency.sweep(now);
  } catch (error) {
    telemetry.log('warn', 'sweeping failed', { cause: messageOf(error) });
  }
}

async function closeService({ core, ports, runner, telemetry }: Service): Promise<void> {
  await Promise.allSettled([ports.analyser.close(), ports.documentReader.close(), runner.close()]);
  await Promise.allSettled([ports.library.close(), core.stores.close()]);
  await telemetry.close();
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : 'unknown';
}
