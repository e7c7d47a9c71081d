import { query, type Sql, sql } from '@tillgate/db';
import { demandOpenable, type OpenGapInput } from '../../gaps/index.ts';
import type { ActorContext } from '../../kernel/context.ts';

/**
 * What waits to be paid out, of all organizations. A gap that is opened now ends it: people have to ask for it again. What
 * has a claim under its key may be with the network already and goes on, so nobody may ask for it again.
 */
export type EndedByGap = {
  /** Payouts, refunds and prompts that members asked for. */
  requests: { awaitingApproval: number; approved: number };
  /**
   * `scheduled`: those of `approved` whose time has not come. `running`, `paused`: those with rows to pay. `rowsUnpaid`:
   * these rows.
   */
  batches: {
    notSentOff: number;
    awaitingApproval: number;
    approved: number;
    scheduled: number;
    running: number;
    paused: number;
    rowsUnpaid: number;
  };
};

/**
 * What a gap with this input would end. What an earlier gap has ended is not counted.
 * @throws DomainError forbidden, or invalid_input for what opening would refuse
 */
export async function previewGap(ctx: ActorContext, input: OpenGapInput): Promise<{ ends: EndedByGap }> {
  await demandOpenable(ctx, input);
  const { pool } = ctx.db;
  const now = ctx.clock.now();
  const [[requests], [batches]] = await Promise.all([
    query<EndedByGap['requests']>(
      pool,
      'gap_preview_orders',
      sql`
        SELECT count(*) FILTER (WHERE status = 'awaiting_approval')::int AS "awaitingApproval",
          count(*) FILTER (WHERE status = 'approved')::int AS approved
        FROM orders o
        WHERE status IN ('awaiting_approval', 'approved') AND expires_at > ${now}::timestamptz
          AND kind IN ('payout', 'reversal', 'collect')
          AND created_at > (SELECT coalesce(max(opened_at), '-infinity') FROM gaps)
          AND NOT ${isClaimed(sql`o`, sql`'order→' || o.id`)}`,
    ),
    query<EndedByGap['batches']>(
      pool,
      'gap_preview_batches',
      sql`
        SELECT count(*) FILTER (WHERE status IN ('checking', 'draft'))::int AS "notSentOff",
          count(*) FILTER (WHERE status = 'awaiting_approval')::int AS "awaitingApproval",
          count(*) FILTER (WHERE status = 'approved')::int AS approved,
          count(*) FILTER (WHERE status = 'approved' AND scheduled_for > ${now}::timestamptz)::int AS scheduled,
          count(*) FILTER (WHERE status = 'running' AND left_over > 0)::int AS running,
          count(*) FILTER (WHERE status = 'paused' AND left_over > 0)::int AS paused,
          coalesce(sum(left_over) FILTER (WHERE status IN ('running', 'paused')), 0)::int AS "rowsUnpaid"
        FROM (
          SELECT b.status, b.scheduled_for,
            (SELECT count(*) FROM payout_batch_rows r WHERE r.batch_id = b.id AND r.state = 'good'
              AND NOT ${isClaimed(sql`b`, sql`'batch→' || r.id`)}) AS left_over
          FROM payout_batches b
          WHERE b.ended_at IS NULL AND b.created_at > (SELECT coalesce(max(opened_at), '-infinity') FROM gaps)
        ) unended`,
    ),
  ]);
  if (!requests || !batches) throw new Error('A count has no row.');
  return { ends: { requests, batches } };
}

/** Whether the key of an order or of a row of a batch is in use. @param of what has the tenant */
const isClaimed = (of: Sql, key: Sql): Sql => sql`
  EXISTS (SELECT 1 FROM idempotency_records c
    WHERE c.application_id = ${of}.application_id AND c.environment = ${of}.environment
      AND c.endpoint IN ('payout', 'reversal', 'collect') AND c.key = ${key})`;
