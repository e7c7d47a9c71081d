import type { ClaimState, Environment, Queryable } from '@tillgate/db';

export type Claim = {
  id: string;
  applicationId: string;
  environment: Environment;
  endpoint: string;
  key: string;
  fingerprint: string;
  leaseUntil: Date;
};

export type ClaimRow = {
  fingerprint: string;
  state: ClaimState;
  leaseUntil: Date;
  resourceId: string;
  outcome: unknown;
};

/** What a request under a claim came to. */
export type ClaimOutcome = { id: string; outcome: unknown };

/**
 * Transaction 1: the claim of what a statement makes, or no row when the key was claimed before. Without a claim nothing is
 * inserted. Its parameters, `$1` to `$9`, are {@link claimValues}.
 */
export const insertClaim = `
  INSERT INTO idempotency_records
    (id, application_id, environment, endpoint, key, fingerprint, state, lease_until, resource_id, created_at)
  SELECT $1::uuid, $2::uuid, $3::"Environment", $4, $5, $6, 'in_flight', $7::timestamptz, $8::uuid, $9::timestamptz
  WHERE $1::uuid IS NOT NULL
  ON CONFLICT (application_id, environment, endpoint, key) DO NOTHING
  RETURNING id`;

export function claimValues(
  claim: Claim | undefined,
  made: { id: string; applicationId: string; environment: Environment; createdAt: Date },
): unknown[] {
  const { endpoint = null, key = null, fingerprint = null, leaseUntil = null } = claim ?? {};
  const { applicationId, environment, id, createdAt } = made;
  return [claim?.id ?? null, applicationId, environment, endpoint, key, fingerprint, leaseUntil, id, createdAt];
}

/** Transaction 2: in_flight → completed at `$4`. `$5` and `$6` are {@link outcomeValues}. */
export const completeClaim = `
  UPDATE idempotency_records SET state = 'completed', outcome = $6::json, completed_at = $4
  WHERE id = $5 AND state = 'in_flight'`;

/** The same where the CTE `settled` has a row; without one somebody was faster, and the claim is indeterminate. */
export const endClaimOfSettled = `
  UPDATE idempotency_records SET
    state = (CASE WHEN EXISTS (SELECT 1 FROM settled) THEN 'completed' ELSE 'indeterminate' END)::"ClaimState",
    outcome = CASE WHEN EXISTS (SELECT 1 FROM settled) THEN $6::json END, completed_at = $4
  WHERE id = $5 AND state = 'in_flight'`;

export function outcomeValues(claim: ClaimOutcome | undefined): [string | null, string | null] {
  return claim ? [claim.id, JSON.stringify(claim.outcome)] : [null, null];
}

/** The record of a key, if there is one. */
export async function find(
  db: Queryable,
  by: { applicationId: string; environment: Environment; endpoint: string; key: string },
): Promise<ClaimRow | undefined> {
  const { rows } = await db.query<ClaimRow>({
    name: 'claim_find',
    text: `
      SELECT fingerprint, state, lease_until AS "leaseUntil", resource_id AS "resourceId", outcome
      FROM idempotency_records
      WHERE application_id = $1 AND environment = $2 AND endpoint = $3 AND key = $4`,
    values: [by.applicationId, by.environment, by.endpoint, by.key],
  });
  return rows[0];
}

/** in_flight → indeterminate for one claim; `outcome` is kept for repeats. Answers whether it was still in flight. */
export async function markIndeterminate(
  db: Queryable,
  id: string,
  now: Date,
  outcome: object | null,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'claim_indeterminate',
    text: `
      UPDATE idempotency_records SET state = 'indeterminate', completed_at = $2, outcome = $3::json
      WHERE id = $1 AND state = 'in_flight'`,
    values: [id, now, outcome && JSON.stringify(outcome)],
  });
  return rowCount === 1;
}

/** in_flight → indeterminate for claims whose lease has passed, at most `limit`. Answers how many. */
export async function expire(db: Queryable, now: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query({
    name: 'claims_expire',
    text: `
      UPDATE idempotency_records SET state = 'indeterminate', completed_at = $1
      WHERE state = 'in_flight' AND id IN (
        SELECT id FROM idempotency_records WHERE state = 'in_flight' AND lease_until <= $1
        ORDER BY lease_until LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    values: [now, limit],
  });
  return rowCount ?? 0;
}
