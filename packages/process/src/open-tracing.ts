import type { Tracing } from './tracing.ts';

type TracingEnv = {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS?: Record<string, string> | undefined;
  OTEL_TRACES_SAMPLER_ARG: number;
};

/** The traces of a process by its environment; undefined where they are off. The library is loaded only when they are on. */
export async function openTracing(env: TracingEnv, service: string): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = env;
  if (!endpoint) return undefined;
  const { createTracing } = await import('./tracing.ts');
  return createTracing({ endpoint, headers, ratio: env.OTEL_TRACES_SAMPLER_ARG, service });
}
