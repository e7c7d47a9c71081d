import { type Sql, sql } from '@tillgate/db';
import type { ClaimedDelivery } from './claim-statements.ts';

export type AttemptRecord = {
  startedAt: Date;
  durationMs: number;
  statusCode: number | null;
  /** Null when the attempt delivered. */
  error: string | null;
  address: string | null;
  responseHeaders: Record<string, string> | null;
  responseBody: string | null;
};

/** Inserts the attempt of the delivery of the CTE `moved`. */
export function insertAttempt(attempt: AttemptRecord): Sql {
  const responseHeaders = attempt.responseHeaders && JSON.stringify(attempt.responseHeaders);
  return sql`
    INSERT INTO webhook_attempts (delivery_id, number, endpoint_id, started_at, duration_ms, status_code, error, address,
      response_headers, response_body)
    SELECT id, attempt_count, endpoint_id, ${attempt.startedAt}::timestamptz, ${Math.round(attempt.durationMs)}::int,
      ${attempt.statusCode}::int, ${attempt.error}::text, ${attempt.address}::text, ${responseHeaders}::jsonb,
      ${attempt.responseBody}::text
    FROM moved`;
}

/** An attempt of a claim. `freesLane`: no other attempt of the claim's run follows it. */
export type MadeAttempt = { claim: ClaimedDelivery; attempt: AttemptRecord; freesLane: boolean };

/** The attempts of many claims as rows, for a statement that records them. */
export function attemptRows(made: MadeAttempt[]): Sql {
  const rows = made.map(({ claim, attempt, freesLane }) => ({
    deliveryId: claim.id,
    endpointId: claim.endpointId,
    lane: claim.lane,
    claimedUntil: claim.claimedUntil,
    attemptCount: claim.attemptCount,
    freesLane,
    ...attempt,
    durationMs: Math.round(attempt.durationMs),
  }));
  return sql`
    SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS m("deliveryId" uuid, "endpointId" uuid, "lane" int,
      "claimedUntil" timestamptz, "attemptCount" int, "freesLane" boolean, "startedAt" timestamptz, "durationMs" int, "statusCode" int, "address" text,
      "responseHeaders" jsonb, "responseBody" text)`;
}

/** Inserts the attempts of the CTE `made`, see {@link attemptRows}, whose deliveries are in the CTE `moved`. */
export const insertAttempts: Sql = sql`
  INSERT INTO webhook_attempts (delivery_id, number, endpoint_id, started_at, duration_ms, status_code, address,
    response_headers, response_body)
  SELECT d.id, d.attempt_count, d.endpoint_id, m."startedAt", m."durationMs", m."statusCode", m."address",
    m."responseHeaders", m."responseBody"
  FROM made m JOIN moved d ON d.id = m."deliveryId"`;
