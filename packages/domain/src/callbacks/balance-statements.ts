import { execute, type Queryable, sql } from '@tillgate/db';
import type { ConfirmationBalance } from './confirmation-balance.ts';

/** Keeps what a confirmation reported about the balance of its registration's shortcode. The first one stays. */
export function keepBalance(
  db: Queryable,
  registrationId: string,
  { receipt, paidAt, amountCents, balanceCents }: ConfirmationBalance,
): Promise<number> {
  return execute(
    db,
    'callback_keep_balance',
    sql`
      INSERT INTO told_balances (application_id, environment, shortcode, receipt, paid_at, amount_cents, balance_cents)
      SELECT application_id, environment, shortcode, ${receipt}, ${paidAt}::timestamptz, ${amountCents}::bigint,
        ${balanceCents}::bigint
      FROM c2b_registrations WHERE id = ${registrationId}::uuid
      ON CONFLICT DO NOTHING`,
  );
}
