import type { Counter, Histogram, Meter, ObservableGauge } from '@opentelemetry/api';
import type { CounterName, GaugeName, HistogramName } from '../../application/ports/telemetry.ts';

export interface Instruments {
  readonly counters: Readonly<Record<CounterName, Counter>>;
  readonly histograms: Readonly<Record<HistogramName, Histogram>>;
  readonly gauges: Readonly<Record<GaugeName, ObservableGauge>>;
}

const durationBoundsMs = [
  1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 60_000,
];
const batchBounds = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** Every instrument, made once: looking one up by name on each request would cost more than counting. */
export function makeInstruments(meter: Meter): Instruments {
  const counter = (name: CounterName, description: string) =>
    meter.createCounter(name, { description });
  const duration = (name: HistogramName, description: string) =>
    meter.createHistogram(name, {
      description,
      unit: 'ms',
      advice: { explicitBucketBoundaries: durationBoundsMs },
    });
  const gauge = (name: GaugeName, description: string) =>
    meter.createObservableGauge(name, { description });
  return {
    counters: {
      'assay.holds': counter('assay.holds', 'Credits put on hold before a check'),
      'assay.debits': counter('assay.debits', 'Checks that were charged'),
      'assay.debits.taken_back': counter(
        'assay.debits.taken_back',
        'Debits refunded because their callers were told of a failure',
      ),
      'assay.credits.debited': counter('assay.credits.debited', 'Credits that were charged'),
      'assay.cache_hits': counter('assay.cache_hits', 'Checks served from the cache'),
      'assay.rejected': counter('assay.rejected', 'Refused requests by code'),
      'assay.requests': counter('assay.requests', 'HTTP requests by route and status'),
    },
    histograms: {
      'assay.check.duration': duration('assay.check.duration', 'Time of one engine on one text'),
      'assay.request.duration': duration('assay.request.duration', 'Time to answer a request'),
      'assay.append.batch': meter.createHistogram('assay.append.batch', {
        description: 'Commands that one append to the log carried',
        advice: { explicitBucketBoundaries: batchBounds },
      }),
    },
    gauges: {
      'assay.projection.lag': gauge('assay.projection.lag', 'Events a read model has not yet seen'),
      'assay.queue.length': gauge('assay.queue.length', 'Jobs that wait for a worker'),
    },
  };
}
