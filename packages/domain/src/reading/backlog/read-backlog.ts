import { query } from '@tillgate/db';
import type { Context } from '../../kernel/context.ts';
import { secondsSince } from '../../kernel/time.ts';
import { backlogStatement } from './statements.ts';

/** Most rows that are counted per queue. */
export const backlogRowsMax = 10_000;

/** The queues, with the time from which the age of a row counts. */
export const queues = {
  prompts_pending: 'prompts without an outcome, since they were created',
  prompt_queries_due: 'pending prompts that the provider should have been asked about',
  announcements_due: 'successes whose webhook no longer waits for a receipt',
  disbursement_inquiries_due: 'pending payouts and reversals that the provider should have been asked about',
  inquiries_pending: 'inquiries without a result, since they were created',
  callbacks_due: 'callbacks that should have been applied',
  callbacks_astray: 'callbacks that fit nothing or failed, since they arrived',
  deliveries_due: 'webhooks whose next attempt is due',
  deliveries_parked: 'due webhooks in the queue of an endpoint that admits no call now',
  orders_due: 'approved orders that are not carried out, since they were made',
  mails_due: 'mails whose next attempt is due',
  exports_open: 'exports that are not ready, since they were last worked on',
  uploads_due: 'uploads to buckets whose next attempt is due',
  link_attempts_waiting: 'people on payment pages who wait for their prompt, since they pressed the button',
  credits_due: 'successes that are not yet counted towards their payment link',
  claims_lapsed: 'idempotency claims whose lease has ended without an outcome',
  reviews_open: 'reviews that no person has closed, since they were opened',
  engine_events: 'signals that the embedded engine has not taken up, since they were published',
  engine_runs_due: 'runs of the embedded engine that should have started',
} as const;

export type BacklogQueue = keyof typeof queues;

export type QueueBacklog = {
  queue: BacklogQueue;
  /** At most {@link backlogRowsMax}. */
  rows: number;
  /** How long the oldest row has waited; 0 without rows. */
  oldestSeconds: number;
};

/**
 * Reads the backlog of the whole installation. It reads a bounded part of indexes of unfinished rows, so its cost does
 * not grow with the database. For operators; the result names no tenant.
 */
export async function readBacklog(ctx: Pick<Context, 'db' | 'clock'>): Promise<QueueBacklog[]> {
  const now = ctx.clock.now();
  const rows = await ctx.db.transaction(
    (db) =>
      query<{ queue: BacklogQueue; rows: number; since: Date | null }>(db, '', backlogStatement(now, backlogRowsMax)),
    { byIndex: true },
  );
  return rows.map(({ queue, rows: count, since }) => ({
    queue,
    rows: count,
    oldestSeconds: since ? secondsSince(since, now) : 0,
  }));
}
