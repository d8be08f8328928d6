import type { Caller } from '../../application/access/authenticate.ts';
import type { CheckWatch } from '../../application/checks/check-watch.ts';
import type { CheckAnswer } from '../../application/checks/run-check.ts';
import type { UsageRecord } from '../../application/ledger/get-usage.ts';
import type { RateDecision } from '../../application/ports/rate-windows.ts';
import type { Telemetry } from '../../application/ports/telemetry.ts';
import type { Resource } from '../../domain/access/resource.ts';
import type { CheckRequest } from '../../domain/checks/request.ts';
import type { Instant } from '../../domain/shared/instant.ts';
import type { Outcome } from '../../domain/shared/refusal.ts';
import type { McpApplication } from '../mcp/application.ts';
import type { AgentApplication, OAuthApplication } from './oauth/application.ts';

export interface Readiness {
  readonly ready: boolean;
  /** Each part by name, so that whoever looks sees which one is missing. */
  readonly checks: Readonly<Record<string, boolean>>;
}

/** The use cases behind the REST interface, bound to their ports. */
export interface RestApplication {
  /** Refuses with `unauthenticated`, `invalid_key` or `plan_required`. */
  authenticate(command: {
    readonly credential: string | null;
    readonly resource: Resource;
  }): Promise<Outcome<Caller>>;
  admitRequest(command: { readonly caller: Caller }): Promise<RateDecision>;
  runCheck(command: {
    readonly caller: Caller;
    readonly request: CheckRequest;
    readonly correlationId: string;
    readonly idempotencyKey: string | null;
    readonly route: string;
    readonly watch?: CheckWatch;
  }): Promise<Outcome<CheckAnswer>>;
  getUsage(command: { readonly caller: Caller }): Promise<Outcome<UsageRecord>>;
  readiness(): Promise<Readiness>;
}

/** Everything behind the HTTP interface. */
export interface HttpApplication {
  readonly rest: RestApplication;
  readonly mcp: McpApplication;
  readonly oauth: OAuthApplication;
  readonly agents: AgentApplication;
}

/** What the HTTP edge needs besides use cases. */
export interface HttpEnvironment {
  readonly telemetry: Telemetry;
  /** The issuer address without a trailing slash; never taken from a request. */
  readonly baseUrl: string;
  /** How many proxies of our own stand before this process. */
  readonly trustedProxies: number;
  /** Whom leaked credentials are reported to, and until when that may be believed; null: nobody is named. */
  readonly securityContact: { readonly uri: string; readonly expires: Instant } | null;
  /** Outside production pages and programs of this machine may use any of its names. */
  readonly production: boolean;
  freshRequestId(): string;
  /** Milliseconds of a clock that never steps back; only differences mean something. */
  monotonicMs(): number;
  /** Runs work so that every log line written inside it carries the request id. */
  inRequest<Value>(requestId: string, work: () => Value): Value;
  /** The metrics in the Prometheus text format. */
  metricsText(): Promise<string>;
}
