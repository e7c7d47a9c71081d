import { type DeliveryStatus, type Sql, sql } from '@tillgate/db';
import { requireKnown } from '../../endpoints/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { ActorContext } from '../../kernel/context.ts';
import { invalidInput, issue, parseInput } from '../../kernel/input.ts';
import { type Cursor, given, type PageQuery, readRows, rowsOf } from '../keyset.ts';
import { readingIssues } from '../refusals.ts';
import { type ListDeliveriesInput, listDeliveriesSchema } from './schemas.ts';

/** How many deliveries a page reads to find matching ones. */
export const scanMax = 10_000;

export type DeliverySummary = {
  deliveryId: string;
  eventId: string;
  type: string;
  test: boolean;
  /** Above 0: sent as new by a person. */
  copy: number;
  status: DeliveryStatus;
  attemptCount: number;
  nextAttemptAt: Date | null;
  createdAt: Date;
  endedAt: Date | null;
  resentAt: Date | null;
  /** HTTP status and failure of the latest attempt; both null before the first one. */
  lastStatusCode: number | null;
  lastError: string | null;
};

export type StoredDelivery = Omit<DeliverySummary, 'deliveryId'> & { id: string };

/**
 * Deliveries to an endpoint, the newest first, a page at a time, also of a deleted endpoint. `next` is the cursor of
 * the next page, null on the last one. When few of many deliveries meet the filter, a page may hold less than
 * `limit` and still have a `next`.
 * @throws DomainError invalid_input, also when `before` is not a delivery of the endpoint; not_found
 */
export async function listDeliveries(
  ctx: ActorContext,
  input: ListDeliveriesInput,
): Promise<{ deliveries: DeliverySummary[]; next: string | null }> {
  requirePermission(ctx, 'endpoints.read');
  const filter = parseInput(listDeliveriesSchema, input);
  const { endpointId, limit, since, until } = filter;
  await requireKnown(ctx.db.pool, filter);
  const before = filter.before === undefined ? undefined : await getCursor(ctx, endpointId, filter.before);
  const { rows, hasMore, scanEnd } = await readRows<StoredDelivery>(
    ctx.db,
    deliveriesOf(toEndpoint(endpointId), filter),
    {
      limit,
      before,
      since,
      until,
    },
  );
  const deliveries = rows.map(({ id, ...row }) => ({ deliveryId: id, ...row }));
  return { deliveries, next: (hasMore ? deliveries.at(-1)?.deliveryId : scanEnd?.id) ?? null };
}

async function getCursor(ctx: ActorContext, endpointId: string, before: string): Promise<Cursor> {
  const cursor = await ctx.db.prisma.webhookDelivery.findFirst({
    where: { id: before, endpointId },
    select: { createdAt: true, id: true },
  });
  if (!cursor) throw invalidInput(issue('before', readingIssues.deliveryElsewhere));
  return { at: cursor.createdAt, id: cursor.id };
}

/** The deliveries to one endpoint. It does not check the owner: see `requireKnown`. */
export function toEndpoint(endpointId: string): PageQuery['rows'] {
  return rowsOf(sql`webhook_deliveries`, sql`endpoint_id = ${endpointId}::uuid`);
}

/** The deliveries to all endpoints that meet a condition, merged from the index of each endpoint. */
export function toEndpoints(condition: Sql): PageQuery['rows'] {
  const ofOne = rowsOf(sql`webhook_deliveries`, sql`endpoint_id = wanted.endpoint`);
  return (slice) => sql`
    SELECT found.* FROM (SELECT id AS endpoint FROM webhook_endpoints WHERE ${condition}) wanted
    CROSS JOIN LATERAL (${ofOne(slice)}) found ${slice.order} LIMIT ${slice.limit}`;
}

type Known = Pick<ReturnType<typeof listDeliveriesSchema.parse>, 'status' | 'type'>;
/** Null means absent. */
type Filter = { [Name in keyof Known]?: Known[Name] | null };

/** The given deliveries that meet a filter. */
export function deliveriesOf(rows: PageQuery['rows'], { status, type }: Filter): PageQuery {
  const ofLatest = (column: Sql) =>
    sql`(SELECT ${column} FROM webhook_attempts a WHERE a.delivery_id = r.id AND a.number = r.attempt_count)`;
  return {
    rows,
    idType: 'uuid',
    columns: sql`r.id, r.event_id AS "eventId", v.type, v.test, r.copy, r.status, r.attempt_count AS "attemptCount",
      r.next_attempt_at AS "nextAttemptAt", r.created_at AS "createdAt", r.ended_at AS "endedAt",
      r.resent_at AS "resentAt", ${ofLatest(sql`a.status_code`)} AS "lastStatusCode", ${ofLatest(sql`a.error`)} AS "lastError"`,
    joins: sql`JOIN webhook_events v ON v.id = r.event_id`,
    conditions: [
      given(status, (value) => sql`r.status = ${value}::"DeliveryStatus"`),
      given(type, (value) => sql`v.type = ${value}`),
    ],
    scanMax,
    isPrepared: true,
  };
}
