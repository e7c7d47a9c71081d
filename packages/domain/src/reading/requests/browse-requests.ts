import type { TenantContext } from '../../context.ts';
import { parseInput } from '../../input.ts';
import { type Page, readPage } from '../keyset.ts';
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

const fits = `
  ($1::int IS NULL OR r.status_code / 100 = $1)
  AND ($2::int IS NULL OR r.status_code = $2)
  AND ($3::text IS NULL OR r.method = $3)
  AND ($4::text IS NULL OR starts_with(r.path, $4))
  AND ($5::uuid IS NULL OR r.key_id = $5)
  AND ($6::text IS NULL OR r.error_code = $6)
  AND ($7::text IS NULL OR r.idempotency_key = $7)
  AND ($8::uuid IS NULL OR r.resource_id = $8)`;

/**
 * The tenant's calls of the API, the newest first.
 * @throws DomainError invalid_input
 */
export async function browseRequests(ctx: TenantContext, input: BrowseRequestsInput): Promise<Page<RequestRow>> {
  const { statusClass, statusCode, method, path, keyId, errorCode, idempotencyKey, resourceId, ...page } = parseInput(
    browseRequestsSchema,
    input,
  );
  const digit = statusClass && Number(statusClass[0]);
  const values = [digit, statusCode, method, path, keyId, errorCode, idempotencyKey, resourceId];
  const filter = values.map((value) => value ?? null);
  return readPage<RequestRow>(
    ctx.db,
    {
      name: 'requests_browse',
      scanned: {
        from: 'api_requests',
        where: 'application_id = $1 AND environment = $2::"Environment"',
        values: [ctx.tenant.applicationId, ctx.tenant.environment],
        idType: 'text',
      },
      columns: `r.id, r.method, r.path, r.status_code AS "statusCode", r.error_code AS "errorCode",
        r.duration_ms AS "durationMs", r.idempotency_key AS "idempotencyKey", r.replayed, r.resource_id AS "resourceId",
        r.key_id AS "keyId", k.name AS "keyName", k.last_four AS "keyLastFour", r.created_at AS "createdAt"`,
      joins: 'LEFT JOIN api_keys k ON k.id = r.key_id AND k.application_id = r.application_id',
      filter: { where: fits, values: filter },
      isUnfiltered: filter.every((value) => value === null),
    },
    page,
  );
}
