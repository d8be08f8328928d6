import { apiKeyDecider } from '../../application/access/key-registry.ts';
import {
  type AppendResult,
  type EventStore,
  OutcomeUnknownError,
  StoreUnavailableError,
} from '../../application/ports/event-store.ts';
import type { RebuildableReadModels } from '../../application/ports/rebuildable-read-models.ts';
import { emptySettledWindow } from '../../domain/ledger/settled-window.ts';
import { instant } from '../../domain/shared/instant.ts';
import { emptyMap } from '../../domain/shared/persistent-map.ts';
import { eventCodec } from '../../infrastructure/events/event-codec.ts';
import type { LedgerDecider } from './node.ts';
import { type Mistakes, noMistakes } from './world.ts';

/** Mistakes that somebody could make one day: each must be found within a number of seeds. */
export const knownMistakes: Readonly<Record<string, Mistakes>> = {
  'appends whatever the revision is': withLog({ ignoresExpectedRevision: true }),
  'answers before it is durable': withLog({ answersBeforeSync: true }),
  'puts documents without a guard': { ...noMistakes, tables: { putsWithoutGuard: true } },
  'lets a checkpoint lead': withNode({ wrapReadModels: leadingCheckpoints }),
  'saves a checkpoint although a put failed': withNode({ wrapReadModels: swallowedPuts }),
  'forgets which checks have ended': withNode({ wrapLedger: forgetful }),
  'takes an unknown outcome for a success': withNode({ wrapStore: optimistic }),
  'takes an unknown outcome for a failure': withNode({ wrapStore: pessimistic }),
  'sends again under a new revision what was not answered': withNode({ wrapStore: insistent }),
  'answers a revocation before readers see it': withNode({ wrapKeys: hasty }),
  'serves before it has caught up': withNode({ servesBeforeCaughtUp: true }),
  'keeps a snapshot that leaves something out': withNode({ wrapLedger: leakySnapshots }),
  'forgets what a key has spent': withNode({ wrapLedger: lavish }),
  'charges a hold that has expired': withNode({ wrapLedger: generous }),
};

function withLog(log: Partial<Mistakes['log']>): Mistakes {
  return { ...noMistakes, log: { ...noMistakes.log, ...log } };
}

function withNode(node: Partial<Mistakes['node']>): Mistakes {
  return { ...noMistakes, node: { ...noMistakes.node, ...node } };
}

function leadingCheckpoints(models: RebuildableReadModels): RebuildableReadModels {
  return {
    ...models,
    saveCheckpoint: (model, position) => models.saveCheckpoint(model, position + 1),
  };
}

function swallowedPuts(models: RebuildableReadModels): RebuildableReadModels {
  return {
    ...models,
    put: (...given) => models.put(...given).catch(() => 'stored' as const),
  };
}

function forgetful(decider: LedgerDecider): LedgerDecider {
  return {
    ...decider,
    decide: (ledger, command, context) =>
      decider.decide({ ...ledger, settled: emptySettledWindow }, command, context),
  };
}

function leakySnapshots(decider: LedgerDecider): LedgerDecider {
  const { snapshot } = decider;
  if (snapshot === undefined) return decider;
  const decode: typeof snapshot.decode = (lines) => ({
    ...snapshot.decode(lines),
    settled: emptySettledWindow,
    grants: [],
  });
  return { ...decider, snapshot: { ...snapshot, decode } };
}

/** Decides about a hold as if its key had spent nothing yet. */
function lavish(decider: LedgerDecider): LedgerDecider {
  return {
    ...decider,
    decide(ledger, command, context) {
      if (command.type !== 'hold-credits') return decider.decide(ledger, command, context);
      const { events, answer } = decider.decide(
        { ...ledger, keySpendings: emptyMap() },
        command,
        context,
      );
      return { events, answer };
    },
  };
}

/** Decides about a debit as if no time had passed since the hold was made. */
function generous(decider: LedgerDecider): LedgerDecider {
  return {
    ...decider,
    decide(ledger, command, context) {
      if (command.type !== 'settle-hold') return decider.decide(ledger, command, context);
      const before = [...ledger.holdExpiries.keys()].map((expiresAt) => expiresAt - 1);
      const at = instant(Math.min(context.at, ...before));
      return decider.decide(ledger, command, { ...context, at });
    },
  };
}

function optimistic(store: EventStore): EventStore {
  return {
    ...store,
    async append(stream, expected, events): Promise<AppendResult> {
      try {
        return await store.append(stream, expected, events);
      } catch (error) {
        if (!(error instanceof OutcomeUnknownError)) throw error;
        const positions = events.map((_, index) => index + 1);
        return { ok: true, lastRevision: expected + events.length, positions };
      }
    },
  };
}

function pessimistic(store: EventStore): EventStore {
  return {
    ...store,
    append: (...given) =>
      store.append(...given).catch((error: unknown) => {
        if (!(error instanceof OutcomeUnknownError)) throw error;
        throw new StoreUnavailableError('nothing was written, surely');
      }),
  };
}

function insistent(store: EventStore): EventStore {
  return {
    ...store,
    async append(stream, expected, events) {
      try {
        return await store.append(stream, expected, events);
      } catch (error) {
        if (!(error instanceof OutcomeUnknownError)) throw error;
        let revision = -1;
        for await (const event of store.readStream(stream, 0)) revision = event.revision;
        return store.append(stream, revision, events);
      }
    },
  };
}

function hasty(): ReturnType<typeof apiKeyDecider> {
  return { ...apiKeyDecider(eventCodec), answerWhen: () => 'durable' };
}
