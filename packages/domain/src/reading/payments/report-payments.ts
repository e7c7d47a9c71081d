import type { Context } from '../../kernel/context.ts';
import { invalidInput, issue, parseInput } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';
import type { Span } from '../keyset.ts';
import { periodProblem } from '../period.ts';
import { readingIssues } from '../refusals.ts';
import { idColumns, placeOfRelay, type RowId, relayInput, reportPageOf } from '../relay.ts';
import type { ReportList } from '../report-list.ts';
import { type BrowseFilter, reportPaymentsFilter } from './browse-filter.ts';
import { readFiltered, resolved, type Within } from './browse-payments.ts';
import { countFiltered } from './count-payments.ts';

type Reading = Pick<Context, 'db' | 'clock'>;

/** Payments in the reporting API. */
export const paymentsReport: ReportList = {
  async page(ctx, span, { filter, page }) {
    const place = parseInput(relayInput, page);
    const { within, wanted } = await readReportFilter(ctx, span, filter);
    return reportPageOf(await readFiltered<RowId>(within, wanted, placeOfRelay(place), idColumns), place);
  },
  async count(ctx, span, filter) {
    const { within, wanted } = await readReportFilter(ctx, span, filter);
    if (wanted.resultCodes?.length === 0) return { value: 0, more: false };
    return countFiltered(ctx.db, within.tenant, wanted);
  },
};

/** A span of one application is read as a tenant, with all indexes. */
function tenantOf({ applicationIds, environment }: Span) {
  const [applicationId, ...others] = applicationIds;
  return applicationId !== undefined && others.length === 0
    ? { applicationId, environment }
    : { applicationIds, environment };
}

/**
 * Parses a filter of the reporting API into its source and conditions.
 * @throws DomainError invalid_input, with the path of the field
 */
export async function readReportFilter(
  ctx: Reading,
  span: Span,
  given: unknown,
): Promise<{ within: Within; wanted: BrowseFilter }> {
  const parsed = parseInput(reportPaymentsFilter, given ?? {});
  const problem = periodProblem(parsed, ctx.clock.now());
  if (problem) throw invalidInput(issue('createdTo', problem));
  const { amountMin, amountMax } = parsed;
  if (amountMin != null && amountMax != null && amountMin > amountMax) {
    throw invalidInput(issue('amountMax', issues.maxBelowMin));
  }
  if (parsed.metadata && span.applicationIds.length !== 1) {
    throw invalidInput(issue('metadata', readingIssues.oneApplication));
  }
  const { netStatus, reasonCode, reasonCategory, ...rest } = withoutNulls(parsed);
  const within = { db: ctx.db, tenant: tenantOf(span) };
  const filter = { ...rest, net: netStatus, resultCode: reasonCode, category: reasonCategory };
  return { within, wanted: await resolved(within, filter) };
}

type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], null | undefined> };

function withoutNulls<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as Given<Fields>;
}
