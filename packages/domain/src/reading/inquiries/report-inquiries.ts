import { InquiryKind, InquiryStatus, sql } from '@tillgate/db';
import { z } from 'zod';
import type { Context } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import type { Count } from '../count.ts';
import { countReportRows } from '../count-rows.ts';
import { given, type PageQuery, rowsWithin, type Span } from '../keyset.ts';
import { periodShape } from '../period.ts';
import { idColumns, type RelayPage, type ReportPage, readReportPage } from '../relay.ts';

/** Inquiries of sweeps belong to disbursements and confirmations. */
const ofPeople = sql`r.disbursement_id IS NULL AND r.callback_id IS NULL`;

const reportInquiriesFilter = z.strictObject({
  kind: z.enum(InquiryKind, { error: 'must be transaction_status or account_balance' }).nullish(),
  status: z.enum(InquiryStatus, { error: 'must be pending, answered or failed' }).nullish(),
  ...periodShape,
});

/**
 * The ids of the inquiries that callers made of a span of applications, newest first.
 * @throws DomainError invalid_input
 */
export async function reportInquiries(
  ctx: Pick<Context, 'db' | 'clock'>,
  span: Span,
  input: { filter: unknown; page: RelayPage },
): Promise<ReportPage> {
  const filter = parseInput(reportInquiriesFilter, input.filter ?? {});
  const page = { page: input.page, period: filter };
  return readReportPage(ctx, listOf(span, filter), page);
}

/**
 * How many inquiries meet a filter, counted up to a limit.
 * @throws DomainError invalid_input
 */
export async function countReportedInquiries(
  ctx: Pick<Context, 'db' | 'clock'>,
  span: Span,
  given: unknown,
): Promise<Count> {
  const filter = parseInput(reportInquiriesFilter, given ?? {});
  return countReportRows(ctx, listOf(span, filter), filter);
}

function listOf(span: Span, filter: z.output<typeof reportInquiriesFilter>): PageQuery {
  return {
    rows: rowsWithin(sql`inquiries`, span),
    idType: 'uuid',
    columns: idColumns,
    conditions: [
      ofPeople,
      given(filter.kind, (kind) => sql`r.kind = ${kind}::"InquiryKind"`),
      given(filter.status, (status) => sql`r.status = ${status}::"InquiryStatus"`),
    ],
  };
}
