import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { makeCertificate } from '../../support/certificate.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

export type Reply = (request: IncomingMessage, response: ServerResponse) => void;

/** A host of client metadata documents, on this machine, under an authority of its own. */
export interface DocumentServer {
  readonly origin: string;
  readonly localhost: string;
  readonly ca: string;
  /** Paths asked for, in order. */
  readonly asked: string[];
  /** What a path answers. */
  readonly replies: Map<string, Reply>;
  close(): Promise<void>;
}

/** Null where the machine has no openssl. */
export async function startDocumentServer(): Promise<DocumentServer | null> {
  const folder = temporaryFolder();
  const [certificate, key] = [join(folder.path, 'ca.crt'), join(folder.path, 'ca.key')];
  const names = 'DNS:localhost,DNS:app.example,IP:127.0.0.1';
  if (!makeCertificate({ certificate, key, names })) return null;
  const ca = readFileSync(certificate, 'utf8');
  const asked: string[] = [];
  const replies = new Map<string, Reply>();
  const server = createServer({ cert: ca, key: readFileSync(key) }, (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const reply = replies.get(path);
    if (reply === undefined) response.writeHead(404).end();
    else reply(request, response);
  });
  folder.remove();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return {
    origin: `https://127.0.0.1:${address.port}`,
    localhost: `https://localhost:${address.port}`,
    ca,
    asked,
    replies,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers a document, as JSON unless told otherwise. */
export function sends(document: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  const body = typeof document === 'string' ? document : JSON.stringify(document);
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);
  };
}
