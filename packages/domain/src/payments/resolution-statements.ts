import { execute, type Queryable, query, sql } from '@tillgate/db';
import type { Tenant } from '../kernel/context.ts';
import { type PaymentRow, paymentColumns } from './read-statements.ts';

/** Locks payments of one tenant until the transaction ends, and returns those that exist. */
export function lockStuckPayments(db: Queryable, ids: string[], tenant: Tenant): Promise<PaymentRow[]> {
  return query<PaymentRow>(
    db,
    'payments_lock_stuck',
    sql`
      SELECT ${paymentColumns} FROM payments
      WHERE id = ANY (${ids}::uuid[]) AND application_id = ${tenant.applicationId} AND environment = ${tenant.environment}
      ORDER BY id FOR UPDATE`,
  );
}

/**
 * Links two payments as the same money. The one without a receipt is no longer queried or announced, because the other
 * one announces the money.
 */
export async function storeLink(db: Queryable, [one, other]: [string, string]): Promise<void> {
  await execute(
    db,
    'payments_link',
    sql`
      UPDATE payments SET same_money_as = CASE WHEN id = ${one}::uuid THEN ${other}::uuid ELSE ${one}::uuid END,
        next_query_at = CASE WHEN provider_receipt IS NOT NULL THEN next_query_at END,
        announce_at = CASE WHEN provider_receipt IS NOT NULL THEN announce_at END
      WHERE id IN (${one}::uuid, ${other}::uuid)`,
  );
}

/**
 * Makes the next sweep query a pending payment. Skips payments older than `expirySeconds`: a sweep would end them
 * instead.
 * @returns false when the payment cannot be queried
 */
export async function bringQueryForward(
  db: Queryable,
  { id, now, expirySeconds }: { id: string; now: Date; expirySeconds: number },
): Promise<boolean> {
  const written = await execute(
    db,
    'payment_ask_soon',
    sql`
      UPDATE payments SET next_query_at = ${now}
      WHERE id = ${id} AND status = 'pending' AND checkout_request_id IS NOT NULL AND same_money_as IS NULL
        AND created_at + make_interval(secs => ${expirySeconds}::int) > ${now}`,
  );
  return written === 1;
}
