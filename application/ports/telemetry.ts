/** Counts and times. No text, key, token or e-mail may pass through here. */
export interface Telemetry {
  /** Adds to a counter: 1, or the amount. */
  count(name: CounterName, attributes?: Attributes, amount?: number): void;
  record(name: HistogramName, value: number, attributes?: Attributes): void;
  /** A gauge that is asked when somebody looks. */
  observe(name: GaugeName, read: () => number, attributes?: Attributes): void;
  /** Runs work inside a span named after it; an error marks the span and is thrown on. */
  trace<Value>(name: string, attributes: Attributes, work: () => Promise<Value>): Promise<Value>;
  log(level: 'info' | 'warn' | 'error', message: string, fields?: Attributes): void;
}

export type Attributes = Readonly<Record<string, string | number | boolean>>;
export type CounterName =
  | 'assay.holds'
  | 'assay.debits'
  | 'assay.debits.taken_back'
  | 'assay.credits.debited'
  | 'assay.cache_hits'
  | 'assay.rejected'
  | 'assay.requests';
export type HistogramName =
  | 'assay.check.duration'
  | 'assay.request.duration'
  | 'assay.append.batch';
export type GaugeName = 'assay.projection.lag' | 'assay.queue.length';
