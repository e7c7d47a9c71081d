import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context, Log, WithDashboardUrl } from '@tillgate/domain';
import { sweepAstray } from '@tillgate/domain/astray';
import { sweepUploads } from '@tillgate/domain/buckets';
import { sweepPulls } from '@tillgate/domain/callbacks';
import { sweepDayMails, sweepDays } from '@tillgate/domain/closing';
import { drainCredits } from '@tillgate/domain/credits';
import { sweepDeliveries } from '@tillgate/domain/deliveries';
import { sweepReviews } from '@tillgate/domain/desk';
import { sweepDisbursements } from '@tillgate/domain/disbursements';
import { sweepExports, sweepSchedules } from '@tillgate/domain/exports';
import { sweepFloat } from '@tillgate/domain/float';
import { sweepClaims } from '@tillgate/domain/idempotency';
import { sweepInquiries } from '@tillgate/domain/inquiries';
import { sweepKeys } from '@tillgate/domain/keys';
import { sweepLinks } from '@tillgate/domain/links';
import { sweepMails } from '@tillgate/domain/mails';
import { sweepOrders } from '@tillgate/domain/orders';
import { sweepPayments } from '@tillgate/domain/payments';
import { recordPeriods } from '@tillgate/domain/provider-periods';
import { sweepOpenLines } from '@tillgate/domain/reconciliation';
import { sweepRecoveries } from '@tillgate/domain/recoveries';
import { sweepRetention } from '@tillgate/domain/retention';
import { refreshRollups } from '@tillgate/domain/rollups';
import { sweepBatches, sweepPaidTwice } from '@tillgate/domain/sending';
import { Cron } from 'croner';
import type { WithDrains } from './context.ts';
import type { SweepMeter } from './metrics.ts';

type SweepContext = Context & Partial<WithDashboardUrl> & WithDrains;
type Sweep = { name: string; everySeconds: number; sweep(ctx: SweepContext): Promise<unknown> };

/** An Inngest server's cron runs at most once a minute, so each worker runs its sweeps itself. */
export const sweeps: readonly Sweep[] = [
  { name: 'sweep-payments', everySeconds: 1, sweep: sweepPayments },
  { name: 'sweep-disbursements', everySeconds: 2, sweep: sweepDisbursements },
  { name: 'sweep-orders', everySeconds: 2, sweep: sweepOrders },
  { name: 'sweep-batches', everySeconds: 2, sweep: sweepBatches },
  { name: 'sweep-inquiries', everySeconds: 30, sweep: sweepInquiries },
  { name: 'drain-callbacks', everySeconds: 1, sweep: ({ drains }) => drains['callbacks.waiting'].run() },
  { name: 'drain-attempts', everySeconds: 1, sweep: ({ drains }) => drains['attempts.waiting'].run() },
  { name: 'drain-credits', everySeconds: 1, sweep: drainCredits },
  { name: 'sweep-pulls', everySeconds: 30, sweep: sweepPulls },
  { name: 'sweep-deliveries', everySeconds: 1, sweep: sweepAndDrain },
  { name: 'sweep-links', everySeconds: 5, sweep: sweepLinks },
  { name: 'sweep-mails', everySeconds: 2, sweep: sweepMails },
  { name: 'sweep-recoveries', everySeconds: 2, sweep: sweepRecoveries },
  { name: 'sweep-exports', everySeconds: 10, sweep: sweepExports },
  { name: 'sweep-schedules', everySeconds: 30, sweep: sweepSchedules },
  { name: 'sweep-uploads', everySeconds: 2, sweep: sweepUploads },
  { name: 'sweep-days', everySeconds: 300, sweep: sweepDays },
  { name: 'sweep-day-mails', everySeconds: 30, sweep: sweepDayMails },
  { name: 'sweep-float', everySeconds: 300, sweep: sweepFloat },
  { name: 'sweep-retention', everySeconds: 30, sweep: (ctx) => sweepRetention(ctx) },
  { name: 'sweep-claims', everySeconds: 5, sweep: sweepClaims },
  { name: 'sweep-reviews', everySeconds: 30, sweep: sweepReviews },
  { name: 'sweep-statements', everySeconds: 30, sweep: sweepOpenLines },
  { name: 'sweep-astray', everySeconds: 10, sweep: sweepAstray },
  { name: 'sweep-paid-twice', everySeconds: 30, sweep: sweepPaidTwice },
  { name: 'sweep-keys', everySeconds: 30, sweep: sweepKeys },
  { name: 'record-provider-periods', everySeconds: 60, sweep: recordPeriods },
  { name: 'refresh-rollups', everySeconds: 3, sweep: (ctx) => refreshRollups(ctx) },
];

async function sweepAndDrain(ctx: SweepContext): Promise<void> {
  await sweepDeliveries(ctx);
  await ctx.drains['deliveries.waiting'].run();
}

const minuteSeconds = 60;
const secondMs = 1000;

/** Whole minutes from a minute on. */
function patternOf(everySeconds: number): string {
  return everySeconds < minuteSeconds ? `*/${everySeconds} * * * * *` : `0 */${everySeconds / minuteSeconds} * * * *`;
}

/**
 * Starts the sweeps of this process. Most of them publish stuck rows again. Several workers may sweep at once. Each sweep
 * has its own offset within a second, because together they would delay settlements.
 * @param everySecondsMax no sweep waits longer, in seconds
 * @param meter counts them, where metrics are on
 */
export function startSweeps(
  ctx: SweepContext,
  log: Log,
  { everySecondsMax, meter }: { everySecondsMax: number; meter: SweepMeter | undefined },
): { stop(): void } {
  const ended = new AbortController();
  setMaxListeners(sweeps.length, ended.signal);
  const processMs = Math.random() * secondMs;
  const failed = (sweep: string) => (error: unknown) => {
    meter?.sweepFailures({ sweep });
    log.error({ err: error, sweep }, 'A sweep failed.');
  };
  const timers = sweeps.map(({ name, everySeconds, sweep }, n) => {
    const momentMs = (processMs + (n * secondMs) / sweeps.length) % secondMs;
    return new Cron(
      patternOf(Math.min(everySeconds, everySecondsMax)),
      { protect: true, catch: failed(name) },
      async () => {
        if (await isEndedWithin(momentMs, ended.signal)) return;
        const startedMs = performance.now();
        await sweep(ctx);
        meter?.sweepSeconds({ sweep: name }, (performance.now() - startedMs) / secondMs);
      },
    );
  });
  return {
    stop() {
      ended.abort();
      for (const timer of timers) timer.stop();
    },
  };
}

const isEndedWithin = (ms: number, signal: AbortSignal): Promise<boolean> =>
  delay(ms, false, { signal }).catch(() => true);
