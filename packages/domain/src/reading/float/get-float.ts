import { z } from 'zod';
import { readBalances } from '../../inquiries/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import { businessTimeZone, dayOf, startOf } from '../../kernel/business-day.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';
import type { AccountBalance } from '../../ports/provider.ts';
import { addressOf, numberOf } from '../../rails/index.ts';
import { type ActorView, describeActors } from '../actors.ts';
import { reportBalances } from '../reports/index.ts';
import { type FloatAccount, readAccounts } from './read-accounts.ts';
import { balanceCentsOf } from './runway.ts';
import { listRecentBalances, listThresholds, type ThresholdRow } from './statements.ts';

/** Histories of up to this many days have a point for each hour. Longer ones have a point for each day. */
const hourlyDays = 7;
/** Of the last days, this many balances of a shortcode are known one by one. */
const recentDays = 7;
const recentMax = 20;

export const getFloatSchema = z.strictObject({
  /** How far back the history goes. */
  days: z
    .union([z.literal(7), z.literal(30), z.literal(90)], { error: issues.either({ values: '7, 30 or 90' }) })
    .default(30),
});

/** Whole KES. `belowSince`: when people were alerted; null while the balance is above. */
type FloatThreshold = { amount: number; belowSince: string | null; setBy: ActorView; setAt: string };

/** A balance that an answer had. */
type KnownBalance = { at: string; cents: number };

export type FloatView = {
  accounts: (Omit<FloatAccount, 'balanceAt'> & {
    /** The number of the account, as people know it. */
    number: string;
    balanceAt: string;
    threshold: FloatThreshold | null;
    /** Oldest first: at most one in each hour or day. */
    history: KnownBalance[];
    /** Those of the history, and every recent one, oldest first. */
    known: KnownBalance[];
  })[];
};

/**
 * The accounts of a tenant: balance, runway, threshold and history. Those for payouts stand first.
 * @throws DomainError forbidden, invalid_input
 */
export async function getFloat(ctx: TenantContext, input: z.input<typeof getFloatSchema>): Promise<FloatView> {
  requirePermission(ctx, 'inquiries.read');
  const { days } = parseInput(getFloatSchema, input);
  const today = dayOf(ctx.clock.now());
  const period = { from: dayOf(startOf(today, 1 - days)), to: today, timeZone: businessTimeZone } as const;
  const [accounts, thresholds, recent, { readings }] = await Promise.all([
    readAccounts(ctx),
    listThresholds(ctx.db.pool, ctx.tenant),
    listRecentBalances(ctx.db.pool, ctx.tenant, { since: startOf(today, 1 - recentDays), max: recentMax }),
    reportBalances(ctx, ctx.tenant, { ...period, interval: days > hourlyDays ? 'day' : 'hour' }),
  ]);
  const reported = readings.map((reading) => ({ ...reading, shortcode: addressOf(reading.rail, reading.shortcode) }));
  const answered = recent.map(({ result, ...reading }) => ({
    ...reading,
    accounts: readBalances({ id: reading.inquiryId, result }) ?? [],
  }));
  const actors = thresholds.map(({ setBy }) => setBy);
  const nameOf = await describeActors(ctx.db.prisma, ctx.tenant.applicationId, actors);
  return {
    accounts: ranked(accounts).map((account) => {
      const isOf = (row: ThresholdRow) => row.shortcode === account.shortcode && row.account === account.account;
      const threshold = thresholds.find(isOf);
      const history = balancesOf(account, reported);
      return {
        ...account,
        number: numberOf(account.shortcode),
        balanceAt: account.balanceAt.toISOString(),
        threshold: threshold ? viewOf(threshold, nameOf(threshold.setBy)) : null,
        history,
        known: merged(history, balancesOf(account, answered)),
      };
    }),
  };
}

/** Accounts that payouts leave from stand first: when they are empty, payouts fail. */
function ranked(accounts: FloatAccount[]): FloatAccount[] {
  return accounts.toSorted((one, other) => Number(other.isForPayouts) - Number(one.isForPayouts));
}

type Reading = { shortcode: string; answeredAt: Date; accounts: AccountBalance[] };

function balancesOf({ shortcode, account }: FloatAccount, readings: readonly Reading[]): KnownBalance[] {
  return readings
    .filter((reading) => reading.shortcode === shortcode)
    .flatMap(({ answeredAt, accounts }) => {
      const own = accounts.find(({ name }) => name === account);
      const cents = own ? balanceCentsOf(own) : null;
      return cents === null ? [] : { at: answeredAt.toISOString(), cents };
    });
}

function merged(...all: KnownBalance[][]): KnownBalance[] {
  const byTime = new Map(all.flat().map((known) => [known.at, known]));
  return [...byTime.values()].sort((one, other) => one.at.localeCompare(other.at));
}

function viewOf({ amount, belowSince, setAt }: ThresholdRow, setBy: ActorView): FloatThreshold {
  return { amount, belowSince: belowSince?.toISOString() ?? null, setBy, setAt: setAt.toISOString() };
}
