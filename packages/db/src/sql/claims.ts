import type { ClaimState, Environment } from '../generated/prisma/enums.ts';
import type { Queryable } from './statement.ts';

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
