import { type Environment, execute, only, type Queryable, query, sql } from '@tillgate/db';
import { erasedPhone } from '../subjects/index.ts';

/** A stored callback that may name a person. */
export type StoredNotice = {
  kind: 'c2b_confirmation' | 'result';
  applicationId: string;
  subjectId: string;
  body: Uint8Array;
  /** Of the registration; null for a result. */
  shortcode: string | null;
  environment: Environment | null;
};

/**
 * The next callbacks by id, and those among them that were applied, still have their body, and may name a payer or payee.
 * @param by.after the `last` of the call before
 */
export async function listCallbacksWithNames(
  db: Queryable,
  by: { after: string; limit: number },
): Promise<{ rows: StoredNotice[]; seen: number; last: string | null }> {
  const stretch = only(
    await query<{ seen: number; last: string | null }>(
      db,
      'callbacks_with_names_stretch',
      sql`
        SELECT count(*)::int AS seen, max(id::text) AS last
        FROM (SELECT id FROM provider_callbacks WHERE id > ${by.after}::uuid ORDER BY id LIMIT ${by.limit}::int) next`,
    ),
  );
  if (stretch.last === null) return { rows: [], ...stretch };
  const rows = await query<StoredNotice>(
    db,
    'callbacks_with_names',
    sql`
      SELECT c.kind, c.application_id AS "applicationId", c.subject_id AS "subjectId", c.body, r.shortcode, r.environment
      FROM provider_callbacks c
      LEFT JOIN c2b_registrations r ON c.subject_kind = 'c2b_registration' AND r.id = c.subject_id
      WHERE c.id > ${by.after}::uuid AND c.id <= ${stretch.last}::uuid
        AND c.state = 'applied' AND c.body_erased_at IS NULL
        AND (c.kind = 'c2b_confirmation' OR (c.kind = 'result' AND c.subject_kind = 'disbursement'))`,
  );
  return { rows, ...stretch };
}

type Payer = { applicationId: string; shortcode: string; environment: Environment; receipt: string; name: string };

/** Names the payers of payments of the same organization, where none is known. Who was erased stays without a name. */
export async function namePayments(db: Queryable, payers: readonly Payer[]): Promise<number> {
  if (payers.length === 0) return 0;
  return execute(
    db,
    'payments_name',
    sql`
      UPDATE payments p SET payer_name = told.name
      FROM json_to_recordset(${JSON.stringify(payers)}::json) AS told("applicationId" uuid, shortcode text,
          environment "Environment", receipt text, name text)
        JOIN applications own ON own.id = told."applicationId"
        JOIN applications a ON a.organization_id = own.organization_id
      WHERE p.shortcode = told.shortcode AND p.environment = told.environment AND p.provider_receipt = told.receipt
        AND p.application_id = a.id AND p.payer_name IS NULL AND p.phone IS DISTINCT FROM ${erasedPhone}`,
  );
}

/** Names who was paid by payouts, where no name is known. Who was erased stays without a name. */
export async function nameDisbursements(
  db: Queryable,
  payees: readonly { id: string; name: string }[],
): Promise<number> {
  if (payees.length === 0) return 0;
  return execute(
    db,
    'disbursements_name',
    sql`
      UPDATE disbursements d SET payee_name = told.name
      FROM json_to_recordset(${JSON.stringify(payees)}::json) AS told(id uuid, name text)
      WHERE d.id = told.id AND d.kind = 'payout' AND d.payee_name IS NULL AND d.phone IS DISTINCT FROM ${erasedPhone}`,
  );
}
