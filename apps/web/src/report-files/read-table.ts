import { issuesOf, publicIssues } from '@tillgate/domain';
import { momentIn, type Table } from '@tillgate/domain/exports';
import { tablePayments } from '@tillgate/domain/reading/payments';
import {
  type BalancesInput,
  balancesSchema,
  type CollectionsInput,
  type PayoutsInput,
  reportBalances,
  reportCollections,
  reportPayouts,
  reportSettlement,
  reportTables,
  type SettlementInput,
} from '@tillgate/domain/reading/reports';
import type { GraphqlContext } from '@/graphql/context';
import { refusal } from '@/graphql/errors';
import { demandNoPhone, demandScope, demandSpan } from '@/graphql/list';
import type { Asked } from './asked.ts';

type Reading = Pick<GraphqlContext, 'reach' | 'db' | 'clock'>;
/** `next` is where the rows begin that the caller did not ask for. */
type Read = Table & { timeZone: string; next: string | null };

const timeZoneDefault = 'Africa/Nairobi';

/**
 * Reads the rows of a report for a file.
 * @throws GraphQLError FORBIDDEN, NOT_FOUND, BAD_FILTER
 * @throws DomainError invalid_input
 */
export async function readTable(ctx: Reading, asked: Asked): Promise<Read> {
  if (asked.report === 'payments') return readPayments(ctx, asked);
  const [reading, scope] = demandScope(ctx, asked);
  // The reports judge the texts of the address by their schemas.
  const input = { ...asked.input, compare: false } as unknown;
  const { timeZone = timeZoneDefault } = asked.input as { timeZone?: string };
  const whole = (table: Table): Read => ({ ...table, timeZone, next: null });
  switch (asked.report) {
    case 'collections':
      return whole(reportTables.collections(await reportCollections(reading, scope, input as CollectionsInput)));
    case 'payouts':
      return whole(reportTables.payouts(await reportPayouts(reading, scope, input as PayoutsInput)));
    case 'settlement':
      return whole(reportTables.settlement(await reportSettlement(reading, scope, input as SettlementInput)));
    case 'balances':
      return whole(reportTables.balances(await reportBalances(reading, scope, input as BalancesInput)));
  }
}

async function readPayments(ctx: Reading, asked: Asked): Promise<Read> {
  const span = demandSpan(ctx, 'payments.read', asked);
  const { from, to, timeZone, limit, after, ...filter } = asked.input as Record<string, string>;
  demandNoPhone({ mayFindByPhone: false }, filter);
  const period = judgePeriod({ from, to, ...(timeZone !== undefined && { timeZone }) });
  const createdFrom = startOf(period.from, period.timeZone);
  const createdTo = startOf(period.to, period.timeZone, 1);
  const table = await tablePayments(ctx, span, {
    filter: { ...filter, createdFrom, createdTo },
    ...(limit !== undefined && { limit: Number(limit) }),
    after,
  });
  return { ...table, timeZone: period.timeZone };
}

/** The period is judged as that of a report. */
function judgePeriod(input: object) {
  const judged = balancesSchema.safeParse(input);
  if (judged.success) return judged.data;
  const issues = publicIssues(issuesOf(judged.error));
  throw refusal('BAD_FILTER', `${issues.map(({ path, message }) => `${path} ${message}`).join('; ')}.`, { issues });
}

function startOf(text: string, timeZone: string, daysLater = 0): Date {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number);
  return momentIn(timeZone, { year, month, day: day + daysLater });
}
