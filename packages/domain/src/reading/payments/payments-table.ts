import type { Context } from '../../kernel/context.ts';
import { invalidInput, issue, parseInput } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';
import type { Cell, ColumnKind } from '../exports/index.ts';
import { pageOf, type Span } from '../keyset.ts';
import { readingIssues } from '../refusals.ts';
import { placeOfRelay, relayInput, reportPageMax } from '../relay.ts';
import { readFiltered } from './browse-payments.ts';
import { paymentColumns } from './payment-columns.ts';
import type { StoredRow } from './payment-row.ts';
import { readReportFilter } from './report-payments.ts';

/** The most payments of one table. */
const tableRowsMax = 10_000;
/** Pages that one table is read by: with a filter that few payments meet, pages are short. */
const pagesMax = 300;

type Wanted = { filter: unknown; limit?: number | undefined; after?: string | undefined };

/**
 * Payments of a span of applications as a table for files, newest first. Without `limit`, all that meet the filter. With
 * it, at most that many; `next` continues.
 * @throws DomainError invalid_input, also when there are too many payments for one table
 */
export async function tablePayments(
  ctx: Pick<Context, 'db' | 'clock'>,
  span: Span,
  { filter, limit, after }: Wanted,
): Promise<{ columns: { name: string; kind: ColumnKind }[]; rows: Cell[][]; next: string | null }> {
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1 || limit > tableRowsMax)) {
    throw invalidInput(issue('limit', issues.between({ min: 1, max: tableRowsMax })));
  }
  const most = limit ?? tableRowsMax;
  const { within, wanted } = await readReportFilter(ctx, span, filter);
  const rows: StoredRow[] = [];
  let next = after ?? null;
  for (let pages = 0; rows.length < most; pages += 1) {
    if (pages === pagesMax) throw invalidInput(issue('from', readingIssues.nearer({ why: tooMuch })));
    const first = Math.min(reportPageMax, most - rows.length);
    const place = placeOfRelay(parseInput(relayInput, { first, after: next }));
    const page = pageOf(await readFiltered(within, wanted, place), place);
    rows.push(...page.rows);
    next = page.older;
    if (next === null) break;
  }
  if (limit === undefined && next !== null) throw invalidInput(issue('to', readingIssues.nearer({ why: tooMany })));
  const columns = Object.entries(paymentColumns).filter(([, { isOnRequest }]) => !isOnRequest);
  return {
    columns: columns.map(([name, { kind }]) => ({ name, kind })),
    rows: rows.map((row) => columns.map(([, { value }]) => value(row))),
    next,
  };
}

const tooMuch = 'few of very many payments meet this filter';
const tooMany = `there are more than ${tableRowsMax} payments. Or ask for pages with limit and after`;
