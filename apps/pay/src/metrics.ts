import { createMetrics, type MeterOf, type Metrics, requestSeries } from '@tillgate/process/metrics';
import type { Env } from './env.ts';

const formSeries = {
  forms: {
    name: 'tillgate_pay_forms_total',
    help: 'Forms that were sent, by what became of them.',
    labels: ['outcome'],
  },
} as const;

const series = { requestSeconds: requestSeries.requestSeconds, ...formSeries };
export type PayMeter = MeterOf<typeof series>;

/** The metrics of the payment pages, and their counters. */
export type PayMetrics = { metrics: Metrics; meter: PayMeter };

/** Undefined when metrics are off. */
export function createPayMetrics(env: Pick<Env, 'METRICS_PAY_PORT'>): PayMetrics | undefined {
  if (env.METRICS_PAY_PORT === undefined) return undefined;
  const metrics = createMetrics('pay');
  return { metrics, meter: metrics.register(series) };
}
