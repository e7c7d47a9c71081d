import type { Context } from '../context.ts';
import { queueSeconds } from './order.ts';
import { publishApproved } from './publish-approved.ts';

const batchMax = 200;
/** Just approved: its own event is on the way. */
const graceSeconds = 3;

/**
 * Expires orders that nobody decided about in time, and publishes approved ones that nobody carries out. Several workers may
 * sweep at once.
 * @returns how many were expired and published
 */
export async function sweepOrders(ctx: Context): Promise<{ expired: number; published: number }> {
  const now = ctx.clock.now();
  return { expired: await expire(ctx, now), published: await publishStuck(ctx, now) };
}

/** The update and its audit are one statement. */
async function expire(ctx: Context, now: Date): Promise<number> {
  const { rows } = await ctx.db.pool.query<{ expired: number }>({
    name: 'orders_expire',
    text: `
      WITH expired AS (
        UPDATE orders SET status = 'expired' WHERE id IN (
          SELECT id FROM orders WHERE status = 'awaiting_approval' AND expires_at <= $1
          ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)
        RETURNING id, application_id, environment, kind, amount),
      audited AS (
        INSERT INTO audit_entries (id, organization_id, application_id, actor, action, subject_id, detail, created_at)
        SELECT gen_random_uuid(), a.organization_id, a.id, 'system', 'order.expired', e.id::text,
          jsonb_build_object('environment', e.environment, 'kind', e.kind, 'amount', e.amount), $1::timestamptz
        FROM expired e JOIN applications a ON a.id = e.application_id)
      SELECT count(*)::int AS expired FROM expired`,
    values: [now, batchMax],
  });
  return rows[0]?.expired ?? 0;
}

async function publishStuck(ctx: Context, now: Date): Promise<number> {
  const { rows } = await ctx.db.pool.query<{ id: string }>({
    name: 'orders_take_stuck',
    text: `
      UPDATE orders SET claimed_until = $2 WHERE id IN (
        SELECT id FROM orders
        WHERE status = 'approved' AND (claimed_until IS NULL OR claimed_until <= $1)
          AND coalesce(decided_at, created_at) <= $3
        ORDER BY created_at LIMIT $4 FOR UPDATE SKIP LOCKED)
      RETURNING id`,
    values: [
      now,
      new Date(now.getTime() + queueSeconds * 1000),
      new Date(now.getTime() - graceSeconds * 1000),
      batchMax,
    ],
  });
  if (rows.length > 0)
    await publishApproved(
      ctx,
      rows.map(({ id }) => id),
    );
  return rows.length;
}
