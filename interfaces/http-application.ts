import { admitMessage } from '../application/access/admit-message.ts';
import { admitRequest } from '../application/access/admit-request.ts';
import { authenticate } from '../application/access/authenticate.ts';
import { CheckCancelledError } from '../application/checks/check-watch.ts';
import { estimateCheck } from '../application/checks/estimate-check.ts';
import {
  type IdempotentCheckPorts,
  runIdempotently,
} from '../application/checks/run-idempotently.ts';
import { getUsage } from '../application/ledger/get-usage.ts';
import { StoreUnavailableError } from '../application/ports/event-store.ts';
import { OverloadedError } from '../application/ports/overloaded.ts';
import { type Core, supportPorts } from './composition.ts';
import type { RestApplication } from './http/application.ts';
import type { McpApplication } from './mcp/application.ts';
import { readinessOf } from './readiness.ts';
import type { RunningWork } from './running-work.ts';

/** What serves requests. */
export interface ServingNode {
  readonly core: Core;
  readonly ports: IdempotentCheckPorts;
  readonly work: RunningWork;
  /** Null until the stores have answered for the first time. */
  readonly runner: { stopped(): ReadonlyMap<string, unknown> } | null;
  readonly phase: 'starting' | 'serving' | 'stopping';
}

/** The use cases of the HTTP interfaces, bound to the ports of a node. */
export function httpApplication(node: ServingNode): RestApplication & McpApplication {
  const { core, work } = node;
  const support = supportPorts(core);
  const admission = { rateWindows: core.stores.rateWindows, clock: support.clock };
  return {
    async authenticate(command) {
      // Models that have not caught up would not know a key that was made, or revoked, a moment ago.
      if (node.phase === 'starting') throw new StoreUnavailableError('the node is starting');
      return authenticate(support, command);
    },
    admitRequest: (command) => admitRequest(admission, command),
    admitMessage: (command) => admitMessage(admission, command),
    runCheck: (command) => work.run(() => runCheck(node, command)),
    estimateCheck: (command) =>
      work.run(() => estimateCheck({ ...support, ...node.ports }, command)),
    getUsage: ({ caller }) => work.run(() => getUsage(support, caller)),
    readiness: () =>
      readinessOf({
        accepting: async () => node.phase !== 'stopping',
        log: () => core.stores.events.lastPosition().then(() => true),
        readModels: () => core.stores.readModels.checkpoint(firstModel(core)).then(() => true),
        projections: async () => node.phase !== 'starting' && node.runner?.stopped().size === 0,
      }),
  };
}

async function runCheck(
  node: ServingNode,
  command: Parameters<RestApplication['runCheck']>[0],
): ReturnType<RestApplication['runCheck']> {
  try {
    return await runIdempotently(node.ports, command);
  } catch (error) {
    if (error instanceof CheckCancelledError) throw error;
    // Its engines were taken from it: not a fault of the request, and another node can do it.
    if (node.phase === 'stopping') throw new OverloadedError('the node stops', { cause: error });
    throw error;
  }
}

function firstModel({ projections }: Core): string {
  const [first] = projections;
  if (first === undefined) throw new Error('there is no read model');
  return first.declaration.name;
}
