import { connect, createServer, type Socket } from 'node:net';

/** Stands between a client and a server and does to their connections what networks do. */
export interface TcpGate {
  readonly port: number;
  /** Connections that were ever made through the gate. */
  connections(): number;
  /** Breaks every connection there is. */
  cut(): void;
  /** Connections there are now stay open and carry nothing any more; new ones work. */
  silence(): void;
  close(): Promise<void>;
}

export async function openTcpGate(targetPort: number): Promise<TcpGate> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let count = 0;
  const server = createServer((near) => {
    count += 1;
    const far = connect(targetPort, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    near.pipe(far);
    far.pipe(near);
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        pairs.delete(pair);
        near.destroy();
        far.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the gate has no port');
  const cut = (): void => {
    for (const [near] of pairs) near.destroy();
  };
  return {
    port: address.port,
    connections: () => count,
    cut,
    silence() {
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        near.pause();
        far.pause();
      }
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      cut();
      await closed;
    },
  };
}
