import { type Context, type Meter, series } from '@tillgate/domain';
import { type QueueBacklog, readBacklog } from '@tillgate/domain/reading/backlog';
import { readBackups } from '@tillgate/domain/reading/backups';
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

/** The connections of a worker, the backlog in the database, and how old its backups are. */
export function exposeDatabase(metrics: Metrics, ctx: Pick<Context, 'db' | 'clock' | 'log'>): void {
  exposePool(metrics, ctx.db.pool);
  exposeBackups(metrics, ctx);
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

/** How old the archive of the database and the last backup of rows are. Values that nobody knows are left out. */
export function exposeBackups(metrics: Metrics, ctx: Pick<Context, 'db' | 'clock' | 'log'>, read = readBackups): void {
  const known = keepReading(ctx, read, 'The age of backups could not be read for the metrics.');
  type Known = NonNullable<Awaited<ReturnType<typeof known>>>;
  const gauge = (name: string, help: string, pick: (backups: Known) => number | undefined) =>
    metrics.gauge({
      name,
      help,
      read: async () => {
        const backups = await known();
        const value = backups && pick(backups);
        return value === undefined ? [] : [{ value }];
      },
    });
  gauge(
    'tillgate_archive_age_seconds',
    'How long ago PostgreSQL archived something. 0: all is archived.',
    ({ archive }) => archive?.ageSeconds,
  );
  gauge('tillgate_archive_failing', '1 when the last try of PostgreSQL to archive failed.', ({ archive }) =>
    archive === undefined ? undefined : Number(archive.isFailing),
  );
  gauge('tillgate_backup_age_seconds', 'How old the last backup as rows is.', ({ rowsAgeSeconds }) => rowsAgeSeconds);
}

/** As {@link keepReading}. Returns nothing when nothing is known. */
export function keepBacklog(
  ctx: Pick<Context, 'db' | 'clock' | 'log'>,
  read = readBacklog,
): () => Promise<QueueBacklog[]> {
  const known = keepReading(ctx, read, 'The backlog could not be read for the metrics.');
  return async () => (await known()) ?? [];
}

/**
 * Reads at most once in {@link keptMs}, and returns what was last known after {@link patienceMs}; undefined when that is
 * older than {@link staleMs}.
 * @param failed the line of the log when it cannot be read
 */
function keepReading<Read>(
  ctx: Pick<Context, 'db' | 'clock' | 'log'>,
  read: (ctx: Pick<Context, 'db' | 'clock' | 'log'>) => Promise<Read>,
  failed: string,
): () => Promise<Read | undefined> {
  let known: { found: Read; atMs: number } | undefined;
  let reading: Promise<void> | undefined;
  const start = () =>
    read(ctx)
      .then((found) => {
        known = { found, atMs: ctx.clock.now().getTime() };
      })
      .catch((error: unknown) => ctx.log.warn({ err: error }, failed))
      .finally(() => {
        reading = undefined;
      });
  const age = () => (known ? ctx.clock.now().getTime() - known.atMs : Number.POSITIVE_INFINITY);
  return async () => {
    if (age() >= keptMs) {
      reading ??= start();
      await within(patienceMs, reading);
    }
    return known && age() < staleMs ? known.found : undefined;
  };
}
