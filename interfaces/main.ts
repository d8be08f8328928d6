import type { Server } from 'node:http';
import { forgetUnusedRegistrations } from '../application/access/forget-unused-registrations.ts';
import { openFlights } from '../application/checks/flights.ts';
import { lastingIdempotency } from '../application/checks/lasting-idempotency.ts';
import { type NodeClaims, openNodeClaims } from '../application/checks/node-claims.ts';
import type { IdempotentCheckPorts } from '../application/checks/run-idempotently.ts';
import { refreshLedgerColumn } from '../application/ledger/ledger-column.ts';
import { addMs } from '../domain/shared/instant.ts';
import { createAnalyser } from '../infrastructure/analysis/analyser.ts';
import { createDocumentReader } from '../infrastructure/documents/document-reader.ts';
import { randomIds } from '../infrastructure/system/random-ids.ts';
import { systemClock } from '../infrastructure/system/system-clock.ts';
import { systemTimers } from '../infrastructure/system/system-timers.ts';
import { type RunningTelemetry, startTelemetry } from '../infrastructure/telemetry/telemetry.ts';
import { type ProjectionRunner, startProjections } from '../projections/runner.ts';
import { openPages } from './compose-pages.ts';
import { type Core, openCore, supportPorts } from './composition.ts';
import { addressOf, type Config, readConfig } from './config.ts';
import { greeting, openDemoAccount } from './demo-account.ts';
import { type HoldSweeper, startHoldSweeper } from './hold-sweeper.ts';
import { createHttpApp } from './http/app.ts';
import { createHttpServer, shutDown } from './http/server.ts';
import { httpApplication } from './http-application.ts';
import { agentApplication, oauthApplication } from './oauth-application.ts';
import { onceReached } from './once-reached.ts';
import { type RunningWork, runningWork } from './running-work.ts';
import { mountWeb } from './web/mount-web.ts';

const sweepIntervalMs = 10 * 60 * 1000;
/** RFC 9116 2.5.5 asks for less than a year; it begins anew with each start. */
const contactLifeMs = 364 * 24 * 3600 * 1000;
/** What has to be given up when the grace time is over gets this long to give back what it holds. */
const releaseMs = 5_000;

/** Everything that runs, and has to be ended in order. */
interface Service {
  readonly core: Core;
  readonly telemetry: RunningTelemetry;
  readonly ports: IdempotentCheckPorts;
  /** This node's claims among all nodes; null where there is only one. */
  readonly claims: NodeClaims | null;
  readonly work: RunningWork;
  /** Null until the stores have answered for the first time. */
  runner: ProjectionRunner | null;
  holdSweeper: HoldSweeper | null;
  phase: 'starting' | 'serving' | 'stopping';
}

try {
  await start(readConfig(process.env));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'could not start'}\n`);
  process.exit(1);
}

/** Listens at once, so that who looks can see what is missing; serves once the stores are there. */
async function start(config: Config): Promise<void> {
  const service = await openService(config);
  const { telemetry, core } = service;
  const freshRequestId = (): string => randomIds.uuid();
  const baseUrl = addressOf(config);
  const { trustedProxies, production, securityContact: uri } = config;
  const expires = addMs(systemClock.now(), contactLifeMs);
  const securityContact = uri === null ? null : { uri, expires };
  const options = { baseUrl, trustedProxies, production, securityContact };
  const environment = { ...telemetry, telemetry, freshRequestId, ...options };
  const accessPorts = { ...supportPorts(core), ...(await core.openOAuth(baseUrl)) };
  const checks = httpApplication(service);
  const application = {
    rest: checks,
    mcp: checks,
    oauth: oauthApplication(accessPorts),
    agents: agentApplication(accessPorts),
  };
  const pages = await openPages(config, { core, ...application.oauth, ...service.ports });
  const app = createHttpApp(application, environment, (express) =>
    mountWeb(express, pages.application, { ...environment, ...pages.environment }),
  );
  const server = createHttpServer(app, { freshRequestId });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, resolve);
  });
  const sweeping = setInterval(() => void sweep(service), sweepIntervalMs);
  const stop = async (): Promise<void> => {
    service.phase = 'stopping';
    clearInterval(sweeping);
    const closed = shutDown(server, config.shutdownGraceMs + releaseMs);
    await endWork(service, config.shutdownGraceMs);
    await closed;
    // A store that says nothing must not keep the process longer than it may take to end.
    await Promise.race([closeService(service), systemTimers.pause(releaseMs)]);
  };
  const end = (): void => {
    if (service.phase === 'stopping') return;
    void stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  try {
    await serveOnceReached(service, { config, server });
  } catch (error) {
    // What was on its way when it was told to stop has lost its stores.
    if (service.phase !== 'stopping') throw error;
  }
}

/** Serves as soon as the stores are there and the read models have caught up. */
async function serveOnceReached(
  service: Service,
  { config, server }: { readonly config: Config; readonly server: Server },
): Promise<void> {
  const { core, telemetry } = service;
  const starting = { telemetry, timers: systemTimers };
  await onceReached(starting, () => core.stores.prepared());
  const runner = await onceReached(starting, () => follow(service));
  service.runner = runner;
  await onceReached(starting, () => runner.caughtUp());
  const openDemo = () => openDemoAccount(supportPorts(core));
  const demo = config.production ? null : await onceReached(starting, openDemo);
  if (service.phase === 'starting') {
    service.phase = 'serving';
    service.holdSweeper = startHoldSweeper({ ...supportPorts(core), telemetry });
  }
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  process.stdout.write(greeting(`http://localhost:${port}`, demo));
}

async function openService(config: Config): Promise<Service> {
  const { otlpEndpoint } = config;
  const telemetry = await startTelemetry({ otlpEndpoint, log: { level: 'info' } });
  const core = await openCore(config, (cause) =>
    telemetry.log('warn', 'a read model is late', { cause: messageOf(cause) }),
  );
  const { flightClaims } = core.stores;
  const shared = { clock: systemClock, timers: systemTimers, ids: randomIds };
  const claims = flightClaims === null ? null : openNodeClaims({ ...shared, claims: flightClaims });
  const analyser = createAnalyser({ workers: config.analysisWorkers });
  const documentReader = createDocumentReader();
  telemetry.observe('assay.queue.length', () => analyser.queueLength(), { queue: 'analysis' });
  telemetry.observe('assay.queue.length', () => documentReader.queueLength(), { queue: 'files' });
  const work = runningWork((cause) =>
    telemetry.log('error', 'work in the background failed', { cause: messageOf(cause) }),
  );
  const ports: IdempotentCheckPorts = {
    ...supportPorts(core),
    background: work.background,
    analyser,
    documentReader,
    telemetry,
    library: core.stores.openLibrary(),
    reportCache: core.stores.reportCache,
    idempotency: lastingIdempotency(core.stores.idempotency, systemTimers),
    flights: openFlights(claims ?? undefined),
    maxWords: config.maxWords,
  };
  return {
    core,
    telemetry,
    ports,
    claims,
    work,
    runner: null,
    holdSweeper: null,
    phase: 'starting',
  };
}

async function follow({ core, telemetry }: Service): Promise<ProjectionRunner> {
  const runner = await startProjections({
    ...supportPorts(core),
    projections: core.projections,
    onStopped: (projection, cause) =>
      telemetry.log('error', 'a projection stopped', { projection, cause: cause.message }),
    onDelayed: (cause) =>
      telemetry.log('warn', 'read models are behind', { cause: messageOf(cause) }),
  });
  telemetry.observe('assay.projection.lag', () => runner.lag());
  return runner;
}

/** Drops what has expired and keeps the figures of the ledger near the log; a failure waits for the next time. */
async function sweep({ core, ports, telemetry }: Service): Promise<void> {
  const now = systemClock.now();
  try {
    await ports.reportCache.sweep(now);
    await ports.idempotency.sweep(now);
    await core.stores.webSessions.sweep(now);
    await core.stores.flightClaims?.sweep(now);
    await refreshLedgerColumn({ ...supportPorts(core), openColumn: core.stores.openColumn });
    await forgetUnusedRegistrations(supportPorts(core));
  } catch (error) {
    telemetry.log('warn', 'sweeping failed', { cause: messageOf(error) });
  }
}

/** Lets what runs finish; what does not in time loses its engines, fails, and gives back its hold. */
async function endWork({ work, ports }: Service, graceMs: number): Promise<void> {
  const finished = await work.settled(graceMs);
  await Promise.allSettled([ports.analyser.close(), ports.documentReader.close()]);
  if (!finished) await work.settled(releaseMs);
}

async function closeService(service: Service): Promise<void> {
  const { core, ports, claims, runner, holdSweeper, telemetry } = service;
  await Promise.allSettled([runner?.close(), claims?.close(), holdSweeper?.close()]);
  await Promise.allSettled([ports.library.close(), core.stores.close()]);
  await telemetry.close();
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : 'unknown';
}
