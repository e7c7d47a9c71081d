import { execute, type OrderModel, only, type Prisma, type Queryable, query, sql } from '@tillgate/db';
import { type Audit, insertAudit } from '../audit/index.ts';
import { followOrders } from '../batches/index.ts';
import { isSignalDue, nextSignal } from '../signals/next-signal.ts';

// Every statement that writes `orders.status` is in this file, and names the state that it leaves.

type Tx = Pick<Prisma.TransactionClient, 'order' | '$queryRaw'>;

/**
 * Inserts a new order.
 * @returns false when the same person used the same request key before
 */
export async function insertOrder(tx: Tx, order: Prisma.OrderCreateManyInput): Promise<boolean> {
  const { count } = await tx.order.createMany({ data: order, skipDuplicates: true });
  return count === 1;
}

/**
 * Reads an order and locks it until the transaction ends, so that two decisions at once see each
 * other.
 */
export async function lockOrder(tx: Tx, id: string): Promise<OrderModel> {
  await tx.$queryRaw`SELECT 1 FROM orders WHERE id = ${id}::uuid FOR UPDATE`;
  return tx.order.findUniqueOrThrow({ where: { id } });
}

type Decision = {
  status: 'approved' | 'rejected';
  decidedBy: string;
  decidedAt: Date;
  decisionNote: string | null;
  /** Approval starts a new time limit. */
  expiresAt?: Date;
};

/**
 * awaiting_approval → approved or rejected. Throws when the order has left that state: lock it
 * first.
 */
export async function recordDecision(tx: Tx, id: string, decision: Decision): Promise<void> {
  await tx.order.update({ where: { id, status: 'awaiting_approval' }, data: decision });
}

/**
 * awaiting_approval → cancelled, with its audit entry.
 * @returns false when the order was decided about or has expired
 */
export async function cancel(db: Queryable, id: string, at: Date, audit: Audit): Promise<boolean> {
  const rows = await query<{ cancelled: boolean }>(
    db,
    'order_cancel',
    sql`
      WITH cancelled AS (
        UPDATE orders SET status = 'cancelled', decided_at = ${at}
        WHERE id = ${id} AND status = 'awaiting_approval' AND expires_at > ${at}
        RETURNING id, application_id, kind, resource_id),
      followed AS (${followOrders(sql`cancelled`, 'draft', at)}),
      audited AS (${insertAudit(sql`cancelled`, audit, at)})
      SELECT EXISTS (SELECT 1 FROM cancelled) AS cancelled`,
  );
  return only(rows).cancelled;
}

/** Claims an approved order for one attempt. Returns undefined when another worker holds it. */
export async function claim(
  db: Tx,
  id: string,
  by: { claimedUntil: Date; now: Date },
): Promise<OrderModel | undefined> {
  const [order] = await db.order.updateManyAndReturn({
    where: { id, status: 'approved', OR: [{ claimedUntil: null }, { claimedUntil: { lte: by.now } }] },
    data: { claimedUntil: by.claimedUntil, attempts: { increment: 1 } },
  });
  return order;
}

/** Releases a claim if this attempt still holds it. */
export async function release(db: Queryable, { id, attempts }: { id: string; attempts: number }): Promise<void> {
  await execute(
    db,
    'order_release',
    sql`
      UPDATE orders SET claimed_until = NULL WHERE id = ${id} AND attempts = ${attempts} AND status = 'approved'`,
  );
}

/** What a batch does whose order was rejected. Call it in the transaction of the decision. */
export async function followRejection(tx: Pick<Prisma.TransactionClient, '$executeRaw'>, id: string, at: Date) {
  const rejected = sql`(SELECT kind, resource_id FROM orders WHERE id = ${id}::uuid)`;
  await tx.$executeRaw(followOrders(rejected, 'rejected', at));
}

/** awaiting_approval → cancelled for orders about batches that somebody cancelled, with their audit entries. */
export async function cancelOrphans(db: Queryable, now: Date): Promise<void> {
  await execute(
    db,
    'orders_cancel_orphans',
    sql`
      WITH cancelled AS (
        UPDATE orders o SET status = 'cancelled', decided_at = ${now}::timestamptz
        FROM payout_batches b
        WHERE o.kind = 'payout_batch' AND o.status = 'awaiting_approval' AND b.id = o.resource_id AND b.status = 'cancelled'
        RETURNING o.id, o.application_id, o.environment, o.amount)
      INSERT INTO audit_entries (id, organization_id, application_id, actor, action, subject_id, detail, created_at)
      SELECT gen_random_uuid(), a.organization_id, a.id, 'system', 'order.cancelled', c.id::text,
        jsonb_build_object('environment', c.environment, 'kind', 'payout_batch', 'amount', c.amount), ${now}::timestamptz
      FROM cancelled c JOIN applications a ON a.id = c.application_id`,
  );
}

type OrderEnd = {
  id: string;
  /** The number of the attempt that ends it. */
  attempts: number;
  status: 'executed' | 'expired';
  /** Null when it was not executed. */
  outcome: object | null;
  resourceId: string | null;
  at: Date;
};

/**
 * approved → executed or expired, with its audit entry.
 * @returns false when another attempt holds the claim
 */
export async function endOrder(db: Queryable, to: OrderEnd, audit: Audit): Promise<boolean> {
  const rows = await query<{ ended: boolean }>(
    db,
    'order_end',
    sql`
      WITH ended AS (
        UPDATE orders SET status = ${to.status}::"OrderStatus", claimed_until = NULL,
          executed_at = ${to.status === 'executed' ? to.at : null}, outcome = ${to.outcome && JSON.stringify(to.outcome)}::json,
          resource_id = coalesce(${to.resourceId}::uuid, resource_id)
        WHERE id = ${to.id} AND status = 'approved' AND attempts = ${to.attempts}
        RETURNING id, application_id, kind, resource_id),
      followed AS (${followOrders(sql`ended`, 'draft', to.at)}),
      audited AS (${insertAudit(sql`ended`, audit, to.at)})
      SELECT EXISTS (SELECT 1 FROM ended) AS ended`,
  );
  return only(rows).ended;
}

/**
 * awaiting_approval → expired for orders whose time is over, at most `limit`, with their audit
 * entries.
 * @returns how many
 */
export async function expire(db: Queryable, now: Date, limit: number): Promise<number> {
  const rows = await query<{ expired: number }>(
    db,
    'orders_expire',
    sql`
      WITH expired AS (
        UPDATE orders SET status = 'expired' WHERE id IN (
          SELECT id FROM orders WHERE status = 'awaiting_approval' AND expires_at <= ${now}
          ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
        RETURNING id, application_id, environment, kind, amount, resource_id),
      followed AS (${followOrders(sql`expired`, 'expired', now)}),
      audited AS (
        INSERT INTO audit_entries (id, organization_id, application_id, actor, action, subject_id, detail, created_at)
        SELECT gen_random_uuid(), a.organization_id, a.id, 'system', 'order.expired', e.id::text,
          jsonb_build_object('environment', e.environment, 'kind', e.kind, 'amount', e.amount), ${now}::timestamptz
        FROM expired e JOIN applications a ON a.id = e.application_id)
      SELECT count(*)::int AS expired FROM expired`,
  );
  return only(rows).expired;
}

/**
 * Approved orders that nobody executes, at most `limit`. The next sweeps skip them for a while, which grows with the time
 * that they have waited.
 * @param by.approvedBefore orders approved later are skipped, because their own signal is on the
 *   way
 */
export async function claimStuck(
  db: Queryable,
  by: { now: Date; approvedBefore: Date; secondsMin: number; limit: number },
): Promise<string[]> {
  const since = sql`coalesce(decided_at, created_at)`;
  const rows = await query<{ id: string }>(
    db,
    'orders_claim_stuck',
    sql`
      UPDATE orders SET signal_after = ${nextSignal(by.now, { since, secondsMin: by.secondsMin })} WHERE id IN (
        SELECT id FROM orders
        WHERE status = 'approved' AND (claimed_until IS NULL OR claimed_until <= ${by.now}) AND ${isSignalDue(by.now)}
          AND ${since} <= ${by.approvedBefore}
        ORDER BY created_at LIMIT ${by.limit} FOR UPDATE SKIP LOCKED)
      RETURNING id`,
  );
  return rows.map(({ id }) => id);
}
