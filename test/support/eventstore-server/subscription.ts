import { randomUUID } from 'node:crypto';
import type { CallWriter, ReadOptions, ReadSettings } from './call-writer.ts';
import { indexAt, type Stored } from './server-log.ts';
import {
  caughtUp,
  checkpointResponse,
  confirmation,
  eventResponse,
  invalidPosition,
} from './wire.ts';

/** Events considered for one page of a filtered read, when the client does not say (`ReadBatchSize`). */
const defaultWindow = 32;

/**
 * EventStore: Enumerator.AllSubscriptionFiltered. Reads page after page, tells once when it is caught
 * up, and goes on with what is appended. Checkpoints come per so many events considered: while
 * catching up with the position of the page's last match or else of its start, live with that of the
 * event just considered.
 */
export async function runSubscription(
  settings: ReadSettings,
  writer: CallWriter,
  options: ReadOptions,
): Promise<void> {
  const { log } = settings;
  const filter = options.getFilter();
  const prefixes = filter?.getStreamIdentifier()?.getPrefixList() ?? [''];
  const matches = ({ stream }: Stored): boolean =>
    prefixes.some((prefix) => stream.startsWith(prefix));
  const window = filter?.getMax() || defaultWindow;
  const interval = window * (filter?.getCheckpointintervalmultiplier() || 1);
  const start = startIndex(log.events, options);
  if (start === null) {
    writer.fail(invalidPosition);
    return;
  }
  const sender = subscriptionSender(settings, writer);
  await sender.send(confirmation(randomUUID()));
  let next = await catchUp(sender, { log: log.events, start, matches, interval });
  await sender.send(caughtUp());
  let considered = 0;
  while (!sender.ended()) {
    const event = log.events[next];
    if (event === undefined) {
      await sender.growth();
      continue;
    }
    next += 1;
    considered += 1;
    if (matches(event)) await sender.event(event);
    if (considered % interval !== 0) continue;
    const ahead = settings.faults.checkpointsAhead ? log.events[next] : undefined;
    await sender.send(checkpointResponse((ahead ?? event).position));
  }
}

interface CatchUp {
  readonly log: readonly Stored[];
  readonly start: number;
  readonly matches: (event: Stored) => boolean;
  readonly interval: number;
}

async function catchUp(
  sender: Sender,
  { log, start, matches, interval }: CatchUp,
): Promise<number> {
  let next = start;
  while (next < log.length && !sender.ended()) {
    const page = log.slice(next, next + interval);
    next += page.length;
    const found = page.filter(matches);
    for (const event of found) await sender.event(event);
    const seen = found.at(-1) ?? page[0];
    if (page.length === interval && seen !== undefined) {
      await sender.send(checkpointResponse(seen.position));
    }
  }
  return next;
}

/**
 * The position given is that of the last event the client has: the server reads one event from there
 * and goes on behind it.
 */
function startIndex(events: readonly Stored[], options: ReadOptions): number | null {
  const all = options.getAll();
  if (all?.hasEnd() === true) return events.length;
  const position = Number(all?.getPosition()?.getCommitPosition() ?? 0);
  if (position === 0) return 0;
  const at = indexAt(events, position);
  return events[at]?.position === position ? at + 1 : null;
}

interface Sender {
  event(event: Stored): Promise<void>;
  send(response: Parameters<CallWriter['send']>[0]): Promise<void>;
  /** Resolves when something was appended, or the call has ended. */
  growth(): Promise<void>;
  ended(): boolean;
}

function subscriptionSender({ log, faults, sent }: ReadSettings, writer: CallWriter): Sender {
  let wake = (): void => undefined;
  sent.subscriptions += 1;
  const stop = log.onAppend(() => wake());
  writer.onEnd(() => {
    stop();
    wake();
  });
  const send: Sender['send'] = async (response) => {
    // A silent subscription never speaks again, as one on a connection that is gone.
    if (faults.subscriptionsSilent) await new Promise<void>((resolve) => writer.onEnd(resolve));
    await writer.send(response);
  };
  return {
    ended: writer.ended,
    send,
    async event(event) {
      sent.events += 1;
      await send(eventResponse(event, true));
      if (faults.duplicates) await send(eventResponse(event, true));
    },
    growth: () =>
      new Promise<void>((resolve) => {
        wake = resolve;
        if (writer.ended()) resolve();
      }),
  };
}
