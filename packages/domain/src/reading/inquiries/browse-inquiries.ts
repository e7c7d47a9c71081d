import { InquiryKind, type InquiryStatus, InquiryStatus as inquiryStatuses } from '@tillgate/db';
import { z } from 'zod';
import type { TenantContext } from '../../context.ts';
import { parseInput } from '../../input.ts';
import { type Page, pageInput, readPage } from '../keyset.ts';

/** What people may narrow the list of inquiries by. */
const browseInquiriesSchema = z.object({
  kind: z.enum(InquiryKind, { error: 'must be transaction_status or account_balance' }).optional(),
  status: z.enum(inquiryStatuses, { error: 'must be pending, answered or failed' }).optional(),
  limit: pageInput.limit,
  before: pageInput.before,
  after: pageInput.after,
});

export type BrowseInquiriesInput = z.input<typeof browseInquiriesSchema>;

/** An inquiry in a list of many. */
export type InquiryListRow = {
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

const fits = `
  r.disbursement_id IS NULL
  AND ($1::"InquiryKind" IS NULL OR r.kind = $1)
  AND ($2::"InquiryStatus" IS NULL OR r.status = $2)`;

/**
 * The inquiries that a tenant made itself, newest first, a page at a time; those of sweeps belong to their disbursements.
 * @throws DomainError invalid_input
 */
export async function browseInquiries(ctx: TenantContext, input: BrowseInquiriesInput): Promise<Page<InquiryListRow>> {
  const { kind, status, ...page } = parseInput(browseInquiriesSchema, input);
  const found = await readPage<Stored>(
    ctx.db,
    {
      name: 'inquiries_browse',
      scanned: {
        from: 'inquiries',
        where: 'application_id = $1 AND environment = $2::"Environment"',
        values: [ctx.tenant.applicationId, ctx.tenant.environment],
        idType: 'uuid',
      },
      columns: `r.id, r.kind, r.status, r.transaction_id AS "transactionId", r.result, r.result_desc AS "resultDesc",
        r.created_at AS "createdAt", r.ended_at AS "endedAt"`,
      filter: { where: fits, values: [kind ?? null, status ?? null] },
      isUnfiltered: false,
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
