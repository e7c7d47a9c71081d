import type { Context } from '../../kernel/context.ts';
import { invalidInput } from '../../kernel/input.ts';
import type { Cell, ColumnKind } from '../exports/index.ts';
import type { Span } from '../keyset.ts';
import { reportPageMax } from '../relay.ts';
import { reportPayments } from './report-payments.ts';
import { type ReportedPayment, readReportedPayments } from './reported-payment.ts';

/** The most payments of one table. */
export const tableRowsMax = 10_000;
/** Pages that one table is read by: with a filter that few payments meet, pages are short. */
const pagesMax = 300;

const columns: Record<string, { kind: ColumnKind; value(row: ReportedPayment): Cell }> = {
  payment_id: { kind: 'id', value: (row) => row.id },
  application_id: { kind: 'id', value: (row) => row.applicationId },
  created_at: { kind: 'moment', value: (row) => row.createdAt },
  settled_at: { kind: 'moment', value: (row) => row.settledAt },
  status: { kind: 'id', value: (row) => row.status },
  net_status: { kind: 'id', value: (row) => row.netStatus },
  source: { kind: 'id', value: (row) => row.source },
  amount: { kind: 'number', value: (row) => row.amount },
  exact_amount: { kind: 'number', value: (row) => row.exactAmount },
  refunded: { kind: 'number', value: (row) => row.refundedAmount },
  net_amount: { kind: 'number', value: (row) => row.netAmount },
  phone: { kind: 'text', value: (row) => row.maskedPhone },
  account_reference: { kind: 'text', value: (row) => row.accountRef },
  receipt: { kind: 'text', value: (row) => row.providerReceipt },
  shortcode: { kind: 'id', value: (row) => row.shortcode },
  result_code: { kind: 'id', value: (row) => row.resultCode },
  result_description: { kind: 'text', value: (row) => row.resultDesc },
  reason: { kind: 'text', value: (row) => row.decoded?.title ?? null },
  needs_review: { kind: 'flag', value: (row) => row.needsReview },
};

type Wanted = { filter: unknown; limit?: number | undefined; after?: string | undefined };

/**
 * Payments of a span of applications as a table for files, newest first. Without `limit`, all that meet
 * the filter. With it, at most so many; `next` is where the others begin.
 * @throws DomainError invalid_input, also when there are too many payments for one table
 */
export async function tablePayments(
  ctx: Pick<Context, 'db' | 'clock'>,
  span: Span,
  { filter, limit, after }: Wanted,
): Promise<{ columns: { name: string; kind: ColumnKind }[]; rows: Cell[][]; next: string | null }> {
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1 || limit > tableRowsMax)) {
    throw invalidInput({ path: 'limit', message: `must be 1 to ${tableRowsMax}` });
  }
  const most = limit ?? tableRowsMax;
  const rows: ReportedPayment[] = [];
  let next = after ?? null;
  for (let pages = 0; rows.length < most; pages += 1) {
    if (pages === pagesMax) throw invalidInput({ path: 'from', message: `must be nearer: ${tooMuch}` });
    const first = Math.min(reportPageMax, most - rows.length);
    const page = await reportPayments(ctx, span, { filter, page: { first, after: next } });
    const ids = page.rows.map(({ id }) => id);
    const found = await readReportedPayments(ctx.db, { ids, applicationIds: span.applicationIds });
    rows.push(...ids.flatMap((id) => found.get(id) ?? []));
    next = page.hasNextPage ? page.endCursor : null;
    if (next === null) break;
  }
  if (limit === undefined && next !== null) throw invalidInput({ path: 'to', message: `must be nearer: ${tooMany}` });
  return {
    columns: Object.entries(columns).map(([name, { kind }]) => ({ name, kind })),
    rows: rows.map((row) => Object.values(columns).map(({ value }) => value(row))),
    next,
  };
}

const tooMuch = 'few of very many payments meet this filter';
const tooMany = `there are more than ${tableRowsMax} payments. Or ask for pages with limit and after`;
