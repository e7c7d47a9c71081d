import { sql } from '@tillgate/db';
import { z } from 'zod';
import { eventTypeSchema } from '../../endpoints/index.ts';
import type { Context } from '../../kernel/context.ts';
import { idSchema, parseInput } from '../../kernel/input.ts';
import type { Count } from '../count.ts';
import { countReportRows } from '../count-rows.ts';
import { given, type PageQuery, rowsWithin, type Span } from '../keyset.ts';
import { periodShape } from '../period.ts';
import { idColumns, type RelayPage, type ReportPage, readReportPage } from '../relay.ts';

const reportEventsFilter = z.strictObject({
  type: eventTypeSchema.nullish(),
  subjectId: idSchema.nullish(),
  test: z.boolean({ error: 'must be true or false' }).nullish(),
  ...periodShape,
});

/**
 * The ids of events of a span of applications, newest first.
 * @throws DomainError invalid_input
 */
export async function reportEvents(
  ctx: Pick<Context, 'db' | 'clock'>,
  span: Span,
  input: { filter: unknown; page: RelayPage },
): Promise<ReportPage> {
  const filter = parseInput(reportEventsFilter, input.filter ?? {});
  return readReportPage(ctx, listOf(span, filter), { page: input.page, period: filter });
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
    columns: idColumns,
    conditions: [
      given(filter.type, (type) => sql`r.type = ${type}`),
      given(filter.subjectId, (id) => sql`r.subject_id = ${id}::uuid`),
      given(filter.test, (test) => sql`r.test = ${test}`),
    ],
  };
}
