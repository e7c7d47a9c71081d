import type { DeliveryStatus } from '@tillgate/db';
import type { Context } from '../../context.ts';
import { requireKnown } from '../../endpoints/index.ts';
import { invalidInput, parseInput } from '../../input.ts';
import { type ListDeliveriesInput, listDeliveriesSchema } from './schemas.ts';

/** A page looks at no more deliveries than this for those that fit its filter; the next page goes on from there. */
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
  /** HTTP status of the latest attempt's answer, and why it did not acknowledge; both null before the first. */
  lastStatusCode: number | null;
  lastError: string | null;
};

type Cursor = { createdAt: Date; id: string };

/**
 * Deliveries to an endpoint, the newest first, a page at a time; also of a deleted endpoint. `next` is the cursor of the page
 * that follows, null on the last one. With a filter that fits few of very many, a page may hold less than `limit` and still
 * have a `next`.
 * @throws DomainError invalid_input, also when `before` is no delivery of the endpoint; not_found
 */
export async function listDeliveries(
  ctx: Context,
  input: ListDeliveriesInput,
): Promise<{ deliveries: DeliverySummary[]; next: string | null }> {
  const filter = parseInput(listDeliveriesSchema, input);
  await requireKnown(ctx.db.prisma, filter);
  const after = filter.before === undefined ? undefined : await getCursor(ctx, filter.endpointId, filter.before);
  const rows = await readPage(ctx, filter, after);
  const page = rows.slice(0, filter.limit);
  const isFiltered = filter.status !== undefined || filter.type !== undefined;
  if (rows.length > filter.limit) return { deliveries: page, next: page.at(-1)?.deliveryId ?? null };
  return { deliveries: page, next: isFiltered ? await findScanEnd(ctx, filter, after) : null };
}

type Filter = ReturnType<typeof listDeliveriesSchema.parse>;

async function getCursor(ctx: Context, endpointId: string, before: string): Promise<Cursor> {
  const cursor = await ctx.db.prisma.webhookDelivery.findFirst({
    where: { id: before, endpointId },
    select: { createdAt: true, id: true },
  });
  if (!cursor) throw invalidInput({ path: 'before', message: 'is not a delivery of this endpoint' });
  return cursor;
}

/** What a page looks at, in the order of the index; parameters 1 to 5 are those of {@link rangeValues}. */
const range = `
  endpoint_id = $1 AND created_at >= $2 AND created_at < $3 AND (created_at, id) < ($4, $5)
  ORDER BY created_at DESC, id DESC`;

function rangeValues({ endpointId, since, until }: Filter, after: Cursor | undefined): unknown[] {
  return [
    endpointId,
    since ?? '-infinity',
    until ?? 'infinity',
    after?.createdAt ?? 'infinity',
    after?.id ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ];
}

async function readPage(ctx: Context, filter: Filter, after: Cursor | undefined): Promise<DeliverySummary[]> {
  const { rows } = await ctx.db.pool.query<DeliverySummary>({
    name: 'deliveries_page',
    text: `
      SELECT page.*, a.status_code AS "lastStatusCode", a.error AS "lastError" FROM (
        SELECT d.id AS "deliveryId", d.event_id AS "eventId", v.type, v.test, d.copy, d.status,
          d.attempt_count AS "attemptCount", d.next_attempt_at AS "nextAttemptAt", d.created_at AS "createdAt",
          d.ended_at AS "endedAt", d.resent_at AS "resentAt"
        FROM (SELECT * FROM webhook_deliveries WHERE ${range} LIMIT $6) d JOIN webhook_events v ON v.id = d.event_id
        WHERE ($7::"DeliveryStatus" IS NULL OR d.status = $7) AND ($8::text IS NULL OR v.type = $8)
        ORDER BY d.created_at DESC, d.id DESC LIMIT $9) page
      LEFT JOIN webhook_attempts a ON a.delivery_id = page."deliveryId" AND a.number = page."attemptCount"
      ORDER BY page."createdAt" DESC, page."deliveryId" DESC`,
    values: [...rangeValues(filter, after), scanMax, filter.status ?? null, filter.type ?? null, filter.limit + 1],
  });
  return rows;
}

/** The last delivery that a page could look at when there are more; null when it saw them all. */
async function findScanEnd(ctx: Context, filter: Filter, after: Cursor | undefined): Promise<string | null> {
  const { rows } = await ctx.db.pool.query<{ id: string }>({
    name: 'deliveries_scan_end',
    text: `SELECT id FROM webhook_deliveries WHERE ${range} OFFSET $6 - 1 LIMIT 1`,
    values: [...rangeValues(filter, after), scanMax],
  });
  return rows[0]?.id ?? null;
}
