import { type Database, DeliveryStatus, query, sql } from '@tillgate/db';
import { z } from 'zod';
import { eventTypeSchema } from '../../endpoints/index.ts';
import { issues } from '../../kernel/refusals.ts';
import { ofTenant } from '../keyset.ts';
import { periodShape } from '../period.ts';
import { idColumns } from '../relay.ts';
import { reportList } from '../report-list.ts';
import { withoutQuery } from '../without-query.ts';
import { deliveriesOf, toEndpoints } from './list-deliveries.ts';

const reportDeliveriesFilter = z.strictObject({
  status: z
    .enum(DeliveryStatus, { error: issues.either({ values: 'due, delivered, exhausted or cancelled' }) })
    .nullish(),
  type: eventTypeSchema.nullish(),
  ...periodShape,
});

/** How many deliveries of each endpoint a page reads to find matching ones. */
const deliveriesScanMax = 5_000;

/** Deliveries of webhooks to all endpoints, in the reporting API. */
export const deliveriesReport = reportList(reportDeliveriesFilter, (span, filter) => ({
  ...deliveriesOf(toEndpoints(ofTenant(span)), filter),
  columns: idColumns,
  scanMax: deliveriesScanMax,
}));

/** Most deliveries that are shown for one payment or disbursement, the newest first. */
export const deliveriesShownMax = 50;

/** A delivery as a history shows it. */
type DeliveryAbout = {
  id: string;
  /** Without its query string, which may contain a secret of the merchant. */
  url: string;
  status: DeliveryStatus;
  attemptCount: number;
  lastStatusCode: number | null;
  lastAttemptAt: Date | null;
  createdAt: Date;
};

/** The deliveries of the events about each subject, newest first, in one statement, by the id of the subject. */
export async function readDeliveriesAbout(
  db: Pick<Database, 'pool'>,
  subjects: readonly { id: string; applicationId: string }[],
): Promise<ReadonlyMap<string, DeliveryAbout[]>> {
  const [ids, applicationIds] = [subjects.map(({ id }) => id), subjects.map((subject) => subject.applicationId)];
  const rows = await query<DeliveryAbout & { about: string }>(
    db.pool,
    'deliveries_about',
    sql`
      SELECT wanted.id AS about, found.* FROM unnest(${ids}::uuid[], ${applicationIds}::uuid[]) AS wanted(id, application)
      CROSS JOIN LATERAL (
        SELECT r.id, e.url, r.status, r.attempt_count AS "attemptCount", a.status_code AS "lastStatusCode",
          a.started_at AS "lastAttemptAt", r.created_at AS "createdAt"
        FROM webhook_deliveries r
        JOIN webhook_events v ON v.id = r.event_id JOIN webhook_endpoints e ON e.id = r.endpoint_id
        LEFT JOIN webhook_attempts a ON a.delivery_id = r.id AND a.number = r.attempt_count
        WHERE v.subject_id = wanted.id AND v.application_id = wanted.application
        ORDER BY r.created_at DESC, r.id DESC LIMIT ${deliveriesShownMax}) found`,
  );
  const deliveries = new Map<string, DeliveryAbout[]>();
  for (const { about, url, ...row } of rows) {
    deliveries.set(about, [...(deliveries.get(about) ?? []), { ...row, url: withoutQuery(url) }]);
  }
  return deliveries;
}

/** The ids of the deliveries of the events about each subject, newest first, in one statement, by the id of the subject. */
export async function listDeliveriesAbout(
  db: Pick<Database, 'pool'>,
  subjects: readonly { id: string; applicationId: string }[],
): Promise<ReadonlyMap<string, string[]>> {
  const [ids, applicationIds] = [subjects.map(({ id }) => id), subjects.map((subject) => subject.applicationId)];
  const rows = await query<{ about: string; ids: string[] }>(
    db.pool,
    'delivery_ids_about',
    sql`
      SELECT wanted.id AS about, array_agg(found.id ORDER BY found.created_at DESC, found.id DESC) AS ids
      FROM unnest(${ids}::uuid[], ${applicationIds}::uuid[]) AS wanted(id, application)
      CROSS JOIN LATERAL (
        SELECT r.id, r.created_at FROM webhook_deliveries r JOIN webhook_events v ON v.id = r.event_id
        WHERE v.subject_id = wanted.id AND v.application_id = wanted.application
        ORDER BY r.created_at DESC, r.id DESC LIMIT ${deliveriesShownMax}) found
      GROUP BY wanted.id`,
  );
  return new Map(rows.map((row) => [row.about, row.ids]));
}
