import {
  type Database,
  type Environment,
  InquiryKind,
  type InquiryStatus,
  query,
  sql,
  InquiryStatus as statuses,
} from '@tillgate/db';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { parseInput } from '../../input.ts';
import type { Count } from '../count.ts';
import { countReportRows } from '../count-rows.ts';
import { given, type PageQuery, rowsWithin, type Span } from '../keyset.ts';
import { maskPhonesInside } from '../masked-text.ts';
import { periodShape } from '../period.ts';
import { mapPage, type RelayPage, type ReportPage, readReportPage } from '../relay.ts';

/** An inquiry as the reporting API shows it. */
export type ReportedInquiry = {
  id: string;
  applicationId: string;
  environment: Environment;
  kind: InquiryKind;
  status: InquiryStatus;
  transactionId: string | null;
  shortcode: string;
  /** The answer, when there is one: a transaction with its phone numbers masked, or accounts. */
  result: unknown;
  resultCode: string | null;
  resultDesc: string | null;
  createdAt: Date;
  endedAt: Date | null;
};

const columns = sql`
  r.id, r.application_id AS "applicationId", r.environment, r.kind, r.status, r.transaction_id AS "transactionId",
  r.shortcode, r.result, r.result_code AS "resultCode", r.result_desc AS "resultDesc", r.created_at AS "createdAt",
  r.ended_at AS "endedAt"`;
/** Inquiries of sweeps belong to disbursements and confirmations. */
const ofPeople = sql`r.disbursement_id IS NULL AND r.callback_id IS NULL`;

const reportInquiriesFilter = z.strictObject({
  kind: z.enum(InquiryKind, { error: 'must be transaction_status or account_balance' }).nullish(),
  status: z.enum(statuses, { error: 'must be pending, answered or failed' }).nullish(),
  ...periodShape,
});

/**
 * The inquiries that callers made of a span of applications, newest first.
 * @throws DomainError invalid_input
 */
export async function reportInquiries(
  ctx: Pick<Context, 'db' | 'clock'>,
  span: Span,
  input: { filter: unknown; page: RelayPage },
): Promise<ReportPage<ReportedInquiry>> {
  const filter = parseInput(reportInquiriesFilter, input.filter ?? {});
  const page = { page: input.page, period: filter };
  return mapPage(await readReportPage<ReportedInquiry>(ctx, listOf(span, filter), page), masked);
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
    columns,
    conditions: [
      ofPeople,
      given(filter.kind, (kind) => sql`r.kind = ${kind}::"InquiryKind"`),
      given(filter.status, (status) => sql`r.status = ${status}::"InquiryStatus"`),
    ],
  };
}

/** Inquiries by their ids; of other applications than these, none. */
export async function readReportedInquiries(
  db: Pick<Database, 'pool'>,
  { ids, applicationIds }: { ids: readonly string[]; applicationIds: readonly string[] },
): Promise<ReadonlyMap<string, ReportedInquiry>> {
  const rows = await query<ReportedInquiry>(
    db.pool,
    'inquiries_reported',
    sql`
      SELECT ${columns} FROM inquiries r
      WHERE r.id = ANY(${ids}::uuid[]) AND r.application_id = ANY(${applicationIds}::uuid[]) AND ${ofPeople}`,
  );
  return new Map(rows.map((row) => [row.id, masked(row)]));
}

function masked(row: ReportedInquiry): ReportedInquiry {
  return { ...row, result: maskPhonesInside(row.result) };
}
