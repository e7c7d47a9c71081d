import { type Queryable, query, sql } from '@tillgate/db';
import type { Tenant } from '../kernel/context.ts';
import { dayMs, later } from '../kernel/time.ts';

// What was paid before, for the rows of one list at once.

/** What is known of a phone. */
export type PhoneFacts = {
  /** 254XXXXXXXXX. */
  phone: string;
  /** Whether a payout to it ever succeeded. */
  isPaid: boolean;
  /** Who was paid the last time that a network told a name. */
  toldName: string | null;
  /** The saved recipient with the number. */
  savedName: string | null;
  /** Sent to it or pending in the last 24 hours, whole KES. */
  sentToday: number;
};

/** {@link PhoneFacts} of each phone. */
export function readPhoneFacts(
  db: Queryable,
  { applicationId, environment }: Tenant,
  phones: readonly string[],
  dayAgo: Date,
): Promise<PhoneFacts[]> {
  const ofPhone = sql`
    d.application_id = ${applicationId}::uuid AND d.environment = ${environment}::"Environment" AND d.phone = wanted.phone
    AND d.kind = 'payout'`;
  return query<PhoneFacts>(
    db,
    'batch_phone_facts',
    sql`
      SELECT wanted.phone,
        EXISTS (SELECT 1 FROM disbursements d WHERE ${ofPhone} AND d.status = 'success') AS "isPaid",
        (SELECT d.payee_name FROM disbursements d WHERE ${ofPhone} AND d.status = 'success' AND d.payee_name IS NOT NULL
          ORDER BY d.created_at DESC LIMIT 1) AS "toldName",
        (SELECT s.name FROM recipients s WHERE s.application_id = ${applicationId}::uuid
          AND s.environment = ${environment}::"Environment" AND s.phone = wanted.phone LIMIT 1) AS "savedName",
        (SELECT coalesce(sum(d.amount), 0)::float8 FROM disbursements d WHERE ${ofPhone} AND d.status <> 'failed'
          AND d.created_at > ${dayAgo}::timestamptz) AS "sentToday"
      FROM unnest(${[...new Set(phones)]}::text[]) AS wanted(phone)`,
  );
}

/** A payout of the same amount to the same phone, made since a time or waiting in another batch. */
export type SamePayout = { phone: string; amount: number; paidAt: Date | null };

/** Which of the payouts were made before, or wait elsewhere. `paidAt` is null for those that wait. */
export function readSamePayouts(
  db: Queryable,
  { applicationId, environment, batchId }: Tenant & { batchId: string },
  rows: readonly { phone: string; amount: number }[],
  since: Date,
): Promise<SamePayout[]> {
  return query<SamePayout>(
    db,
    'batch_same_payouts',
    sql`
      WITH wanted AS (
        SELECT DISTINCT phone, amount FROM unnest(${rows.map(({ phone }) => phone)}::text[],
          ${rows.map(({ amount }) => amount)}::int[]) AS w(phone, amount))
      SELECT w.phone, w.amount, max(d.created_at) AS "paidAt"
      FROM wanted w JOIN disbursements d ON d.application_id = ${applicationId}::uuid
        AND d.environment = ${environment}::"Environment" AND d.phone = w.phone AND d.amount = w.amount
        AND d.kind = 'payout' AND d.status <> 'failed' AND d.created_at > ${since}::timestamptz
      GROUP BY w.phone, w.amount
      UNION ALL
      SELECT DISTINCT w.phone, w.amount, NULL::timestamptz
      FROM wanted w JOIN payout_batch_rows r ON r.application_id = ${applicationId}::uuid
        AND r.environment = ${environment}::"Environment" AND r.phone = w.phone AND r.amount = w.amount AND r.state = 'good'
        AND r.batch_id <> ${batchId}::uuid
      JOIN payout_batches b ON b.id = r.batch_id AND b.ended_at IS NULL
        AND b.created_at > ${since}::timestamptz`,
  );
}

/** Where the person of a reference was paid the last time. */
export type ReferencePaid = { referenceKey: string; phone: string; paidAt: Date };

/** {@link ReferencePaid} of each reference that was paid before. */
export function readReferencesPaid(
  db: Queryable,
  { applicationId, environment }: Tenant,
  keys: readonly string[],
): Promise<ReferencePaid[]> {
  return query<ReferencePaid>(
    db,
    'batch_references_paid',
    sql`
      SELECT wanted.key AS "referenceKey", paid.phone, paid."paidAt"
      FROM unnest(${[...new Set(keys)]}::text[]) AS wanted(key), LATERAL (
        SELECT r.phone, coalesce(d.settled_at, d.created_at) AS "paidAt"
        FROM payout_batch_rows r JOIN disbursements d ON d.id = r.disbursement_id
        WHERE r.application_id = ${applicationId}::uuid AND r.environment = ${environment}::"Environment"
          AND r.reference_key = wanted.key AND r.state = 'handed' AND d.status = 'success' AND r.phone IS NOT NULL
        ORDER BY r.handed_at DESC LIMIT 1) paid`,
  );
}

/** A batch with the same rows, sent or about to be sent since a time. */
export async function findSameList(
  db: Queryable,
  { applicationId, environment, batchId, rowsHash, now }: Tenant & { batchId: string; rowsHash: string; now: Date },
  days: number,
): Promise<{ batchId: string; name: string; createdAt: Date } | undefined> {
  const since = later(now, -days * dayMs);
  const [row] = await query<{ batchId: string; name: string; createdAt: Date }>(
    db,
    'batch_same_list',
    sql`
      SELECT id AS "batchId", name, created_at AS "createdAt" FROM payout_batches
      WHERE application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment"
        AND rows_hash = ${rowsHash} AND id <> ${batchId}::uuid AND created_at > ${since}::timestamptz
        AND status NOT IN ('cancelled', 'rejected', 'expired')
      ORDER BY created_at DESC LIMIT 1`,
  );
  return row;
}

/** Everything that left an application and environment since a time, or still may: whole KES. */
export async function sumSentSince(
  db: Queryable,
  { applicationId, environment }: Tenant,
  since: Date,
): Promise<number> {
  const [row] = await query<{ sent: number }>(
    db,
    'batch_sum_sent',
    sql`
      SELECT coalesce(sum(amount), 0)::float8 AS sent FROM disbursements
      WHERE application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment"
        AND created_at > ${since}::timestamptz AND status <> 'failed'`,
  );
  return row?.sent ?? 0;
}
