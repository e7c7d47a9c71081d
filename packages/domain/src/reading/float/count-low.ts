import type { TenantContext } from '../../kernel/context.ts';
import { readAccounts } from './read-accounts.ts';
import { isLow } from './runway.ts';
import { listThresholds } from './statements.ts';

/** How many accounts are low. `usualDay`: the payouts of a usual day, whole KES. */
export async function countLowAccounts(
  ctx: Pick<TenantContext, 'db' | 'clock' | 'tenant'>,
  usualDay: number,
): Promise<number> {
  const [accounts, thresholds] = await Promise.all([readAccounts(ctx), listThresholds(ctx.db.pool, ctx.tenant)]);
  return accounts.filter((account) => {
    const own = thresholds.find((row) => row.shortcode === account.shortcode && row.account === account.account);
    return isLow(account, { threshold: own?.amount, usualDay });
  }).length;
}
