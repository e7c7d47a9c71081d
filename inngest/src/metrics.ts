import { type Context, type Meter, series } from '@tillgate/domain';
import { type QueueBacklog, readBacklog } from '@tillgate/domain/reading/backlog';
import { within } from '@tillgate/process';
import { createMetrics, exposePool, type GaugeValue, type MeterOf, type Metrics } from '@tillgate/process/metrics';
import type { EmbeddedEngine } from './embedded/index.ts';
import type { Env } from './env.ts';

/** Metrics of a worker's own rounds. */
const sweepSeries = {
  sweepSeconds: {
    name: 'tillgate_sweep_seconds',
    help: 'How long sweeps took that ended well.',
    labels: ['sweep'],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300],
  },
  sweepFailures: { name: 'tillgate_sweep_failures_total', help: 'Sweeps that failed.', labels: ['sweep'] },
} as const;

export type SweepMeter = MeterOf<typeof sweepSeries>;

/** The metrics of a worker, and their counters. */
export type WorkerMetrics = { metrics: Metrics; meter: Meter; sweeps: SweepMeter };

/** Undefined when metrics are off. */
export function createWorkerMetrics(env: Pick<Env, 'METRICS_WORKER_PORT'>): WorkerMetrics | undefined {
  if (env.METRICS_WORKER_PORT === undefined) return undefined;
  const metrics = createMetrics('worker');
  return { metrics, meter: metrics.register(series), sweeps: metrics.register(sweepSeries) };
}

/** The state of the embedded engine of this process. Only one of several workers is active. */
export function exposeEngine(metrics: Metrics, engine: Pick<EmbeddedEngine, 'stats'>): void {
  metrics.gauge({
    name: 'tillgate_engine_active',
    help: '1 where the embedded engine runs the functions, 0 where it stands by.',
    read: () => [{ value: engine.stats().state === 'active' ? 1 : 0 }],
  });
  metrics.gauge({
    name: 'tillgate_engine_runs_in_flight',
    help: 'Runs of functions that the embedded engine of this process works on.',
    read: () => [{ value: engine.stats().inFlight }],
  });
}

/** Scrapes within this time share one read of the database. */
const keptMs = 10_000;
/** A scrape waits no longer for the database. */
const patienceMs = 2_000;
/** Older figures are left out, so that an alert notices that they are missing. */
const staleMs = 60_000;

/** The connections of a worker, and the backlog in the database. */
export function exposeDatabase(metrics: Metrics, ctx: Pick<Context, 'db' | 'clock' | 'log'>): void {
  exposePool(metrics, ctx.db.pool);
  const read = keepBacklog(ctx);
  const gaugeOf = (pick: (one: QueueBacklog) => number) => async (): Promise<GaugeValue[]> =>
    (await read()).map((one) => ({ labels: { queue: one.queue }, value: pick(one) }));
  metrics.gauge({
    name: 'tillgate_backlog_rows',
    help: 'Rows that wait in the database, at most 10000 of each queue.',
    labels: ['queue'],
    read: gaugeOf(({ rows }) => rows),
  });
  metrics.gauge({
    name: 'tillgate_backlog_oldest_seconds',
    help: 'How long the longest waiting row of a queue waits. 0: none does.',
    labels: ['queue'],
    read: gaugeOf(({ oldestSeconds }) => oldestSeconds),
  });
}

/** Reads the backlog at most once in {@link keptMs}, and returns the last known figures after {@link patienceMs}. */
export function keepBacklog(
  ctx: Pick<Context, 'db' | 'clock' | 'log'>,
  read = readBacklog,
): () => Promise<QueueBacklog[]> {
  let known: { backlog: QueueBacklog[]; atMs: number } | undefined;
  let reading: Promise<void> | undefined;
  const start = () =>
    read(ctx)
      .then((backlog) => {
        known = { backlog, atMs: ctx.clock.now().getTime() };
      })
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'The backlog could not be read for the metrics.'))
      .finally(() => {
        reading = undefined;
      });
  const age = () => (known ? ctx.clock.now().getTime() - known.atMs : Number.POSITIVE_INFINITY);
  return async () => {
    if (age() >= keptMs) {
      reading ??= start();
      await within(patienceMs, reading);
    }
    return known && age() < staleMs ? known.backlog : [];
  };
}
