import { sql } from '@tillgate/db';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import { given, ofTenant, type Page, readPage, rowsOf } from '../keyset.ts';
import { type BrowseRequestsInput, browseRequestsSchema } from './schemas.ts';

export type RequestRow = {
  id: string;
  method: string;
  path: string;
  statusCode: number;
  errorCode: string | null;
  durationMs: number;
  idempotencyKey: string | null;
  replayed: boolean;
  resourceId: string | null;
  keyId: string;
  keyName: string | null;
  keyLastFour: string | null;
  createdAt: Date;
};

/**
 * A tenant's API requests, the newest first.
 * @throws DomainError invalid_input
 */
export async function browseRequests(ctx: TenantContext, input: BrowseRequestsInput): Promise<Page<RequestRow>> {
  requirePermission(ctx, 'requests.read');
  const { statusClass, statusCode, method, path, keyId, errorCode, idempotencyKey, resourceId, ...page } = parseInput(
    browseRequestsSchema,
    input,
  );
  return readPage<RequestRow>(
    ctx.db,
    {
      rows: rowsOf(sql`api_requests`, ofTenant(ctx.tenant)),
      idType: 'text',
      columns: sql`r.id, r.method, r.path, r.status_code AS "statusCode", r.error_code AS "errorCode",
        r.duration_ms AS "durationMs", r.idempotency_key AS "idempotencyKey", r.replayed, r.resource_id AS "resourceId",
        r.key_id AS "keyId", k.name AS "keyName", k.last_four AS "keyLastFour", r.created_at AS "createdAt"`,
      joins: sql`LEFT JOIN api_keys k ON k.id = r.key_id AND k.application_id = r.application_id`,
      conditions: [
        given(statusClass, (value) => sql`r.status_code / 100 = ${Number(value[0])}::int`),
        given(statusCode, (value) => sql`r.status_code = ${value}`),
        given(method, (value) => sql`r.method = ${value}`),
        given(path, (value) => sql`starts_with(r.path, ${value})`),
        given(keyId, (value) => sql`r.key_id = ${value}::uuid`),
        given(errorCode, (value) => sql`r.error_code = ${value}`),
        given(idempotencyKey, (value) => sql`r.idempotency_key = ${value}`),
        given(resourceId, (value) => sql`r.resource_id = ${value}::uuid`),
      ],
    },
    page,
  );
}
