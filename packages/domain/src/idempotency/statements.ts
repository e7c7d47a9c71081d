import { type ClaimState, type Environment, execute, type Queryable, query, type Sql, sql } from '@tillgate/db';

// Every statement that writes `idempotency_records.state` is in this file, and names the state that
// it leaves.

export type Claim = {
  id: string;
  applicationId: string;
  environment: Environment;
  endpoint: string;
  key: string;
  fingerprint: string;
  leaseUntil: Date;
};

type ClaimRow = {
  fingerprint: string;
  state: ClaimState;
  leaseUntil: Date;
  resourceId: string;
  outcome: unknown;
};

/** What a request under a claim came to. */
export type ClaimOutcome = { id: string; outcome: unknown };

/** What a claim is made for. */
type Made = { id: string; applicationId: string; environment: Environment; createdAt: Date };

/**
 * Transaction 1: inserts the claim of what a statement makes. Returns no row when the key was
 * claimed before, or when there is no claim.
 */
export function insertClaim(claim: Claim | undefined, made: Made): Sql {
  const { endpoint = null, key = null, fingerprint = null, leaseUntil = null } = claim ?? {};
  const id = claim?.id ?? null;
  return sql`
    INSERT INTO idempotency_records
      (id, application_id, environment, endpoint, key, fingerprint, state, lease_until, resource_id, created_at)
    SELECT ${id}::uuid, ${made.applicationId}::uuid, ${made.environment}::"Environment", ${endpoint}, ${key}, ${fingerprint},
      'in_flight', ${leaseUntil}::timestamptz, ${made.id}::uuid, ${made.createdAt}::timestamptz
    WHERE ${id}::uuid IS NOT NULL
    ON CONFLICT (application_id, environment, endpoint, key) DO NOTHING
    RETURNING id`;
}

/** Transaction 2: in_flight → completed. Does nothing without a claim. */
export function completeClaim(claim: ClaimOutcome | undefined, at: Date): Sql {
  return sql`
    UPDATE idempotency_records SET state = 'completed', outcome = ${outcomeText(claim)}::json,
      completed_at = ${at}::timestamptz
    WHERE id = ${claim?.id ?? null}::uuid AND state = 'in_flight'`;
}

/**
 * Transaction 2 where the CTE `settled` has a row. Without one, another fact was first and the
 * claim is indeterminate.
 */
export function endClaimOfSettled(claim: ClaimOutcome | undefined, at: Date): Sql {
  return sql`
    UPDATE idempotency_records SET
      state = (CASE WHEN EXISTS (SELECT 1 FROM settled) THEN 'completed' ELSE 'indeterminate' END)::"ClaimState",
      outcome = CASE WHEN EXISTS (SELECT 1 FROM settled) THEN ${outcomeText(claim)}::json END,
      completed_at = ${at}::timestamptz
    WHERE id = ${claim?.id ?? null}::uuid AND state = 'in_flight'`;
}

const outcomeText = (claim: ClaimOutcome | undefined) => (claim ? JSON.stringify(claim.outcome) : null);

/** The record of a key, if there is one. */
export async function find(
  db: Queryable,
  by: { applicationId: string; environment: Environment; endpoint: string; key: string },
): Promise<ClaimRow | undefined> {
  const [row] = await query<ClaimRow>(
    db,
    'claim_find',
    sql`
      SELECT fingerprint, state, lease_until AS "leaseUntil", resource_id AS "resourceId", outcome
      FROM idempotency_records
      WHERE application_id = ${by.applicationId} AND environment = ${by.environment} AND endpoint = ${by.endpoint}
        AND key = ${by.key}`,
  );
  return row;
}

/**
 * in_flight → indeterminate for one claim. `outcome` is kept for repeats.
 * @returns whether it was still in flight
 */
export async function markIndeterminate(
  db: Queryable,
  id: string,
  now: Date,
  outcome: object | null,
): Promise<boolean> {
  const written = await execute(
    db,
    'claim_indeterminate',
    sql`
      UPDATE idempotency_records SET state = 'indeterminate', completed_at = ${now},
        outcome = ${outcome && JSON.stringify(outcome)}::json
      WHERE id = ${id} AND state = 'in_flight'`,
  );
  return written === 1;
}

/**
 * in_flight → indeterminate for claims whose lease has passed, at most `limit`.
 * @returns how many
 */
export function expire(db: Queryable, now: Date, limit: number): Promise<number> {
  return execute(
    db,
    'claims_expire',
    sql`
      UPDATE idempotency_records SET state = 'indeterminate', completed_at = ${now}
      WHERE state = 'in_flight' AND id IN (
        SELECT id FROM idempotency_records WHERE state = 'in_flight' AND lease_until <= ${now}
        ORDER BY lease_until LIMIT ${limit} FOR UPDATE SKIP LOCKED)`,
  );
}
