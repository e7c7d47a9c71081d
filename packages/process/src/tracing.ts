import {
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace as traces,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace-base';

/** Where traces go. */
type TracingOptions = {
  /** Address of an OpenTelemetry collector, OTLP over HTTP, without `/v1/traces`. */
  endpoint: string;
  /** Sent with each request, such as a key of a tracing service. */
  headers?: Record<string, string> | undefined;
  /** 0 to 1: the share of traces that is kept. All processes decide the same about one trace. */
  ratio?: number | undefined;
  /** For example `tillgate-api`. */
  service: string;
};

/** A part of a trace, as `TracePart` of the domain has it. */
type Part = {
  name: string;
  of: string;
  kind: 'server' | 'client' | 'consumer';
  from: Date;
  to: Date;
  attributes?: Record<string, string | number | boolean>;
  isError?: boolean;
  /** It began the trace: all other parts lie below it. */
  isRoot?: boolean;
  /** The header `traceparent` of the caller, whose trace is linked. */
  traceparent?: string | undefined;
};

export type Tracing = { trace(part: Part): void; close(): Promise<void> };

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };
const closeMs = 2_000;
const exportMs = 5_000;
const idLength = { trace: 32, span: 16 };

/**
 * Sends traces to a collector, in batches and in the background. The id of a trace is that of its payment or disbursement
 * without the dashes, so processes agree on it without telling each other. What cannot be sent is dropped.
 */
export function createTracing({ endpoint, headers = {}, ratio = 1, service }: TracingOptions): Tracing {
  const ids = createIds();
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers, timeoutMillis: exportMs });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new TraceIdRatioBasedSampler(ratio),
    idGenerator: ids.generator,
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('tillgate');
  return {
    trace({ name, of, kind, from, to, attributes = {}, isError, isRoot, traceparent }) {
      const root = rootOf(of);
      if (!root) return;
      const linked = linkOf(traceparent);
      const options = {
        kind: kinds[kind],
        startTime: from,
        links: linked ? [{ context: linked }] : [],
        attributes: { 'tillgate.id': of, ...attributes },
      };
      const above = traces.setSpanContext(ROOT_CONTEXT, root);
      const span = isRoot
        ? ids.as(root, () => tracer.startSpan(name, options, ROOT_CONTEXT))
        : tracer.startSpan(name, options, above);
      if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(to);
    },
    async close() {
      // A collector that does not answer must not hold up the end of the process.
      const timer = new Promise<void>((resolve) => setTimeout(resolve, closeMs).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), timer]);
    },
  };
}

/** The span that a trace begins with; undefined for what is no UUID. */
function rootOf(id: string): SpanContext | undefined {
  const traceId = id.replaceAll('-', '').toLowerCase();
  if (!/^[0-9a-f]{32}$/.test(traceId)) return undefined;
  const spanId = traceId.slice(-idLength.span);
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
}

function linkOf(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(traceparent ?? '') ?? [];
  if (!traceId || !spanId || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
}

/** Random ids, but for the span that is started within `as`. */
function createIds() {
  let given: SpanContext | undefined;
  const random = (length: number) =>
    Array.from(crypto.getRandomValues(new Uint8Array(length / 2)), (byte) => byte.toString(16).padStart(2, '0')).join(
      '',
    );
  return {
    generator: {
      generateTraceId: () => given?.traceId ?? random(idLength.trace),
      generateSpanId: () => given?.spanId ?? random(idLength.span),
    },
    as<T>(context: SpanContext, start: () => T): T {
      given = context;
      try {
        return start();
      } finally {
        given = undefined;
      }
    },
  };
}
