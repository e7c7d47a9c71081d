import { type Queryable, query, sql } from '@tillgate/db';
import type { Tenant } from '../kernel/context.ts';

/** Locks a disbursement of one tenant until the transaction ends. Returns whether there is one. */
export async function lockOwnDisbursement(db: Queryable, id: string, tenant: Tenant): Promise<boolean> {
  const rows = await query(
    db,
    'disbursement_lock_own',
    sql`
      SELECT 1 FROM disbursements
      WHERE id = ${id}::uuid AND application_id = ${tenant.applicationId} AND environment = ${tenant.environment}
      FOR UPDATE`,
  );
  return rows.length === 1;
}

/** The other row of the tenant that holds a receipt. Each transaction of the provider has its own receipt. */
export async function findReceiptHolder(
  db: Queryable,
  by: Tenant & { receipt: string; exceptId: string },
): Promise<{ kind: 'payment' | 'disbursement'; id: string } | undefined> {
  const own = sql`
    application_id = ${by.applicationId} AND environment = ${by.environment} AND provider_receipt = ${by.receipt}`;
  const [row] = await query<{ kind: 'payment' | 'disbursement'; id: string }>(
    db,
    'disbursement_receipt_holder',
    sql`
      SELECT 'disbursement' AS kind, id FROM disbursements WHERE ${own} AND id <> ${by.exceptId}::uuid
      UNION ALL SELECT 'payment', id FROM payments WHERE ${own} LIMIT 1`,
  );
  return row;
}

/** Whether an inquiry about a disbursement since a time is still unanswered. */
export async function isAskedSince(db: Queryable, id: string, since: Date): Promise<boolean> {
  const rows = await query(
    db,
    'disbursement_is_asked',
    sql`
      SELECT 1 FROM inquiries
      WHERE disbursement_id = ${id}::uuid AND status = 'pending' AND created_at >= ${since} LIMIT 1`,
  );
  return rows.length > 0;
}
