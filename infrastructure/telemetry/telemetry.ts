import { AsyncLocalStorage } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';
import type { Context } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { Telemetry } from '../../application/ports/telemetry.ts';
import { type LogOptions, scrub, scrubText, startLog } from './log.ts';
import { startMetrics } from './metrics.ts';
import { type Otlp, startOtlp } from './otlp.ts';

export interface TelemetryOptions {
  /** The `OTEL_EXPORTER_OTLP_ENDPOINT` of the environment, or null: then there are no spans at all. */
  readonly otlpEndpoint: string | null;
  readonly log: LogOptions;
}

export interface RunningTelemetry extends Telemetry {
  /** Runs work so that every log line and span inside it belongs to the request. */
  inRequest<Value>(requestId: string, work: () => Value): Value;
  monotonicMs(): number;
  /** The metrics in the Prometheus text format. */
  metricsText(): Promise<string>;
  /** Sends what is waiting to be sent. */
  close(): Promise<void>;
}

/** What belongs to one request, carried through its asynchronous work. */
interface Scope {
  readonly requestId: string;
  readonly span: Context | null;
}

/** Logs, metrics and, with a collector, traces. */
export async function startTelemetry(options: TelemetryOptions): Promise<RunningTelemetry> {
  const resource = resourceFromAttributes({ 'service.name': 'assay' });
  const { otlpEndpoint } = options;
  const otlp = otlpEndpoint === null ? null : await startOtlp(otlpEndpoint, resource);
  const metrics = startMetrics(resource, otlp === null ? [] : [otlp.metricReader]);
  const scopes = new AsyncLocalStorage<Scope>();
  const log = startLog(options.log);
  return {
    count: metrics.count,
    record: metrics.record,
    observe: metrics.observe,
    trace: tracer(otlp, scopes),
    log(level, message, fields = {}) {
      if (!log.isLevelEnabled(level)) return;
      const requestId = scopes.getStore()?.requestId;
      const scope = requestId === undefined ? {} : { request_id: requestId };
      log[level]({ ...scope, ...scrub(fields) }, scrubText(message));
    },
    inRequest: (requestId, work) => scopes.run({ requestId, span: null }, work),
    monotonicMs: () => performance.now(),
    metricsText: metrics.text,
    async close() {
      await Promise.allSettled([metrics.close(), otlp?.tracing.close()]);
      await new Promise<void>((resolve) => log.flush(() => resolve()));
    },
  };
}

function tracer(otlp: Otlp | null, scopes: AsyncLocalStorage<Scope>): Telemetry['trace'] {
  if (otlp === null) return (_name, _attributes, work) => work();
  return (name, attributes, work) => {
    const scope = scopes.getStore();
    const requestId = scope?.requestId ?? '';
    return otlp.tracing.span({
      name,
      attributes,
      parent: scope?.span ?? null,
      work: (span) => scopes.run({ requestId, span }, work),
    });
  };
}
