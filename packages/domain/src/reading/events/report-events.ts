import { type Database, type Environment, query, sql } from '@tillgate/db';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { eventTypeSchema } from '../../endpoints/index.ts';
import { idSchema, parseInput } from '../../input.ts';
import type { Count } from '../count.ts';
import { countReportRows } from '../count-rows.ts';
import { given, type PageQuery, rowsWithin, type Span } from '../keyset.ts';
import { periodShape } from '../period.ts';
import { type RelayPage, type ReportPage, readReportPage } from '../relay.ts';

/** An event of a webhook as the reporting API shows it. */
export type ReportedEvent = {
  id: string;
  applicationId: string;
  environment: Environment;
  type: string;
  subjectId: string;
  sequence: number;
  test: boolean;
  createdAt: Date;
};

const columns = sql`
  r.id, r.application_id AS "applicationId", r.environment, r.type, r.subject_id AS "subjectId", r.sequence, r.test,
  r.created_at AS "createdAt"`;

const reportEventsFilter = z.strictObject({
  type: eventTypeSchema.nullish(),
  subjectId: idSchema.nullish(),
  test: z.boolean({ error: 'must be true or false' }).nullish(),
  ...periodShape,
});

/**
 * Events of a span of applications, newest first.
 * @throws DomainError invalid_input
 */
export async function reportEvents(
  ctx: Pick<Context, 'db' | 'clock'>,
  span: Span,
  input: { filter: unknown; page: RelayPage },
): Promise<ReportPage<ReportedEvent>> {
  const filter = parseInput(reportEventsFilter, input.filter ?? {});
  return readReportPage<ReportedEvent>(ctx, listOf(span, filter), { page: input.page, period: filter });
}

/**
 * How many events meet a filter, counted up to a limit.
 * @throws DomainError invalid_input
 */
export async function countReportedEvents(
  ctx: Pick<Context, 'db' | 'clock'>,
  span: Span,
  given: unknown,
): Promise<Count> {
  const filter = parseInput(reportEventsFilter, given ?? {});
  return countReportRows(ctx, listOf(span, filter), filter);
}

function listOf(span: Span, filter: z.output<typeof reportEventsFilter>): PageQuery {
  return {
    rows: rowsWithin(sql`webhook_events`, span),
    idType: 'uuid',
    columns,
    conditions: [
      given(filter.type, (type) => sql`r.type = ${type}`),
      given(filter.subjectId, (id) => sql`r.subject_id = ${id}::uuid`),
      given(filter.test, (test) => sql`r.test = ${test}`),
    ],
  };
}

/** Events by their ids; of other applications than these, none. */
export async function readReportedEvents(
  db: Pick<Database, 'pool'>,
  { ids, applicationIds }: { ids: readonly string[]; applicationIds: readonly string[] },
): Promise<ReadonlyMap<string, ReportedEvent>> {
  const rows = await query<ReportedEvent>(
    db.pool,
    'events_reported',
    sql`
      SELECT ${columns} FROM webhook_events r
      WHERE r.id = ANY(${ids}::uuid[]) AND r.application_id = ANY(${applicationIds}::uuid[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
