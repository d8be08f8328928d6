import { type Context, ROOT_CONTEXT, SpanStatusCode, trace as traceApi } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Attributes } from '../../application/ports/telemetry.ts';

interface SpanRequest<Value> {
  readonly name: string;
  readonly attributes: Attributes;
  /** The context of the surrounding span, or null at the root. */
  readonly parent: Context | null;
  /** Gets the context that spans inside it have as their parent. */
  work(context: Context): Promise<Value>;
}

export interface Tracing {
  span<Value>(request: SpanRequest<Value>): Promise<Value>;
  close(): Promise<void>;
}

/** Spans in batches to an exporter. The parent is passed by hand, so no global state is touched. */
export function startTracing(exporter: SpanExporter, resource: Resource): Tracing {
  const provider = new TracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('assay');
  return {
    async span({ name, attributes, parent, work }) {
      const outer = parent ?? ROOT_CONTEXT;
      const span = tracer.startSpan(name, { attributes: { ...attributes } }, outer);
      try {
        return await work(traceApi.setSpan(outer, span));
      } catch (error) {
        // The message stays out: it may quote what a caller sent.
        const kind = error instanceof Error ? error.name : typeof error;
        span.setAttribute('error.type', kind);
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    close: () => provider.shutdown(),
  };
}
