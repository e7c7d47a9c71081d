import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { within } from '../within.ts';

/** Series by the name that code uses. Those with `buckets`, in seconds, are histograms; the others are counters. */
type SeriesList = {
  readonly [key: string]: {
    /** As Prometheus knows it. */
    readonly name: string;
    readonly help: string;
    /** Each must have few values. Never an id, a phone number or text from outside. */
    readonly labels: readonly string[];
    readonly buckets?: readonly number[];
  };
};

/** Counts in memory: by 1 when no value is given. A histogram takes seconds. */
export type MeterOf<List extends SeriesList> = {
  readonly [key in keyof List]: (labels: Record<List[key]['labels'][number], string>, value?: number) => void;
};

/** One value of a gauge that is read when somebody asks. */
export type GaugeValue = { labels?: Record<string, string>; value: number };

type GaugeOptions = {
  name: string;
  help: string;
  labels?: readonly string[];
  /** Called at each scrape. If it throws, the gauge has no values. */
  read: () => GaugeValue[] | Promise<GaugeValue[]>;
};

export type Metrics = {
  /** Adds series to what is exposed. */
  register<const List extends SeriesList>(list: List): MeterOf<List>;
  gauge(options: GaugeOptions): void;
  /** Everything in the text format of Prometheus. */
  expose(): Promise<{ contentType: string; text: string }>;
};

/**
 * The metrics of one process, with those of Node.js itself: CPU, memory, garbage collection and event-loop lag.
 * @param process the value of the label `process`, for example `api`
 */
export function createMetrics(process: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry });
  return {
    register: (list) => meterOf(registry, list),
    gauge({ name, help, labels = [], read }) {
      new Gauge({
        name,
        help,
        labelNames: labels,
        registers: [registry],
        async collect() {
          this.reset();
          // The library resets what has no labels to 0, which would be a value.
          if (labels.length === 0) this.remove();
          const values = await Promise.resolve()
            .then(read)
            .catch(() => []);
          for (const { labels: of = {}, value } of values) this.set(of, value);
        },
      });
    },
    expose: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

function meterOf<List extends SeriesList>(registry: Registry, list: List): MeterOf<List> {
  const meters = Object.entries(list).map(([key, { name, help, labels, buckets }]) => {
    const options = { name, help, labelNames: labels, registers: [registry] };
    if (buckets) {
      const histogram = new Histogram({ ...options, buckets: [...buckets] });
      return [key, (of: Record<string, string>, seconds = 0) => histogram.observe(of, seconds)];
    }
    const counter = new Counter(options);
    return [key, (of: Record<string, string>, by = 1) => counter.inc(of, by)];
  });
  return Object.fromEntries(meters);
}

/** Exposes the connections of a database pool. */
export function exposePool(
  metrics: Metrics,
  pool: { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number },
): void {
  metrics.gauge({
    name: 'tillgate_database_pool',
    help: 'Connections of the pool that are open or idle, and requests that wait for one.',
    labels: ['state'],
    read: () => [
      { labels: { state: 'total' }, value: pool.totalCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
      { labels: { state: 'waiting' }, value: pool.waitingCount },
    ],
  });
}

/** A scrape waits no longer for the store of limits. */
const limitStoreMs = 1_000;

/** Exposes whether the store of limits fails; nothing where limits are counted in the memory of the process. */
export function exposeLimitStore(
  metrics: Metrics,
  store: { probe(): Promise<unknown>; isFailing(): boolean } | undefined,
): void {
  metrics.gauge({
    name: 'tillgate_rate_limit_store_failing',
    help: '1 while the store of limits fails and this process counts in its memory.',
    async read() {
      if (!store) return [];
      await within(limitStoreMs, store.probe());
      return [{ value: Number(store.isFailing()) }];
    },
  });
}
