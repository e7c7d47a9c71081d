import { InquiryKind, type InquiryStatus, InquiryStatus as inquiryStatuses, sql } from '@tillgate/db';
import { z } from 'zod';
import { requireScope } from '../../authority.ts';
import type { TenantContext } from '../../context.ts';
import { parseInput } from '../../input.ts';
import { given, ofTenant, type Page, pageInput, readPage, rowsOf } from '../keyset.ts';

/** What people may narrow the list of inquiries by. */
const browseInquiriesSchema = z.object({
  kind: z.enum(InquiryKind, { error: 'must be transaction_status or account_balance' }).optional(),
  status: z.enum(inquiryStatuses, { error: 'must be pending, answered or failed' }).optional(),
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
  transactionId: string | null;
  /** The answer, when there is one: a transaction, or accounts. */
  result: unknown;
  resultDesc: string | null;
  createdAt: string;
  endedAt: string | null;
};

type Stored = Omit<InquiryListRow, 'queryId' | 'createdAt' | 'endedAt'> & {
  id: string;
  createdAt: Date;
  endedAt: Date | null;
};

/**
 * The inquiries that a tenant made, newest first, a page at a time. Inquiries of sweeps are not among them: they belong
 * to disbursements.
 * @throws DomainError invalid_input
 */
export async function browseInquiries(ctx: TenantContext, input: BrowseInquiriesInput): Promise<Page<InquiryListRow>> {
  requireScope(ctx, 'read');
  const { kind, status, ...page } = parseInput(browseInquiriesSchema, input);
  const found = await readPage<Stored>(
    ctx.db,
    {
      rows: rowsOf(sql`inquiries`, ofTenant(ctx.tenant)),
      idType: 'uuid',
      columns: sql`r.id, r.kind, r.status, r.transaction_id AS "transactionId", r.result, r.result_desc AS "resultDesc",
        r.created_at AS "createdAt", r.ended_at AS "endedAt"`,
      conditions: [
        sql`r.disbursement_id IS NULL AND r.callback_id IS NULL`,
        given(kind, (value) => sql`r.kind = ${value}::"InquiryKind"`),
        given(status, (value) => sql`r.status = ${value}::"InquiryStatus"`),
      ],
    },
    page,
  );
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
