import { type Sql, sql } from '@tillgate/db';

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
