import { type DeliveryStatus, sql } from '@tillgate/db';
import { z } from 'zod';
import { requireKnown } from '../../endpoints/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { idSchema, parseInput } from '../../kernel/input.ts';
import { ofTenant, type PageQuery, pageInput, readPage } from '../keyset.ts';
import { withoutQuery } from '../without-query.ts';
import { toEndpoints } from './list-deliveries.ts';

/** How many deliveries a page reads to find failing ones. */
const scanMax = 5_000;

const inputSchema = z.strictObject({
  endpointId: idSchema.optional(),
  since: pageInput.since,
  limit: pageInput.limit,
  before: pageInput.before,
});

/** A delivery that its endpoint has not acknowledged. */
export type FailingDelivery = {
  id: string;
  eventId: string;
  type: string;
  endpointId: string;
  /** Without its query string, which may contain a secret of the merchant. */
  endpointUrl: string;
  /** `due`: it will be tried again. `exhausted`: no attempt follows. */
  status: DeliveryStatus;
  attemptCount: number;
  /** HTTP status of the latest attempt's answer; null when there was none. */
  lastStatusCode: number | null;
  lastError: string | null;
  lastAttemptAt: Date;
  /** When it is tried again; null after the last attempt. */
  nextAttemptAt: Date | null;
  /** It waits in the queue of its endpoint, which does not admit attempts yet. */
  isParked: boolean;
  createdAt: Date;
};

/** `older` is the next `before`; null at the end. A short page may still have it. */
type FailingDeliveries = { deliveries: FailingDelivery[]; older: string | null };

/**
 * Deliveries whose latest attempt failed, of all endpoints of a tenant or of one, newest first: deliveries that wait for
 * a retry and exhausted ones. Deleted endpoints count only when `endpointId` names one.
 * @throws DomainError invalid_input; not_found when the tenant has no such endpoint
 */
export async function listFailingDeliveries(
  ctx: TenantContext,
  input: z.input<typeof inputSchema>,
): Promise<FailingDeliveries> {
  requirePermission(ctx, 'endpoints.read');
  const { endpointId, ...page } = parseInput(inputSchema, input);
  if (endpointId !== undefined) await requireKnown(ctx.db.pool, { endpointId, ...ctx.tenant });
  const { rows, older } = await readPage<FailingDelivery>(ctx.db, failingOf(ctx.tenant, endpointId), page);
  return { deliveries: rows.map((row) => ({ ...row, endpointUrl: withoutQuery(row.endpointUrl) })), older };
}

function failingOf(tenant: TenantContext['tenant'], endpointId: string | undefined): PageQuery {
  const wanted = endpointId === undefined ? sql`deleted_at IS NULL` : sql`id = ${endpointId}::uuid`;
  return {
    rows: toEndpoints(sql`${ofTenant(tenant)} AND ${wanted}`),
    idType: 'uuid',
    columns: sql`r.id, r.event_id AS "eventId", v.type, r.endpoint_id AS "endpointId", e.url AS "endpointUrl", r.status,
      r.attempt_count AS "attemptCount", a.status_code AS "lastStatusCode", a.error AS "lastError",
      a.started_at AS "lastAttemptAt", r.next_attempt_at AS "nextAttemptAt", r.parked_at IS NOT NULL AS "isParked", r.created_at AS "createdAt"`,
    joins: sql`JOIN webhook_events v ON v.id = r.event_id JOIN webhook_endpoints e ON e.id = r.endpoint_id
      JOIN webhook_attempts a ON a.delivery_id = r.id AND a.number = r.attempt_count`,
    conditions: [sql`r.status IN ('due', 'exhausted')`, sql`a.error IS NOT NULL`],
    scanMax,
  };
}
