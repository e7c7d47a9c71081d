import { execute, type Queryable, sql } from '@tillgate/db';

/** Asks people to look at a payment. */
export async function flagPayment(db: Queryable, id: string): Promise<void> {
  await execute(db, 'payment_flag', sql`UPDATE payments SET needs_review = true WHERE id = ${id}`);
}

/**
 * Asks people to look at a payment that an offline confirmation settled: that it was about this
 * prompt was inferred.
 */
export async function flagInferredPayment(db: Queryable, id: string): Promise<void> {
  await execute(
    db,
    'payment_flag_inferred',
    sql`UPDATE payments SET needs_review = true WHERE id = ${id} AND settled_by = 'c2b'`,
  );
}
