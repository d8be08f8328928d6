import {
  type AgentClaimRegistry,
  agentClaimDecider,
} from '../application/access/agent-claim-registry.ts';
import {
  type AuthorizationRegistry,
  authorizationDecider,
} from '../application/access/authorization-registry.ts';
import { type ClientRegistry, clientDecider } from '../application/access/client-registry.ts';
import { apiKeyDecider, type KeyRegistry } from '../application/access/key-registry.ts';
import { type PasskeyRegistry, passkeyDecider } from '../application/access/passkey-registry.ts';
import { type SignInRegistry, signInDecider } from '../application/access/sign-in-registry.ts';
import { commandHandler } from '../application/handle-command.ts';
import { type AccountLedger, ledgerDecider } from '../application/ledger/account-ledger.ts';
import type { DocumentCodec } from '../application/ports/document-codec.ts';
import type { EventCodec } from '../application/ports/event-codec.ts';
import type { Hasher } from '../application/ports/hasher.ts';
import type { TextSealer } from '../application/ports/text-sealer.ts';
import type { CommandPorts } from '../application/stream-writer.ts';
import type { Allowances } from '../domain/access/plan.ts';
import { credits } from '../domain/shared/credits.ts';
import { createAnalyser } from '../infrastructure/analysis/analyser.ts';
import { documentCodec } from '../infrastructure/events/document-codec.ts';
import { eventCodec } from '../infrastructure/events/event-codec.ts';
import type { OAuthTechnology } from '../infrastructure/oauth/open-oauth.ts';
import {
  checkpointKey,
  ed25519Signatures,
  knownCheckpointKey,
} from '../infrastructure/system/checkpoint-key.ts';
import { nodeHasher } from '../infrastructure/system/node-hasher.ts';
import { randomIds } from '../infrastructure/system/random-ids.ts';
import { randomSecrets } from '../infrastructure/system/random-secrets.ts';
import { serverSecret } from '../infrastructure/system/server-secret.ts';
import { systemClock } from '../infrastructure/system/system-clock.ts';
import { systemTimers } from '../infrastructure/system/system-timers.ts';
import { textSealer } from '../infrastructure/system/text-sealer.ts';
import { catchUp } from '../projections/catch-up.ts';
import { projectInline } from '../projections/project-inline.ts';
import type { Projection } from '../projections/projection.ts';
import { rebuild, rebuildCounted } from '../projections/rebuild.ts';
import { projectionRegistry } from '../projections/registry.ts';
import { bulkEngines } from './cli/bulk-engines.ts';
import type { BulkEngines, Operations } from './cli/operations.ts';
import { supportOperations } from './cli/support-operations.ts';
import type { Config } from './config.ts';
import { openStores, type Reading, type Stores } from './open-stores.ts';

/** What the server and the command line share: the stores of a data folder and the ledger over them. */
export interface Core {
  readonly stores: Stores;
  readonly events: EventCodec;
  readonly documents: DocumentCodec;
  readonly hasher: Hasher;
  readonly sealer: TextSealer;
  readonly ledger: AccountLedger;
  readonly keys: KeyRegistry;
  readonly authorizations: AuthorizationRegistry;
  readonly clients: ClientRegistry;
  readonly claims: AgentClaimRegistry;
  /** Opened by those who serve; the issuer is known only then. */
  openOAuth(issuer: string): Promise<OAuthTechnology>;
  readonly signIns: SignInRegistry;
  readonly passkeys: PasskeyRegistry;
  readonly allowances: Allowances;
  readonly projections: readonly Projection[];
}

export async function openCore(
  config: Config,
  onLateProjection: (cause: unknown) => void,
  reading: Reading = { exact: false },
): Promise<Core> {
  const folder = config.dataFolder;
  const secret = serverSecret({ folder, given: config.secret ?? undefined });
  const hasher = nodeHasher(secret);
  const projections = projectionRegistry(eventCodec, documentCodec, hasher.sha256);
  const models = projections.map(({ declaration }) => declaration);
  const stores = await openStores(config, { hasher, secret, models }, reading);
  const projectionPorts = { eventStore: stores.events, readModels: stores.readModels };
  const ports: CommandPorts = {
    eventStore: stores.events,
    hasher,
    timers: systemTimers,
    project: (events) => projectInline(projectionPorts, projections, events),
  };
  // A debit that is in the log is a debit: its answer does not wait for a read model that the
  // subscription will bring up to date. A revocation that no reader sees yet is not done.
  const ledgerPorts: CommandPorts = {
    ...ports,
    snapshots: stores.snapshots,
    project: (events) => ports.project(events).catch(onLateProjection),
  };
  const { free, pro, team } = config.allowances;
  const allowances = { free: credits(free), pro: credits(pro), team: credits(team) };
  return {
    stores,
    allowances,
    events: eventCodec,
    documents: documentCodec,
    hasher,
    sealer: textSealer(stores.personalData),
    ledger: commandHandler(ledgerDecider(eventCodec, allowances), ledgerPorts),
    keys: commandHandler(apiKeyDecider(eventCodec), ports),
    authorizations: commandHandler(authorizationDecider(eventCodec, hasher), ports),
    clients: commandHandler(clientDecider(eventCodec), ports),
    claims: commandHandler(agentClaimDecider(eventCodec, hasher), ports),
    async openOAuth(issuer) {
      const { openOAuth } = await import('../infrastructure/oauth/open-oauth.ts');
      return openOAuth({ ...config, secret, issuer, clock: systemClock });
    },
    signIns: commandHandler(signInDecider(eventCodec), ports),
    passkeys: commandHandler(passkeyDecider(eventCodec), ports),
    projections,
  };
}

/** The ports of use cases that a person of ours runs on a data folder. */
export function supportPorts(core: Core) {
  const { ledger, keys, authorizations, clients, claims, signIns, passkeys, stores } = core;
  const { hasher, sealer, documents, events, allowances } = core;
  return {
    allowances,
    ledger,
    keys,
    authorizations,
    clients,
    claims,
    signIns,
    passkeys,
    hasher,
    sealer,
    documents,
    codec: events,
    eventStore: stores.events,
    readModels: stores.readModels,
    personalData: stores.personalData,
    rateWindows: stores.rateWindows,
    webSessions: stores.webSessions,
    clock: systemClock,
    timers: systemTimers,
    ids: randomIds,
    secrets: randomSecrets,
  };
}

/** The command line's view of a data folder; a server may work on the same one at the same time. */
export async function openOperations(config: Config): Promise<Operations> {
  const core = await openCore(config, () => undefined, { exact: true });
  const ports = supportPorts(core);
  const { stores, projections } = core;
  const key = { folder: config.dataFolder, given: config.checkpointKey };
  return supportOperations({
    ...ports,
    caughtUp: () => catchUp(ports, projections),
    compare: () => rebuild(ports, projections, { swap: false }),
    rebuild: (options) => rebuildCounted(ports, projections, options),
    checkpointKey: checkpointKey(key),
    knownCheckpointKey: () => knownCheckpointKey(key),
    signatures: ed25519Signatures,
    openLibrary: () => stores.openLibrary(),
    openColumn: () => stores.openColumn(),
    close: () => stores.close(),
  });
}

/** The engines alone: no data folder, no account. */
export async function openBulkEngines(config: Config): Promise<BulkEngines> {
  return bulkEngines(createAnalyser({ workers: config.analysisWorkers }));
}
