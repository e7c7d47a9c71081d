import { execute, type Queryable, raw, sql } from '@tillgate/db';
import type { LoggedRequest } from './request.ts';

/** The columns in the order of the table, with their types. */
const columns = [
  ['id', 'text', 'id'],
  ['application_id', 'uuid', 'applicationId'],
  ['environment', '"Environment"', 'environment'],
  ['key_id', 'uuid', 'keyId'],
  ['method', 'text', 'method'],
  ['path', 'text', 'path'],
  ['status_code', 'int', 'statusCode'],
  ['error_code', 'text', 'errorCode'],
  ['error_detail', 'text', 'errorDetail'],
  ['duration_ms', 'int', 'durationMs'],
  ['idempotency_key', 'text', 'idempotencyKey'],
  ['replayed', 'boolean', 'replayed'],
  ['resource_id', 'uuid', 'resourceId'],
  ['remote_ip', 'text', 'remoteIp'],
  ['user_agent', 'text', 'userAgent'],
  ['created_at', 'timestamptz', 'createdAt'],
  ['request_body', 'text', 'requestBody'],
  ['response_body', 'text', 'responseBody'],
] as const satisfies (readonly [string, string, keyof LoggedRequest])[];

const names = raw(columns.map(([name]) => name).join(', '));
const fields = raw(columns.map(([, type, field]) => `"${field}" ${type}`).join(', '));

/**
 * Inserts requests in one statement, as one value: a list for each column would hold up the requests that are under way for
 * milliseconds. Skips those that are already there. Texts have no NUL and no half of a pair: see `keptText`.
 */
export async function insertRequests(db: Queryable, requests: LoggedRequest[]): Promise<void> {
  await execute(
    db,
    'requests_insert',
    sql`
      INSERT INTO api_requests (${names})
      SELECT * FROM json_to_recordset(${JSON.stringify(requests)}::json) AS r(${fields})
      ON CONFLICT DO NOTHING`,
  );
}
