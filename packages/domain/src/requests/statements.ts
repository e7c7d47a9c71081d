import { execute, join, type Queryable, raw, sql } from '@tillgate/db';
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

/** Inserts requests in one statement. Skips those that are already there. */
export async function insertRequests(db: Queryable, requests: LoggedRequest[]): Promise<void> {
  const lists = columns.map(([, type, field]) => {
    const values = requests.map((request) => request[field]);
    return sql`${values}::${raw(type)}[]`;
  });
  await execute(
    db,
    'requests_insert',
    sql`
      INSERT INTO api_requests (${raw(columns.map(([name]) => name).join(', '))})
      SELECT * FROM unnest(${join(lists)})
      ON CONFLICT DO NOTHING`,
  );
}
