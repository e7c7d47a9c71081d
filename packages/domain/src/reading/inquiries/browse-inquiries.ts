import { InquiryKind, type InquiryStatus, InquiryStatus as inquiryStatuses, sql } from '@tillgate/db';
import { z } from 'zod';
import { requirePermission } from '../../kernel/authority.ts';
import type { Tenant, TenantContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';
import { railSchema } from '../../provider/rail-schema.ts';
import type { RailName } from '../../rails/index.ts';
import { given, type Page, type PageQuery, pageInput, readPage, rowsWithin, type Span } from '../keyset.ts';

/** The filters of the list of inquiries. */
const filterShape = {
  kind: z.enum(InquiryKind, { error: issues.either({ values: 'transaction_status or account_balance' }) }).optional(),
  status: z.enum(inquiryStatuses, { error: issues.either({ values: 'pending, answered or failed' }) }).optional(),
  rail: railSchema.optional(),
};

export const inquiryFilterSchema = z.object(filterShape);

const browseInquiriesSchema = z.object({
  ...filterShape,
  limit: pageInput.limit,
  before: pageInput.before,
  after: pageInput.after,
});

type BrowseInquiriesInput = z.input<typeof browseInquiriesSchema>;

/** An inquiry in a list of many. */
type InquiryListRow = {
  queryId: string;
  kind: InquiryKind;
  status: InquiryStatus;
  rail: RailName;
  transactionId: string | null;
  /** The answer, when there is one: a transaction, or accounts. */
  result: unknown;
  resultDesc: string | null;
  createdAt: string;
  endedAt: string | null;
};

export type StoredInquiry = Omit<InquiryListRow, 'queryId' | 'createdAt' | 'endedAt'> & {
  id: string;
  createdAt: Date;
  endedAt: Date | null;
};

/**
 * The inquiries that a tenant made, newest first, a page at a time. Without inquiries of sweeps, which belong to
 * disbursements.
 * @throws DomainError invalid_input
 */
export async function browseInquiries(ctx: TenantContext, input: BrowseInquiriesInput): Promise<Page<InquiryListRow>> {
  requirePermission(ctx, 'inquiries.read');
  const { kind, status, rail, ...page } = parseInput(browseInquiriesSchema, input);
  const found = await readPage<StoredInquiry>(ctx.db, inquiriesOf(ctx.tenant, { kind, status, rail }), page);
  return {
    ...found,
    rows: found.rows.map(({ id, createdAt, endedAt, ...row }) => ({
      queryId: id,
      ...row,
      createdAt: createdAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
  };
}

type Filter = { [Name in 'kind' | 'status' | 'rail']?: InquiryListRow[Name] | null | undefined };

/**
 * The inquiries of a tenant, or of a span of them, that meet a filter. Without inquiries of sweeps, which belong to
 * disbursements and confirmations.
 */
export function inquiriesOf(within: Tenant | Span, { kind, status, rail }: Filter): PageQuery {
  return {
    rows: rowsWithin(sql`inquiries`, within),
    idType: 'uuid',
    columns: sql`r.id, r.kind, r.status, r.rail, r.transaction_id AS "transactionId", r.result, r.result_desc AS "resultDesc",
      r.created_at AS "createdAt", r.ended_at AS "endedAt"`,
    conditions: [
      sql`r.disbursement_id IS NULL AND r.callback_id IS NULL`,
      given(kind, (value) => sql`r.kind = ${value}::"InquiryKind"`),
      given(status, (value) => sql`r.status = ${value}::"InquiryStatus"`),
      given(rail, (value) => sql`r.rail = ${value}::"Rail"`),
    ],
  };
}
