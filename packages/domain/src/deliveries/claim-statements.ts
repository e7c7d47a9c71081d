import { type DeliveryStatus, execute, type Queryable, query, raw, type Sql, sql } from '@tillgate/db';
import { allowsAttempt, countAttempt, isCounted, isLaneFree } from '../endpoints/index.ts';
import type { Tenant } from '../kernel/context.ts';
import { later } from '../kernel/time.ts';
import { claimSeconds, earlyToleranceMs } from './delivery.ts';

// Claims of deliveries and the queues of endpoints. Nothing here writes
// `webhook_deliveries.status`.

/** A delivery that only this worker may attempt until `claimedUntil`. */
export type ClaimedDelivery = Tenant & {
  id: string;
  endpointId: string;
  lane: number;
  eventType: string;
  body: string;
  test: boolean;
  /**
   * Attempts recorded before this one, and how many of them were made before it was last sent
   * again.
   */
  attemptCount: number;
  attemptsBefore: number;
  claimedUntil: Date;
  /** The endpoint is healthy, and its attempts need no counting. */
  isPlain: boolean;
  /** Of the endpoint. */
  url: string;
  sealedSecret: string;
  /** As stored: `liveSecrets` parses them. */
  retiredSecrets: unknown;
};

/** The endpoint `e` is healthy, and its attempts need no counting. */
const isPlain: Sql = sql`(NOT ${isCounted} AND e.failing_since IS NULL)`;

/** No worker holds the delivery `d`. */
export function isUnclaimed(now: Date): Sql {
  return sql`(d.claimed_until IS NULL OR d.claimed_until <= ${now}::timestamptz)`;
}

/**
 * Claims a delivery that is due, and a lane of its endpoint. Undefined when it is not due,
 * another worker holds it, or its endpoint does not allow an attempt.
 */
export async function claimDelivery(db: Queryable, id: string, now: Date): Promise<ClaimedDelivery | undefined> {
  const endpointId = sql`(SELECT endpoint_id FROM webhook_deliveries WHERE id = ${id}::uuid)`;
  const wanted = sql`
    SELECT d.id, d.endpoint_id FROM webhook_deliveries d
    WHERE d.id = ${id}::uuid AND ${isDue(now)} AND EXISTS (SELECT 1 FROM free) FOR NO KEY UPDATE OF d SKIP LOCKED`;
  const [claimed] = await query<ClaimedDelivery>(db, 'delivery_claim', claim(endpointId, wanted, now));
  return claimed;
}

/** `hasMore`: further deliveries of the endpoint were due when these were claimed. */
export type ClaimedRun = { claims: ClaimedDelivery[]; hasMore: boolean };

/**
 * Claims the deliveries that wait longest in an endpoint's queue, at most `limit`, and one lane of the endpoint for all
 * of them, oldest first. Claims none when the queue is empty or the endpoint does not allow an attempt. Also when
 * `limit` is over 1 and the endpoint fails or counts its attempts.
 */
export async function claimRun(db: Queryable, endpointId: string, now: Date, limit: number): Promise<ClaimedRun> {
  // Not a parameter: with an unknown limit the planner would sort the whole queue.
  const first = (count: number) => raw(`LIMIT ${Math.trunc(count)}`);
  const queued = sql`
    SELECT d.id, d.endpoint_id FROM webhook_deliveries d
    WHERE d.endpoint_id = ${endpointId}::uuid AND ${isQueued} AND d.next_attempt_at <= ${dueBy(now)}::timestamptz
      AND ${isUnclaimed(now)} AND EXISTS (SELECT 1 FROM free)
    ORDER BY d.next_attempt_at`;
  const wanted = sql`${queued} ${first(limit)} FOR NO KEY UPDATE OF d SKIP LOCKED`;
  const hasMore = sql`
    (SELECT count(*) FROM (${queued} ${first(limit + 1)}) q) > (SELECT count(*) FROM wanted)`;
  const allowed = limit === 1 ? sql`true` : isPlain;
  const claims = await query<ClaimedDelivery & { dueAt: Date; hasMore: boolean }>(
    db,
    `deliveries_claim_run_${limit}`,
    claim(sql`${endpointId}::uuid`, wanted, now, { allowed, hasMore }),
  );
  claims.sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
  return { claims, hasMore: claims[0]?.hasMore ?? false };
}

/**
 * The delivery `d` is in the queue of its endpoint. Compared as text, so that the planner reads the queue in order and
 * does not sort all due deliveries of the endpoint.
 */
export const isQueued: Sql = sql`(d.parked_at IS NOT NULL AND d.status::text = 'due')`;

const dueBy = (now: Date) => later(now, earlyToleranceMs);

function isDue(now: Date): Sql {
  return sql`d.status = 'due' AND d.next_attempt_at <= ${dueBy(now)}::timestamptz AND ${isUnclaimed(now)}`;
}

/**
 * Claims the deliveries that `wanted` selects and a free lane of their endpoint, both or none, if the endpoint allows an
 * attempt and is `allowed`. `wanted` reads no delivery unless the CTE `free` has a lane. Locked rows are skipped, except
 * that the claim waits for the endpoint's row where its circuit or rate is counted.
 */
function claim(
  endpointId: Sql,
  wanted: Sql,
  now: Date,
  { allowed, hasMore }: { allowed: Sql; hasMore: Sql } = { allowed: sql`true`, hasMore: sql`false` },
): Sql {
  const claimedUntil = later(now, claimSeconds * 1000);
  return sql`
    WITH free AS (
      SELECT l.endpoint_id, l.number, ${isCounted} AS counted
      FROM webhook_endpoints e JOIN webhook_lanes l ON l.endpoint_id = e.id
      WHERE e.id = ${endpointId} AND ${allowsAttempt(now)} AND ${isLaneFree(now)} AND ${allowed}
      ORDER BY l.number LIMIT 1 FOR NO KEY UPDATE OF l SKIP LOCKED),
    wanted AS (${wanted}),
    lane AS (SELECT * FROM free WHERE EXISTS (SELECT 1 FROM wanted)),
    counted AS (${countAttempt(now)}),
    taken AS (
      UPDATE webhook_lanes l SET claimed_until = ${claimedUntil}::timestamptz FROM lane
      WHERE l.endpoint_id = lane.endpoint_id AND l.number = lane.number
        AND (NOT lane.counted OR EXISTS (SELECT 1 FROM counted))
      RETURNING l.endpoint_id, l.number)
    UPDATE webhook_deliveries d SET claimed_until = ${claimedUntil}::timestamptz, parked_at = NULL
    FROM wanted w, taken t, webhook_endpoints e, webhook_events v
    WHERE d.id = w.id AND t.endpoint_id = w.endpoint_id AND e.id = w.endpoint_id AND v.id = d.event_id
    RETURNING d.id, d.endpoint_id AS "endpointId", t.number AS lane, v.type AS "eventType", v.body, v.test,
      d.attempt_count AS "attemptCount", d.attempts_before AS "attemptsBefore", d.claimed_until AS "claimedUntil", e.url,
      e.application_id AS "applicationId", e.environment, e.sealed_secret AS "sealedSecret", e.retired_secrets AS "retiredSecrets",
      d.next_attempt_at AS "dueAt", ${isPlain} AS "isPlain", ${hasMore} AS "hasMore"`;
}

/** Releases the lane of a claim. */
export function freeLane({ endpointId, lane, claimedUntil }: ClaimedDelivery): Sql {
  return sql`
    UPDATE webhook_lanes SET claimed_until = NULL
    WHERE endpoint_id = ${endpointId}::uuid AND number = ${lane}::int AND claimed_until = ${claimedUntil}::timestamptz`;
}

/**
 * The claim has not lapsed: the delivery is unchanged since. Compared as text, so that the planner finds it by its id and does
 * not read all due deliveries.
 */
export function isClaimed({ id, claimedUntil, attemptCount }: ClaimedDelivery): Sql {
  return sql`id = ${id}::uuid AND status::text = 'due' AND claimed_until = ${claimedUntil}::timestamptz
    AND attempt_count = ${attemptCount}::int`;
}

/** Releases an unused claim and postpones the delivery until `nextAttemptAt`. No attempt is counted. */
export async function postponeDelivery(db: Queryable, claim: ClaimedDelivery, nextAttemptAt: Date): Promise<void> {
  await query(
    db,
    'delivery_postpone',
    sql`
      WITH freed AS (${freeLane(claim)})
      UPDATE webhook_deliveries SET claimed_until = NULL, next_attempt_at = ${nextAttemptAt}::timestamptz
      WHERE ${isClaimed(claim)}`,
  );
}

/**
 * Puts the remaining deliveries of a run back into the queue. No attempt is counted.
 * @param freesLane whether it also releases the lane of the run
 */
export async function putBack(
  db: Queryable,
  [first, ...others]: [ClaimedDelivery, ...ClaimedDelivery[]],
  freesLane: boolean,
  now: Date,
): Promise<void> {
  const ids = [first, ...others].map(({ id }) => id);
  await execute(
    db,
    'deliveries_put_back',
    sql`
      WITH freed AS (${freeLane(first)} AND ${freesLane}::boolean)
      UPDATE webhook_deliveries d SET claimed_until = NULL, parked_at = ${now}::timestamptz
      WHERE d.id = ANY(${ids}::uuid[]) AND d.status::text = 'due' AND d.claimed_until = ${first.claimedUntil}::timestamptz`,
  );
}

export type DeliveryStanding = {
  status: DeliveryStatus;
  nextAttemptAt: Date | null;
  /** The endpoint's queue or another worker continues with it. */
  held: boolean;
};

/**
 * The state of a delivery. Not part of the statement that parks, because after waiting for another worker that statement
 * would return the state before the wait.
 */
export async function readStanding(db: Queryable, id: string, now: Date): Promise<DeliveryStanding | undefined> {
  const [standing] = await query<DeliveryStanding>(
    db,
    'delivery_standing',
    sql`
      SELECT d.status, greatest(d.next_attempt_at, d.claimed_until) AS "nextAttemptAt",
        d.status = 'due' AND (d.parked_at IS NOT NULL OR coalesce(d.claimed_until > ${now}::timestamptz, false)) AS held
      FROM webhook_deliveries d WHERE d.id = ${id}::uuid`,
  );
  return standing;
}

/**
 * Parks deliveries that were due by `lateSince` and that nobody attempted, at most `limit`.
 * @returns how many
 */
export function parkOverdue(db: Queryable, by: { now: Date; lateSince: Date; limit: number }): Promise<number> {
  return execute(
    db,
    'deliveries_park_overdue',
    sql`
      UPDATE webhook_deliveries SET parked_at = ${by.now}::timestamptz WHERE id IN (
        SELECT d.id FROM webhook_deliveries d
        WHERE d.status = 'due' AND d.parked_at IS NULL AND d.next_attempt_at <= ${by.lateSince}::timestamptz
          AND ${isUnclaimed(by.now)}
        ORDER BY d.next_attempt_at LIMIT ${by.limit} FOR NO KEY UPDATE SKIP LOCKED)`,
  );
}
