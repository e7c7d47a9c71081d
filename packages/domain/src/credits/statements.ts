import { execute, type Queryable, query, sql } from '@tillgate/db';
import type { Tenant } from '../kernel/context.ts';

/** A success whose credit is to be made, or looked at again. */
export type DuePayment = Tenant & {
  paymentId: string;
  source: 'stk' | 'c2b';
  /** Whole KES. */
  amount: number;
  accountRef: string;
  providerReceipt: string | null;
  /** When the money moved. */
  at: Date;
  /** The attempt under whose key it was asked for. */
  attemptId: string | null;
  /** The link that the attempt is on. */
  linkId: string | null;
  /** Whether other money of ours is the same and counts already, before this one. */
  isSameMoney: boolean;
  /** Whole KES that went back to the payer. */
  refunded: number;
  /** The link that it counts towards already. */
  creditedLinkId: string | null;
  /** Whole KES of its credit that do not count any more. */
  reversedAmount: number;
};

/**
 * Successes whose credit is due, oldest first, at most `limit`, locked until the transaction ends. One that waits for its
 * receipt is left out. They are read after they are locked: a refund that was noted just before the lock would not be seen
 * by the statement that locks.
 */
export async function lockDue(db: Queryable, limit: number): Promise<DuePayment[]> {
  const locked = await query<{ paymentId: string }>(
    db,
    'credits_due_lock',
    sql`
      SELECT d.payment_id AS "paymentId" FROM credits_due d JOIN payments p ON p.id = d.payment_id
      WHERE p.announce_at IS NULL
      ORDER BY d.noted_at LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED`,
  );
  if (locked.length === 0) return [];
  return readDue(
    db,
    locked.map(({ paymentId }) => paymentId),
  );
}

/**
 * What is due. The attempt is the one that knows the payment, or the one under whose key it was asked for, while its worker
 * has not written that down.
 */
function readDue(db: Queryable, paymentIds: readonly string[]): Promise<DuePayment[]> {
  return query<DuePayment>(
    db,
    'credits_due_read',
    sql`
      SELECT d.payment_id AS "paymentId", p.application_id AS "applicationId", p.environment, p.source, p.amount,
        p.account_ref AS "accountRef", p.provider_receipt AS "providerReceipt",
        CASE WHEN p.source = 'c2b' THEN p.created_at ELSE p.settled_at END AS at,
        t.id AS "attemptId", t.link_id AS "linkId",
        p.same_money_as IS NOT NULL AND EXISTS (
          SELECT 1 FROM link_credits o WHERE o.payment_id = p.same_money_as
            AND (c.payment_id IS NULL OR (o.credited_at, o.payment_id) < (c.credited_at, c.payment_id))) AS "isSameMoney",
        c.link_id AS "creditedLinkId", coalesce(c.reversed_amount, 0) AS "reversedAmount",
        coalesce((
          SELECT sum(r.amount) FROM disbursements r
          WHERE r.application_id = p.application_id AND r.environment = p.environment AND r.kind = 'reversal'
            AND r.transaction_id = p.provider_receipt AND r.status = 'success'), 0)::int AS refunded
      FROM unnest(${paymentIds}::uuid[]) WITH ORDINALITY AS d(payment_id, place) JOIN payments p ON p.id = d.payment_id
        LEFT JOIN link_credits c ON c.payment_id = d.payment_id
        LEFT JOIN LATERAL (
          (SELECT a.id, a.link_id FROM link_attempts a WHERE a.payment_id = p.id AND p.source = 'stk' LIMIT 1)
          UNION ALL
          (SELECT a.id, a.link_id FROM idempotency_records r
            JOIN link_attempts a ON a.application_id = r.application_id AND a.environment = r.environment
              AND a.id = CASE WHEN r.key ~ '^attempt§[0-9a-f-]{36}$' THEN substr(r.key, 9)::uuid END
          WHERE r.resource_id = p.id AND r.endpoint = 'collect' AND r.key LIKE 'attempt§%'
          LIMIT 1)
          LIMIT 1) t ON true
      ORDER BY d.place`,
  );
}

/** The link whose reference an offline payment names: the open one, or the one that ended last since a time. */
export async function findLinkOfReference(
  db: Queryable,
  { applicationId, environment }: Tenant,
  { referenceKey, endedSince }: { referenceKey: string; endedSince: Date },
): Promise<string | undefined> {
  const [link] = await query<{ id: string }>(
    db,
    'credit_link_of_reference',
    sql`
      SELECT id FROM payment_links
      WHERE application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment"
        AND reference_key = ${referenceKey} AND kind = 'once'
        AND (status = 'open' OR status = 'ended' AND ended_at >= ${endedSince}::timestamptz)
      ORDER BY status = 'open' DESC, ended_at DESC NULLS LAST LIMIT 1`,
  );
  return link?.id;
}

/** Nothing is due any more for these payments. */
export async function forgetDue(db: Queryable, paymentIds: readonly string[]): Promise<void> {
  await execute(db, 'credits_due_forget', sql`DELETE FROM credits_due WHERE payment_id = ANY(${paymentIds}::uuid[])`);
}
