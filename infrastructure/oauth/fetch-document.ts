import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { isPublicAddress } from './public-address.ts';
import { askSystem, type ResolveHost } from './resolve-host.ts';

/** What the draft on client metadata documents recommends. */
const maxBytes = 5 * 1024;
/** For everything together: finding the address, connecting, waiting, reading. */
const timeLimitMs = 5_000;

export interface FetchOptions {
  /** Hosts that may have an address of any kind; for tests and closed networks. */
  readonly exemptHosts: ReadonlySet<string>;
  readonly resolve: ResolveHost;
  /** Certificates of authorities that are trusted instead of the well-known ones. */
  readonly ca?: string;
}

export interface FetchedDocument {
  readonly json: unknown;
  /** How long the host lets it be kept; null when it does not say. */
  readonly maxAgeSeconds: number | null;
}

/** The document is not there, or not such that it may be read; the message is fit for the client's developer. */
export class DocumentRefusedError extends Error {
  override readonly name = 'DocumentRefusedError';
}

/**
 * Reads a small JSON document from an address that a stranger named. The address of the host is looked up
 * once, judged, and connected to: no second look-up can answer otherwise (DNS rebinding). No redirects.
 * @throws DocumentRefusedError, and whatever a network throws
 */
export async function fetchDocument(url: URL, options: FetchOptions): Promise<FetchedDocument> {
  // A hundred files, which no server reads before somebody connects with such a client.
  const { Agent, request } = await import('undici');
  const signal = AbortSignal.timeout(timeLimitMs);
  const addresses = await until(signal, addressesOf(url, options));
  const { ca } = options;
  const connect = { lookup: pinned(addresses), ...(ca === undefined ? {} : { ca }) };
  const agent = new Agent({ connect, maxHeaderSize: 16 * 1024 });
  try {
    const headers = { accept: 'application/json', 'user-agent': 'assay' };
    const response = await request(url, { dispatcher: agent, signal, headers });
    return await readJson(response);
  } finally {
    await agent.destroy();
  }
}

async function addressesOf(url: URL, options: FetchOptions): Promise<readonly LookupAddress[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isExempt = options.exemptHosts.has(host);
  const family = isIP(host);
  const resolve = isExempt ? askSystem : options.resolve;
  const found = family === 0 ? await resolve(host) : [{ address: host, family }];
  if (found.length === 0) throw new DocumentRefusedError('the host has no address');
  // One that leads inside among others is no accident of a public host.
  if (!isExempt && !found.every(({ address }) => isPublicAddress(address))) {
    throw new DocumentRefusedError('the host has an address that is not public');
  }
  return found;
}

/** A look-up that answers what has been looked up already. Node asks for one address or for all. */
function pinned(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, { all }, callback) => {
    const [first] = addresses;
    if (all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
}

async function readJson({
  statusCode,
  headers,
  body,
}: Dispatcher.ResponseData): Promise<FetchedDocument> {
  if (statusCode !== 200) throw new DocumentRefusedError(`expected status 200, got ${statusCode}`);
  if (!/^application\/([a-z0-9.-]+\+)?json *(;|$)/i.test(single(headers['content-type']))) {
    throw new DocumentRefusedError('expected the type application/json');
  }
  if (!['', 'identity'].includes(single(headers['content-encoding']).toLowerCase())) {
    throw new DocumentRefusedError('expected a document that is not compressed');
  }
  const maxAge = /(?:^|[,\s])max-age="?(\d{1,9})/i.exec(single(headers['cache-control']))?.[1];
  const isKept = !/\bno-(store|cache)\b/i.test(single(headers['cache-control']));
  const json = parsed(await readBounded(body));
  return { json, maxAgeSeconds: isKept ? (maxAge === undefined ? null : Number(maxAge)) : 0 };
}

async function readBounded(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new DocumentRefusedError(`expected at most ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parsed(bytes: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return value;
  } catch {
    throw new DocumentRefusedError('expected JSON in UTF-8');
  }
}

/** A header that is given twice says nothing. */
function single(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : '';
}

/** The system's resolver cannot be told to stop, so it is left alone. */
function until<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
