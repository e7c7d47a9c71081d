import { z } from 'zod';
import { requirePermission } from '../../kernel/authority.ts';
import { businessTimeZone, dayOf, startOf } from '../../kernel/business-day.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';
import { type ActorView, describeActors } from '../actors.ts';
import { reportBalances } from '../reports/index.ts';
import { type FloatAccount, readAccounts } from './read-accounts.ts';
import { balanceCentsOf } from './runway.ts';
import { listThresholds, type ThresholdRow } from './statements.ts';

/** Histories of up to this many days have a point for each hour. Longer ones have a point for each day. */
const hourlyDays = 7;

export const getFloatSchema = z.strictObject({
  /** How far back the history goes. */
  days: z
    .union([z.literal(7), z.literal(30), z.literal(90)], { error: issues.either({ values: '7, 30 or 90' }) })
    .default(30),
});

/** Whole KES. `belowSince`: when people were alerted; null while the balance is above. */
type FloatThreshold = { amount: number; belowSince: string | null; setBy: ActorView; setAt: string };

export type FloatView = {
  accounts: (Omit<FloatAccount, 'balanceAt'> & {
    balanceAt: string;
    threshold: FloatThreshold | null;
    /** Oldest first. */
    history: { at: string; cents: number }[];
  })[];
};

/**
 * The accounts of a tenant: balance, runway, threshold and history.
 * @throws DomainError forbidden, invalid_input
 */
export async function getFloat(ctx: TenantContext, input: z.input<typeof getFloatSchema>): Promise<FloatView> {
  requirePermission(ctx, 'inquiries.read');
  const { days } = parseInput(getFloatSchema, input);
  const today = dayOf(ctx.clock.now());
  const period = { from: dayOf(startOf(today, 1 - days)), to: today, timeZone: businessTimeZone } as const;
  const [accounts, thresholds, { readings }] = await Promise.all([
    readAccounts(ctx),
    listThresholds(ctx.db.pool, ctx.tenant),
    reportBalances(ctx, ctx.tenant, { ...period, interval: days > hourlyDays ? 'day' : 'hour' }),
  ]);
  const actors = thresholds.map(({ setBy }) => setBy);
  const nameOf = await describeActors(ctx.db.prisma, ctx.tenant.applicationId, actors);
  return {
    accounts: accounts.map((account) => {
      const isOf = (row: ThresholdRow) => row.shortcode === account.shortcode && row.account === account.account;
      const threshold = thresholds.find(isOf);
      return {
        ...account,
        balanceAt: account.balanceAt.toISOString(),
        threshold: threshold ? viewOf(threshold, nameOf(threshold.setBy)) : null,
        history: readings
          .filter(({ shortcode }) => shortcode === account.shortcode)
          .flatMap(({ answeredAt, accounts: all }) => {
            const own = all.find(({ name }) => name === account.account);
            const cents = own ? balanceCentsOf(own) : null;
            return cents === null ? [] : { at: answeredAt.toISOString(), cents };
          }),
      };
    }),
  };
}

function viewOf({ amount, belowSince, setAt }: ThresholdRow, setBy: ActorView): FloatThreshold {
  return { amount, belowSince: belowSince?.toISOString() ?? null, setBy, setAt: setAt.toISOString() };
}
