import type { z } from 'zod';
import type { Context } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import type { Count } from './count.ts';
import { countReportRows } from './count-rows.ts';
import type { PageQuery, Span } from './keyset.ts';
import type { Period } from './period.ts';
import { type RelayPage, type ReportPage, readReportPage } from './relay.ts';

type Reading = Pick<Context, 'db' | 'clock'>;

/** A list of the reporting API, over a span of applications that the caller may read. */
export type ReportList = {
  /**
   * The ids of the rows of one page, newest first, in bounded time, stable while rows arrive.
   * @throws DomainError invalid_input, with the path of the argument or the field of the filter
   */
  page(ctx: Reading, span: Span, input: { filter: unknown; page: RelayPage }): Promise<ReportPage>;
  /**
   * Counts the rows that meet a filter, up to a limit. `more`: there may be more.
   * @throws DomainError invalid_input
   */
  count(ctx: Reading, span: Span, filter: unknown): Promise<Count>;
};

/** Makes a list from the query that `listOf` returns for a parsed filter. */
export function reportList<Schema extends z.ZodType<Period>>(
  schema: Schema,
  listOf: (span: Span, filter: z.output<Schema>) => PageQuery,
): ReportList {
  return {
    async page(ctx, span, { filter: given, page }) {
      const filter = parseInput(schema, given ?? {});
      return readReportPage(ctx, listOf(span, filter), { page, period: filter });
    },
    async count(ctx, span, given) {
      const filter = parseInput(schema, given ?? {});
      return countReportRows(ctx, listOf(span, filter), filter);
    },
  };
}
