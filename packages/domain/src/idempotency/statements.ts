import { type ClaimState, execute, type Queryable, query, type Sql, sql } from '@tillgate/db';
import type { Tenant } from '../kernel/context.ts';

// Every statement that writes `idempotency_records.state` is in this file, and names the state that
// it leaves.

export type Claim = Tenant & {
  id: string;
  endpoint: string;
  key: string;
  fingerprint: string;
  leaseUntil: Date;
};

type ForgottenKey = Tenant & { endpoint: string; key: string; fingerprint: string; at: Date };

type ClaimRow = {
  fingerprint: string;
  state: ClaimState;
  leaseUntil: Date;
  resourceId: string;
  outcome: unknown;
};

/** The outcome of a request with a claim. */
export type ClaimOutcome = { id: string; outcome: unknown };

/** The row that a claim is for. */
type Made = Tenant & { id: string; createdAt: Date };

/**
 * Transaction 1: inserts the claim of a statement's row. Returns no row when the key was claimed before, or when there is
 * no claim.
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

/**
 * Transaction 1 of many: the claims of the rows of `from`, a CTE with the columns of a claim and of its row. Rows whose
 * `claim_id` is null have no claim.
 */
export function insertClaims(from: Sql): Sql {
  // In one order, because two statements that insert the same keys in different orders wait for each other.
  return sql`
    INSERT INTO idempotency_records
      (id, application_id, environment, endpoint, key, fingerprint, state, lease_until, resource_id, created_at)
    SELECT claim_id, application_id, environment, endpoint, key, fingerprint, 'in_flight', lease_until, id, created_at
    FROM ${from} WHERE claim_id IS NOT NULL ORDER BY application_id, environment, endpoint, key
    ON CONFLICT (application_id, environment, endpoint, key) DO NOTHING
    RETURNING id`;
}

/**
 * Uses keys up, so that nothing is ever done under them: none → completed. Their repeats are refused like another body.
 * Returns the `resource_id` of those that nobody had claimed.
 * @param from a CTE with `application_id`, `environment`, `endpoint`, `key` and the `id` of what each key was made for
 */
export function burnKeys(from: Sql, at: Date): Sql {
  // In one order, because two statements that insert the same keys in different orders wait for each other.
  return sql`
    INSERT INTO idempotency_records
      (id, application_id, environment, endpoint, key, fingerprint, state, lease_until, resource_id, created_at, completed_at)
    SELECT gen_random_uuid(), application_id, environment, endpoint, key, 'burnt', 'completed', ${at}::timestamptz, id,
      ${at}::timestamptz, ${at}::timestamptz
    FROM ${from} ORDER BY application_id, environment, endpoint, key
    ON CONFLICT (application_id, environment, endpoint, key) DO NOTHING
    RETURNING resource_id`;
}

/**
 * Uses one key up: see {@link burnKeys}.
 * @param unused `resourceId`: what the key was made for
 * @returns false when it was claimed before
 */
export async function burnKey(
  db: Queryable,
  unused: Tenant & { endpoint: string; key: string; resourceId: string; at: Date },
): Promise<boolean> {
  const { applicationId, environment, endpoint, key, resourceId, at } = unused;
  const written = await execute(
    db,
    'claim_burn',
    sql`
      WITH unused AS (SELECT ${applicationId}::uuid AS application_id, ${environment}::"Environment" AS environment,
        ${endpoint}::text AS endpoint, ${key}::text AS key, ${resourceId}::uuid AS id)
      ${burnKeys(sql`unused`, at)}`,
  );
  return written === 1;
}

/** The outcome of a key that was read back. */
const forgottenOutcome = { isForgotten: true };

/** Whether the outcome of an indeterminate claim says that the database forgot its request. */
export function isForgotten(outcome: unknown): boolean {
  return typeof outcome === 'object' && outcome !== null && 'isForgotten' in outcome;
}

/**
 * Claims keys that a restored database forgot: none → indeterminate, for ever. Keys of applications that it forgot too are
 * left out: nobody can use them.
 * @returns how many it had forgotten
 */
export async function claimForgotten(db: Queryable, keys: readonly ForgottenKey[], at: Date): Promise<number> {
  const list = <Key extends keyof ForgottenKey>(key: Key) => keys.map((one) => one[key]);
  // In one order, because two statements that insert the same keys in different orders wait for each other.
  return execute(
    db,
    'claims_forgotten',
    sql`
      INSERT INTO idempotency_records
        (id, application_id, environment, endpoint, key, fingerprint, state, lease_until, resource_id, outcome, created_at, completed_at)
      SELECT gen_random_uuid(), f.application_id, f.environment, f.endpoint, f.key, f.fingerprint, 'indeterminate', f.used_at,
        gen_random_uuid(), ${JSON.stringify(forgottenOutcome)}::json, f.used_at, ${at}::timestamptz
      FROM (SELECT DISTINCT ON (application_id, environment, endpoint, key) *
        FROM unnest(${list('applicationId')}::uuid[], ${list('environment')}::"Environment"[], ${list('endpoint')}::text[],
          ${list('key')}::text[], ${list('fingerprint')}::text[], ${list('at')}::timestamptz[])
          AS u(application_id, environment, endpoint, key, fingerprint, used_at)
        ORDER BY application_id, environment, endpoint, key, used_at) f
      JOIN applications a ON a.id = f.application_id
      ORDER BY f.application_id, f.environment, f.endpoint, f.key
      ON CONFLICT (application_id, environment, endpoint, key) DO NOTHING`,
  );
}

/** Transaction 2: in_flight → completed. Does nothing without a claim. */
export function completeClaim(claim: ClaimOutcome | undefined, at: Date): Sql {
  return sql`
    UPDATE idempotency_records SET state = 'completed', outcome = ${outcomeText(claim)}::json,
      completed_at = ${at}::timestamptz
    WHERE id = ${claim?.id ?? null}::uuid AND state = 'in_flight'`;
}

/**
 * Transaction 2 of many: in_flight → completed for the rows of `from`, a CTE with `claim_id`, `outcome` and the time
 * `at`. `ids` are the claims of the same rows, so that they are found by their ids.
 */
export function completeClaims(from: Sql, ids: string[]): Sql {
  return sql`
    UPDATE idempotency_records r SET state = 'completed', outcome = f.outcome, completed_at = f.at
    FROM ${from} f WHERE r.id = ANY(${ids}::uuid[]) AND r.id = f.claim_id AND r.state::text = 'in_flight'`;
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

/** The key of a record. */
type KeyOfTenant = Tenant & { endpoint: string; key: string };

/** The record of a key, if there is one. */
export async function find(db: Queryable, key: KeyOfTenant): Promise<ClaimRow | undefined> {
  const [record] = await findAll(db, [key]);
  return record;
}

/** The record of each key; undefined without one. */
export async function findAll(db: Queryable, keys: readonly KeyOfTenant[]): Promise<(ClaimRow | undefined)[]> {
  const list = <Key extends keyof KeyOfTenant>(key: Key) => keys.map((one) => one[key]);
  const rows = await query<ClaimRow & { place: number }>(
    db,
    'claims_find',
    sql`
      SELECT wanted.place::int AS place, r.fingerprint, r.state, r.lease_until AS "leaseUntil",
        r.resource_id AS "resourceId", r.outcome
      FROM unnest(${list('applicationId')}::uuid[], ${list('environment')}::"Environment"[],
        ${list('endpoint')}::text[], ${list('key')}::text[])
        WITH ORDINALITY AS wanted(application_id, environment, endpoint, key, place),
        LATERAL (
          SELECT * FROM idempotency_records
          WHERE application_id = wanted.application_id AND environment = wanted.environment
            AND endpoint = wanted.endpoint AND key = wanted.key OFFSET 0) r`,
  );
  const found = new Map(rows.map(({ place, ...row }) => [place, row]));
  return keys.map((_, index) => found.get(index + 1));
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
