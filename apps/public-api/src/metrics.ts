import { type Meter, series } from '@tillgate/domain';
import { createMetrics, type MeterOf, type Metrics, requestSeries } from '@tillgate/process/metrics';
import type { Env } from './env.ts';

export type RequestMeter = MeterOf<typeof requestSeries>;

/** The metrics of the API, and their counters. */
export type ApiMetrics = { metrics: Metrics; meter: Meter; requests: RequestMeter };

/** Undefined when metrics are off. */
export function createApiMetrics(env: Pick<Env, 'METRICS_API_PORT'>): ApiMetrics | undefined {
  if (env.METRICS_API_PORT === undefined) return undefined;
  const metrics = createMetrics('api');
  return { metrics, meter: metrics.register(series), requests: metrics.register(requestSeries) };
}

/** Exposes gauges that are read on request: callbacks in the spool. */
export function exposeSpool(metrics: Metrics, spooled: () => { waiting: number; aside: number }): void {
  metrics.gauge({
    name: 'tillgate_spooled_callbacks',
    help: 'Callbacks on disk: those that wait for the database, and those that a person must look at.',
    labels: ['place'],
    read: () => Object.entries(spooled()).map(([place, value]) => ({ labels: { place }, value })),
  });
}
