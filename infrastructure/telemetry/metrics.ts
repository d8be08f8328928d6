import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import type { Resource } from '@opentelemetry/resources';
import { type IMetricReader, MeterProvider } from '@opentelemetry/sdk-metrics';
import type { Telemetry } from '../../application/ports/telemetry.ts';
import { makeInstruments } from './instruments.ts';

export interface Metrics extends Pick<Telemetry, 'count' | 'record' | 'observe'> {
  /** The Prometheus text format. */
  text(): Promise<string>;
  close(): Promise<void>;
}

/** The exporter opens no port of its own: its text is made when somebody asks `/metrics` for it. */
export function startMetrics(resource: Resource, pushReaders: readonly IMetricReader[]): Metrics {
  const prometheus = new PrometheusExporter({ preventServerStart: true });
  const serializer = new PrometheusSerializer();
  const provider = new MeterProvider({ resource, readers: [prometheus, ...pushReaders] });
  const { counters, histograms, gauges } = makeInstruments(provider.getMeter('assay'));
  return {
    count: (name, attributes, amount = 1) => counters[name].add(amount, attributes),
    record: (name, value, attributes) => histograms[name].record(value, attributes),
    observe: (name, read, attributes) =>
      gauges[name].addCallback((result) => result.observe(read(), attributes)),
    async text() {
      const { resourceMetrics } = await prometheus.collect();
      return serializer.serialize(resourceMetrics);
    },
    close: () => provider.shutdown(),
  };
}
