import { readBalances } from '../../inquiries/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import { parseInput } from '../../kernel/input.ts';
import type { AccountBalance } from '../../ports/provider.ts';
import { numberOf, type RailName } from '../../rails/index.ts';
import type { ReportContext } from './run-report.ts';
import { type BalancesInput, balancesSchema } from './schemas.ts';
import * as reports from './statements.ts';

/** Amounts are decimal text in the account's currency. */
export type BalanceReading = {
  inquiryId: string;
  applicationId: string;
  rail: RailName;
  /** The number of the account at the network. */
  shortcode: string;
  answeredAt: Date;
  accounts: AccountBalance[];
};

/**
 * Balances over time: the last answer of each shortcode in each hour, day, week or month, oldest first. Intervals without
 * an answer are left out.
 * @throws DomainError forbidden, invalid_input
 */
export async function reportBalances(
  ctx: ReportContext,
  scope: reports.ReportScope,
  input: BalancesInput,
): Promise<{ timeZone: string; readings: BalanceReading[] }> {
  requirePermission(ctx, 'reports.read');
  const { from, to, ...by } = parseInput(balancesSchema, input);
  const { pool } = ctx.db;
  const period = { current: { from, to }, previous: null, timeZone: by.timeZone, interval: 'total' as const };
  const [whole] = await reports.listBuckets(pool, period);
  if (!whole) throw new Error('A period has no beginning.');
  const readings = await reports.listBalanceReadings(pool, { ...by, scope, from: whole.startsAt, to: whole.endsAt });
  return {
    timeZone: by.timeZone,
    readings: readings.map(({ result, ...reading }) => ({
      ...reading,
      shortcode: numberOf(reading.shortcode),
      accounts: readBalances({ id: reading.inquiryId, result }) ?? [],
    })),
  };
}
