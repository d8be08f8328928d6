import { connect, createServer, type Server, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Lets one command at a time through to a server. FerretDB 1.24 carries out an update in two steps, find
 * and store, and two updates of one document at once lose one (of eight at once that ask for the same old
 * value, up to eight are told that they found it). MongoDB does each of them as one step. Behind this gate
 * FerretDB does so, too, and what depends on it can be tested.
 */
const addresses: { readonly port: number; readonly upstreamPort: number } = workerData;

interface Turn {
  readonly message: Buffer;
  readonly upstream: Socket;
  readonly client: Socket;
}

/** Bit 1 of an OP_MSG's flags: the sender expects no reply. */
const moreToCome = 2;
/** What changes nothing may pass at any time: a document is replaced in one step. */
const readCommands = new Set(['find', 'getMore', 'hello', 'listIndexes', 'ping']);
const waiting: Turn[] = [];
let current: Turn | undefined;

function next(): void {
  do current = waiting.shift();
  while (current?.upstream.destroyed);
  if (current === undefined) return;
  const { upstream, message } = current;
  upstream.write(message);
  if ((message.readUInt32LE(16) & moreToCome) !== 0) next();
}

function serve(client: Socket): void {
  const upstream = connect(addresses.upstreamPort, '127.0.0.1');
  for (const socket of [client, upstream]) socket.setNoDelay(true).on('error', () => undefined);
  onMessages(client, (message) => {
    if (readCommands.has(commandOf(message))) {
      upstream.write(message);
      return;
    }
    waiting.push({ message, upstream, client });
    if (current === undefined) next();
  });
  onMessages(upstream, (reply) => {
    if (!client.destroyed) client.write(reply);
    if (current?.upstream === upstream) next();
    if (client.destroyed && !waits(upstream)) upstream.destroy();
  });
  upstream.once('close', () => {
    client.destroy();
    if (current?.upstream === upstream) next();
  });
  client.once('close', () => {
    // The server goes on with a command whose sender has gone: its turn ends with its reply.
    if (!waits(upstream)) upstream.destroy();
  });
}

/** An OP_MSG holds its flags, a section's kind and a BSON document whose first key names the command. */
function commandOf(message: Buffer): string {
  const opMessage = 2013;
  const keyAt = 26;
  if (message.length < keyAt || message.readInt32LE(12) !== opMessage || message[20] !== 0)
    return '';
  return message.toString('latin1', keyAt, message.indexOf(0, keyAt));
}

function waits(upstream: Socket): boolean {
  return current?.upstream === upstream || waiting.some((turn) => turn.upstream === upstream);
}

/** Every message of the protocol begins with its own length. */
function onMessages(socket: Socket, take: (message: Buffer) => void): void {
  let chunks: Buffer[] = [];
  let received = 0;
  let wanted = 4;
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    received += chunk.length;
    while (received >= wanted) {
      const bytes = Buffer.concat(chunks);
      const length = bytes.readInt32LE(0);
      wanted = length;
      chunks = [bytes];
      if (received < length) return;
      take(bytes.subarray(0, length));
      chunks = [bytes.subarray(length)];
      received -= length;
      wanted = 4;
    }
  });
}

const server: Server = createServer(serve);
server.listen(addresses.port, '127.0.0.1', () => parentPort?.postMessage('listening'));
