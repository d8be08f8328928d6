import type { Life, Scheduler } from './scheduler.ts';

/** Something that answers requests over the network; its life ends with every crash and begins anew. */
export interface Host {
  readonly name: string;
  life: Life;
}

/** How a request failed. `refused`: it never arrived. `lost`: nobody knows. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly kind: 'refused' | 'lost';

  constructor(kind: 'refused' | 'lost', message: string) {
    super(message);
    this.kind = kind;
  }
}

export interface NetworkFaults {
  meanMs: number;
  /** Chance that a message takes a hundred times as long. */
  slow: number;
  drop: number;
  duplicate: number;
  /** Pairs of names that cannot hear each other, such as `node-1|log`. */
  readonly partitions: Set<string>;
}

export interface NetworkCounts {
  messages: number;
  dropped: number;
  duplicated: number;
  timeouts: number;
}

export interface Call<Reply> {
  readonly from: Life;
  readonly to: Host;
  readonly timeoutMs: number;
  /** False for what must not be sent twice by the network itself. */
  readonly mayDuplicate: boolean;
  /** What the host does; its answer travels back. */
  perform(): Promise<Reply>;
}

export interface Network {
  readonly faults: NetworkFaults;
  /** @throws NetworkError, or what `perform` threw */
  call<Reply>(call: Call<Reply>): Promise<Reply>;
}

/** Messages that are late, lost, sent twice or out of order, and hosts that are gone. */
export function openNetwork(
  scheduler: Scheduler,
  faults: NetworkFaults,
  counts: NetworkCounts,
): Network {
  const { random } = scheduler;
  const delay = (): number => random.around(faults.meanMs) * (random.chance(faults.slow) ? 100 : 1);
  const isCut = (from: Life, to: Host): boolean => {
    const cut = faults.partitions.has(`${from.name}|${to.name}`);
    return cut || random.chance(faults.drop);
  };
  return {
    faults,
    call<Reply>({ from, to, timeoutMs, mayDuplicate, perform }: Call<Reply>): Promise<Reply> {
      return new Promise((resolve, reject) => {
        const fail = (kind: 'refused' | 'lost'): void => {
          counts.timeouts += kind === 'lost' ? 1 : 0;
          reject(new NetworkError(kind, `${to.name} ${kind}`));
        };
        let giveUp = (): void => undefined;
        const answered = (end: () => void) => (): void => {
          giveUp();
          end();
        };
        const send = (): void => {
          counts.messages += 1;
          if (isCut(from, to)) {
            counts.dropped += 1;
            return;
          }
          const { life } = to;
          // A request on its way does not die with its sender.
          scheduler.after(delay(), life, () => {
            const answer = (deliver: () => void): void => {
              if (isCut(from, to)) counts.dropped += 1;
              else void scheduler.after(delay(), from, deliver);
            };
            Promise.resolve()
              .then(perform)
              .then(
                (reply) => answer(answered(() => resolve(reply))),
                (error: unknown) => answer(answered(() => reject(error))),
              );
          });
        };
        if (!to.life.alive) {
          scheduler.after(delay(), from, () => fail('refused'));
          return;
        }
        giveUp = scheduler.after(timeoutMs, from, () => fail('lost'));
        send();
        if (mayDuplicate && random.chance(faults.duplicate)) {
          counts.duplicated += 1;
          send();
        }
      });
    },
  };
}
