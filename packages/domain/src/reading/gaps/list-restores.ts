import { query, sql } from '@tillgate/db';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';

/** Restores that are listed. */
const listedMax = 20;

/** A restore of the database, and what it means for a tenant. */
export type Restore = {
  gapId: string;
  /** The moment that the database was restored to. */
  since: Date;
  openedAt: Date;
  /** Null while no money leaves. */
  closedAt: Date | null;
  reason: string;
  /** Keys of the tenant that were used in the gap, so that they are never used again. */
  keysForgotten: number;
  /** Callbacks of the tenant whose payment was forgotten: those that are recorded now, and those with a review. */
  callbacksMatched: number;
  callbacksReviewed: number;
  /** What waited at the restore and still waits: it is never carried out. */
  ordersWaiting: number;
  batchesWaiting: number;
};

/**
 * The restores of the database since the application was made, the newest first.
 * @throws DomainError forbidden
 */
export function listRestores(ctx: TenantContext): Promise<Restore[]> {
  requirePermission(ctx, 'payments.read');
  const { applicationId, environment } = ctx.tenant;
  const own = sql`application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment"`;
  return query<Restore>(
    ctx.db.pool,
    'restores_list',
    sql`
      SELECT g.id AS "gapId", g.since, g.opened_at AS "openedAt", g.closed_at AS "closedAt", g.reason,
        (SELECT count(*)::int FROM idempotency_records r WHERE ${own} AND state = 'indeterminate'
          AND created_at BETWEEN g.since - interval '1 minute' AND g.opened_at
          AND NOT EXISTS (SELECT 1 FROM payments WHERE id = r.resource_id)
          AND NOT EXISTS (SELECT 1 FROM disbursements WHERE id = r.resource_id)) AS "keysForgotten",
        (SELECT count(*)::int FROM astray_callbacks WHERE ${own} AND state = 'matched'
          AND received_at >= g.since AND received_at < coalesce(g.closed_at, 'infinity')) AS "callbacksMatched",
        (SELECT count(*)::int FROM astray_callbacks WHERE ${own} AND state = 'reviewed'
          AND received_at >= g.since AND received_at < coalesce(g.closed_at, 'infinity')) AS "callbacksReviewed",
        (SELECT count(*)::int FROM orders WHERE ${own} AND status = 'awaiting_approval' AND expires_at > ${ctx.clock.now()}
          AND created_at <= g.opened_at AND kind IN ('payout', 'reversal', 'collect', 'payout_batch')) AS "ordersWaiting",
        (SELECT count(*)::int FROM payout_batches WHERE ${own} AND ended_at IS NULL AND created_at <= g.opened_at) AS "batchesWaiting"
      FROM gaps g
      WHERE g.opened_at >= (SELECT created_at FROM applications WHERE id = ${applicationId}::uuid)
      ORDER BY g.opened_at DESC LIMIT ${listedMax}`,
  );
}
