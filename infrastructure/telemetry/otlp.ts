import type { Resource } from '@opentelemetry/resources';
import type { IMetricReader } from '@opentelemetry/sdk-metrics';
import type { Tracing } from './tracing.ts';

export interface Otlp {
  readonly tracing: Tracing;
  readonly metricReader: IMetricReader;
}

/** Exporters are loaded only when a collector is named: without one they would be idle memory. */
export async function startOtlp(endpoint: string, resource: Resource): Promise<Otlp> {
  const [traces, metrics, sdk, { startTracing }] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/exporter-metrics-otlp-http'),
    import('@opentelemetry/sdk-metrics'),
    import('./tracing.ts'),
  ]);
  const base = endpoint.replace(/\/+$/, '');
  return {
    tracing: startTracing(new traces.OTLPTraceExporter({ url: `${base}/v1/traces` }), resource),
    metricReader: new sdk.PeriodicExportingMetricReader({
      exporter: new metrics.OTLPMetricExporter({ url: `${base}/v1/metrics` }),
    }),
  };
}
