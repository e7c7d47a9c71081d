import { type Meter, series } from '@tillgate/domain';
import { createMetrics, type MeterOf, type Metrics, requestSeries } from '@tillgate/process/metrics';
import type { Env } from './env.ts';

export type RequestMeter = MeterOf<typeof requestSeries>;

/** What the disk of `DATA_DIR` did not take. Without labels they are 0 from the start, so that the first one is an increase. */
const diskSeries = {
  keysNotNoted: {
    name: 'tillgate_keys_not_noted_total',
    help: 'Used idempotency keys that could not be noted on disk. A restore could forget them.',
    labels: [],
  },
  callbacksNotSpooled: {
    name: 'tillgate_callbacks_not_spooled_total',
    help: 'Callbacks that were refused because the disk did not take them while the database was away.',
    labels: [],
  },
} as const;

/** The metrics of the API, and their counters. */
export type ApiMetrics = { metrics: Metrics; meter: Meter; requests: RequestMeter; disk: MeterOf<typeof diskSeries> };

/** Undefined when metrics are off. */
export function createApiMetrics(env: Pick<Env, 'METRICS_API_PORT'>): ApiMetrics | undefined {
  if (env.METRICS_API_PORT === undefined) return undefined;
  const metrics = createMetrics('api');
  return {
    metrics,
    meter: metrics.register(series),
    requests: metrics.register(requestSeries),
    disk: metrics.register(diskSeries),
  };
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
