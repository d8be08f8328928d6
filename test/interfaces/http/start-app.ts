import { request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import type { Caller } from '../../../application/access/authenticate.ts';
import type { Telemetry } from '../../../application/ports/telemetry.ts';
import { checkLimits } from '../../../domain/checks/limits.ts';
import type { CheckRequest } from '../../../domain/checks/request.ts';
import { credits } from '../../../domain/shared/credits.ts';
import { accountId } from '../../../domain/shared/ids.ts';
import { refused, success } from '../../../domain/shared/refusal.ts';
import { createHttpApp } from '../../../interfaces/http/app.ts';
import type { HttpEnvironment, RestApplication } from '../../../interfaces/http/application.ts';
import { createHttpServer, type ServerOptions } from '../../../interfaces/http/server.ts';
import type { McpApplication } from '../../../interfaces/mcp/application.ts';
import { oauthDouble, type ProtocolDouble } from './oauth/oauth-double.ts';

export const goodKey = 'as_live_good';

export const caller: Caller = {
  accountId: accountId('acc_0000000000000000'),
  credentialId: 'key_0000000000000000',
  credentialKind: 'key',
  plan: 'pro',
  rateLimit: 60,
  checks: null,
  monthlyCap: null,
};

type CheckCommand = Parameters<RestApplication['runCheck']>[0];

/** The use cases by hand: they answer at once and remember what they were asked. */
export interface Double extends RestApplication, McpApplication {
  readonly asked: CheckCommand[];
}

export const reportJson = JSON.stringify({ text: 'Hello.', credits: { used: 1, remaining: 9 } });

export function double(overrides: Partial<RestApplication & McpApplication> = {}): Double {
  const asked: CheckCommand[] = [];
  return {
    asked,
    async authenticate({ credential }) {
      if (credential === null) return refused('unauthenticated', 'Expected a bearer credential.');
      return credential === goodKey ? success(caller) : refused('invalid_key', 'Not a valid key.');
    },
    async admitRequest() {
      return { admitted: true, limit: 60, remaining: 59, resetSeconds: 60 };
    },
    async admitMessage() {
      return { admitted: true, limit: 600, remaining: 599, resetSeconds: 60 };
    },
    async estimateCheck() {
      return success({ words: 1, lines: [], price: credits(1), available: 9 });
    },
    async runCheck(command) {
      const limits = checkLimits(command.request);
      if (!limits.ok) return limits;
      asked.push(command);
      return success({ reportJson, creditsUsed: 1, creditsRemaining: 9, replayed: false });
    },
    async getUsage() {
      const amounts = { allowance: 10, used: 1, bonus: 0, remaining: 9 };
      return success({ plan: 'pro', credits: { ...amounts, period_start: 1, period_end: 2 } });
    },
    async readiness() {
      return { ready: true, checks: { store: true } };
    },
    ...overrides,
  };
}

interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly fields: unknown;
}

export interface RunningApp {
  readonly base: string;
  readonly port: number;
  readonly server: Server;
  readonly application: Double;
  readonly logged: readonly LogLine[];
  /** The last check that the application was asked to run. */
  lastRequest(): CheckRequest | undefined;
  close(): Promise<void>;
}

interface AppOptions extends Partial<ServerOptions> {
  readonly securityContact?: HttpEnvironment['securityContact'];
  readonly oauth?: ProtocolDouble;
  /** For clients that call it where it says it is. */
  readonly at?: { readonly port: number; readonly baseUrl: string };
}

export async function startApp(
  application: Double = double(),
  options: AppOptions = {},
): Promise<RunningApp> {
  const logged: LogLine[] = [];
  const { oauth = oauthDouble(), at = { port: 0, baseUrl: 'https://assay.example' } } = options;
  const { securityContact = null } = options;
  const app = createHttpApp(
    { rest: application, mcp: application, oauth, agents: oauth },
    { ...environment(logged, at.baseUrl), securityContact },
  );
  const server = createHttpServer(app, { freshRequestId: () => 'req_parser00', ...options });
  await new Promise<void>((resolve) => server.listen(at.port, '127.0.0.1', resolve));
  const port = portOf(server.address());
  return {
    base: `http://127.0.0.1:${port}`,
    port,
    server,
    application,
    logged,
    lastRequest: () => application.asked.at(-1)?.request,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function environment(logged: LogLine[], baseUrl: string): HttpEnvironment {
  let requests = 0;
  const telemetry: Telemetry = {
    count() {},
    record() {},
    observe() {},
    trace: (_name, _attributes, work) => work(),
    log: (level, message, fields) => logged.push({ level, message, fields }),
  };
  return {
    telemetry,
    baseUrl,
    trustedProxies: 0,
    securityContact: null,
    production: false,
    freshRequestId: () => {
      requests += 1;
      return `req_${String(requests).padStart(8, '0')}`;
    },
    monotonicMs: () => performance.now(),
    inRequest: (_requestId, work) => work(),
    metricsText: async () => '# HELP assay_requests_total\n',
  };
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new TypeError('expected a TCP port');
  return address.port;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** One request with a good key unless told otherwise. */
export async function ask(
  app: RunningApp,
  path: string,
  init: RequestInit & { readonly duplex?: 'half' } = {},
): Promise<Reply> {
  const headers = new Headers(init.headers);
  if (!headers.has('authorization')) headers.set('authorization', `Bearer ${goodKey}`);
  const response = await fetch(`${app.base}${path}`, { ...init, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: objectOf(text) };
}

export function askJson(app: RunningApp, path: string, body: unknown): Promise<Reply> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return ask(app, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: text,
  });
}

export interface Form {
  readonly body: string | Buffer;
  readonly boundary?: string;
}

export function askForm(app: RunningApp, path: string, { body, boundary = 'b' }: Form) {
  return ask(app, path, {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Everything a raw socket gets back for some bytes, until the server closes it or goes silent. */
export function askRaw(
  port: number,
  bytes: string | Buffer,
  options: { readonly quietMs?: number; readonly end?: boolean } = {},
): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const finish = (): void => {
      socket.destroy();
      resolve(received);
    };
    socket.setTimeout(options.quietMs ?? 400, finish);
    socket.on('data', (chunk) => {
      received += chunk.toString('utf8');
    });
    socket.on('end', finish).on('error', finish).on('close', finish);
    socket.write(bytes);
    if (options.end === true) socket.end();
  });
}

/** A POST whose body the caller writes piece by piece. */
export function openPost(app: RunningApp, path: string, headers: Readonly<Record<string, string>>) {
  return httpRequest(`${app.base}${path}`, { method: 'POST', headers });
}
