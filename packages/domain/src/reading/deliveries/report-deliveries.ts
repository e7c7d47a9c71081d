import { type Database, DeliveryStatus, type Environment, query, sql } from '@tillgate/db';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { eventTypeSchema } from '../../endpoints/index.ts';
import { parseInput } from '../../input.ts';
import type { Count } from '../count.ts';
import { countReportRows } from '../count-rows.ts';
import { given, ofTenant, type PageQuery, type Span } from '../keyset.ts';
import { periodShape } from '../period.ts';
import { mapPage, type RelayPage, type ReportPage, readReportPage } from '../relay.ts';
import { withoutQuery } from '../without-query.ts';

type Stored = {
  id: string;
  applicationId: string;
  environment: Environment;
  eventId: string;
  type: string;
  endpointId: string;
  /** With its query string, which may contain a secret of the merchant. */
  endpointUrl: string;
  status: DeliveryStatus;
  copy: number;
  attemptCount: number;
  nextAttemptAt: Date | null;
  createdAt: Date;
  endedAt: Date | null;
  lastStatusCode: number | null;
  lastError: string | null;
  lastAttemptAt: Date | null;
};

/** A delivery of a webhook as the reporting API shows it. `endpointUrl` has no query string. */
export type ReportedDelivery = Stored;

/** Of a delivery `r`, its event `v`, its endpoint `e` and its latest attempt `a`. */
const columns = sql`
  r.id, v.application_id AS "applicationId", v.environment, r.event_id AS "eventId", v.type,
  r.endpoint_id AS "endpointId", e.url AS "endpointUrl", r.status, r.copy, r.attempt_count AS "attemptCount",
  r.next_attempt_at AS "nextAttemptAt", r.created_at AS "createdAt", r.ended_at AS "endedAt",
  a.status_code AS "lastStatusCode", a.error AS "lastError", a.started_at AS "lastAttemptAt"`;
const joins = sql`
  JOIN webhook_events v ON v.id = r.event_id JOIN webhook_endpoints e ON e.id = r.endpoint_id
  LEFT JOIN webhook_attempts a ON a.delivery_id = r.id AND a.number = r.attempt_count`;

const reportDeliveriesFilter = z.strictObject({
  status: z.enum(DeliveryStatus, { error: 'must be due, delivered, exhausted or cancelled' }).nullish(),
  type: eventTypeSchema.nullish(),
  ...periodShape,
});

/**
 * Deliveries of webhooks to all endpoints of a span of applications, newest first.
 * @throws DomainError invalid_input
 */
export async function reportDeliveries(
  ctx: Pick<Context, 'db' | 'clock'>,
  span: Span,
  input: { filter: unknown; page: RelayPage },
): Promise<ReportPage<ReportedDelivery>> {
  const filter = parseInput(reportDeliveriesFilter, input.filter ?? {});
  const page = { page: input.page, period: filter };
  return mapPage(await readReportPage<Stored>(ctx, listOf(span, filter), page), shown);
}

/**
 * How many deliveries meet a filter, counted up to a limit.
 * @throws DomainError invalid_input
 */
export async function countReportedDeliveries(
  ctx: Pick<Context, 'db' | 'clock'>,
  span: Span,
  given: unknown,
): Promise<Count> {
  const filter = parseInput(reportDeliveriesFilter, given ?? {});
  return countReportRows(ctx, listOf(span, filter), filter);
}

function listOf(span: Span, filter: z.output<typeof reportDeliveriesFilter>): PageQuery {
  return {
    // By the index of each endpoint, and of those rows the first ones.
    rows: ({ range, order, limit }) => sql`
      SELECT found.* FROM (SELECT id AS endpoint FROM webhook_endpoints WHERE ${ofTenant(span)}) wanted
      CROSS JOIN LATERAL (
        SELECT * FROM webhook_deliveries WHERE endpoint_id = wanted.endpoint AND ${range} ${order} LIMIT ${limit}) found
      ${order} LIMIT ${limit}`,
    idType: 'uuid',
    columns,
    joins,
    conditions: [
      given(filter.status, (status) => sql`r.status = ${status}::"DeliveryStatus"`),
      given(filter.type, (type) => sql`v.type = ${type}`),
    ],
    scanMax: deliveriesScanMax,
  };
}

/** How many deliveries of each endpoint a page looks at for those that meet its filter. */
const deliveriesScanMax = 5_000;

/** Deliveries by their ids; of other applications than these, none. */
export async function readReportedDeliveries(
  db: Pick<Database, 'pool'>,
  { ids, applicationIds }: { ids: readonly string[]; applicationIds: readonly string[] },
): Promise<ReadonlyMap<string, ReportedDelivery>> {
  const rows = await query<Stored>(
    db.pool,
    'deliveries_reported',
    sql`
      SELECT ${columns} FROM webhook_deliveries r ${joins}
      WHERE r.id = ANY(${ids}::uuid[]) AND v.application_id = ANY(${applicationIds}::uuid[])`,
  );
  return new Map(rows.map((row) => [row.id, shown(row)]));
}

/** How many deliveries of the events of one payment or disbursement are shown, the newest first. */
export const deliveriesShownMax = 50;

/** The deliveries of the events about each subject, in one statement, by the id of the subject. */
export async function readDeliveriesAbout(
  db: Pick<Database, 'pool'>,
  subjects: readonly { id: string; applicationId: string }[],
): Promise<ReadonlyMap<string, ReportedDelivery[]>> {
  const [ids, applicationIds] = [subjects.map(({ id }) => id), subjects.map((subject) => subject.applicationId)];
  const rows = await query<Stored & { about: string }>(
    db.pool,
    'deliveries_about',
    sql`
      SELECT wanted.id AS about, found.* FROM unnest(${ids}::uuid[], ${applicationIds}::uuid[]) AS wanted(id, application)
      CROSS JOIN LATERAL (
        SELECT ${columns} FROM webhook_deliveries r ${joins}
        WHERE v.subject_id = wanted.id AND v.application_id = wanted.application
        ORDER BY r.created_at DESC, r.id DESC LIMIT ${deliveriesShownMax}) found`,
  );
  const deliveries = new Map<string, ReportedDelivery[]>();
  for (const { about, ...row } of rows) deliveries.set(about, [...(deliveries.get(about) ?? []), shown(row)]);
  return deliveries;
}

function shown(row: Stored): ReportedDelivery {
  return { ...row, endpointUrl: withoutQuery(row.endpointUrl) };
}
