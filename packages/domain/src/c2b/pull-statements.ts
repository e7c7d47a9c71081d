import { type Environment, execute, type Queryable, query, sql } from '@tillgate/db';
import { type Audit, insertAudit } from '../audit/index.ts';
import type { Tenant } from '../kernel/context.ts';

/** The state of pulled payments of a registration. */
export type PullRow = Tenant & {
  registrationId: string;
  shortcode: string;
  /** 254XXXXXXXXX, the number that the provider informs of the registration; null: payments are not pulled. */
  nominatedPhone: string | null;
  /** When the provider accepted the registration; null until then. */
  pullRegisteredAt: Date | null;
  /** Payments until this time are pulled; null before the first pull. */
  pulledTo: Date | null;
  /** Why the last pull failed, for people. */
  pullError: string | null;
  /** Rows that the last pull left out. */
  pullLeftOut: LeftOut[] | null;
};

/** Left-out rows of one kind: money out, by its type; null for unreadable rows. */
export type LeftOut = { type: string | null; count: number };

const columns = sql`r.id AS "registrationId", r.application_id AS "applicationId", r.environment, r.shortcode,
  r.nominated_phone AS "nominatedPhone", r.pull_registered_at AS "pullRegisteredAt", r.pulled_to AS "pulledTo",
  r.pull_error AS "pullError", r.pull_left_out AS "pullLeftOut"`;

/** The registration of an application's current shortcode. */
export async function findCurrentPull(
  db: Queryable,
  { applicationId, environment }: Tenant,
): Promise<PullRow | undefined> {
  const [row] = await query<PullRow>(
    db,
    'c2b_pull_current',
    sql`
      SELECT ${columns} FROM c2b_registrations r
      JOIN provider_credentials k ON k.application_id = r.application_id AND k.environment = r.environment
        AND k.shortcode = r.shortcode
      WHERE r.application_id = ${applicationId}::uuid AND r.environment = ${environment}::"Environment"`,
  );
  return row;
}

export async function findPull(db: Queryable, registrationId: string): Promise<PullRow | undefined> {
  const [row] = await query<PullRow>(
    db,
    'c2b_pull_find',
    sql`SELECT ${columns} FROM c2b_registrations r WHERE r.id = ${registrationId}::uuid`,
  );
  return row;
}

/** Starts, changes or stops the pull of payments, with its audit entry. */
export async function setPull(
  db: Queryable,
  registrationId: string,
  { nominatedPhone, at }: { nominatedPhone: string | null; at: Date },
  audit: Audit,
): Promise<void> {
  await execute(
    db,
    'c2b_pull_set',
    sql`
      WITH changed AS (
        UPDATE c2b_registrations SET nominated_phone = ${nominatedPhone}::text, pull_registered_at = NULL, pull_error = NULL,
          pull_due_at = ${nominatedPhone === null ? null : at}::timestamptz
        WHERE id = ${registrationId}::uuid RETURNING id, application_id)
      ${insertAudit(sql`changed`, audit, at)}`,
  );
}

/** Registrations whose payments are due to be pulled, at most `limit`. They are due again at `nextAt` in any case. */
export function claimDuePulls(
  db: Queryable,
  by: { now: Date; nextAt: Date; limit: number },
): Promise<{ registrationId: string; applicationId: string }[]> {
  return query(
    db,
    'c2b_pulls_take',
    sql`
      UPDATE c2b_registrations r SET pull_due_at = ${by.nextAt}::timestamptz WHERE r.id IN (
        SELECT d.id FROM c2b_registrations d WHERE d.pull_due_at <= ${by.now}::timestamptz
        ORDER BY d.pull_due_at LIMIT ${by.limit}::int FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING r.id AS "registrationId", r.application_id AS "applicationId"`,
  );
}

/** Records that the provider accepted the registration for a nominated number. */
export async function recordPullRegistered(
  db: Queryable,
  { registrationId, nominatedPhone }: Pick<PullRow, 'registrationId' | 'nominatedPhone'>,
  at: Date,
): Promise<void> {
  await execute(
    db,
    'c2b_pull_registered',
    sql`
      UPDATE c2b_registrations SET pull_registered_at = ${at}::timestamptz, pull_error = NULL
      WHERE id = ${registrationId}::uuid AND nominated_phone = ${nominatedPhone}`,
  );
}

/** Records the time up to which payments are pulled, or why a pull failed. */
export async function recordPulled(
  db: Queryable,
  registrationId: string,
  came: { pulledTo: Date; leftOut: LeftOut[] } | { error: string },
): Promise<void> {
  const pulledTo = 'pulledTo' in came ? came.pulledTo : null;
  const error = 'error' in came ? came.error : null;
  const leftOut = 'leftOut' in came ? JSON.stringify(came.leftOut) : null;
  await execute(
    db,
    'c2b_pull_recorded',
    sql`
      UPDATE c2b_registrations SET pulled_to = greatest(pulled_to, ${pulledTo}::timestamptz), pull_error = ${error}::text,
        pull_left_out = coalesce(${leftOut}::jsonb, pull_left_out)
      WHERE id = ${registrationId}::uuid`,
  );
}

/** Returns the receipts that no payment of the shortcode and no held confirmation has. */
export async function listUnknownReceipts(
  db: Queryable,
  by: { shortcode: string; environment: Environment; receipts: string[] },
): Promise<string[]> {
  const rows = await query<{ receipt: string }>(
    db,
    'c2b_receipts_unknown',
    sql`
      SELECT pulled.receipt FROM unnest(${by.receipts}::text[]) pulled(receipt)
      WHERE NOT EXISTS (SELECT 1 FROM payments p WHERE p.environment = ${by.environment}::"Environment"
          AND p.shortcode = ${by.shortcode} AND p.provider_receipt = pulled.receipt)
        AND NOT EXISTS (SELECT 1 FROM held_confirmations h WHERE h.environment = ${by.environment}::"Environment"
          AND h.shortcode = ${by.shortcode} AND h.receipt = pulled.receipt)`,
  );
  return rows.map(({ receipt }) => receipt);
}
