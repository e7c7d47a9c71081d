import { balanceAgeMaxMs } from '../batches/index.ts';
import type { TenantContext } from '../kernel/context.ts';
import { BrokenRow } from '../kernel/stored.ts';
import { readAccounts } from '../reading/float/index.ts';

/** Whether the account that payouts leave from has enough money. Sums are whole KES; `short` is what is missing. */
export type FloatVerdict =
  | { kind: 'enough'; estimate: number; at: Date }
  | { kind: 'short'; short: number; estimate: number; at: Date }
  | { kind: 'unknown' };

const centsPerShilling = 100;

/** Compares what is needed with the last balance that is at most an hour old. Charges of the network come on top. */
export async function judgeFloat(
  ctx: Pick<TenantContext, 'db' | 'clock' | 'tenant' | 'log'>,
  needed: number,
): Promise<FloatVerdict> {
  const since = ctx.clock.now().getTime() - balanceAgeMaxMs;
  const accounts = await readAccounts(ctx).catch((error: unknown) => {
    if (!(error instanceof BrokenRow)) throw error;
    ctx.log.error(
      { ...ctx.tenant, err: error },
      'A balance cannot be read, so a batch of payouts does not know its float.',
    );
    return [];
  });
  const known = accounts.filter(({ isForPayouts, balanceAt }) => isForPayouts && balanceAt.getTime() >= since);
  const [account] = known;
  // With two networks nobody knows which of the accounts a row will leave from.
  if (!account || known.length > 1) return { kind: 'unknown' };
  const estimate = Math.floor(account.estimateCents / centsPerShilling);
  const at = account.balanceAt;
  return estimate >= needed
    ? { kind: 'enough', estimate, at }
    : { kind: 'short', short: needed - estimate, estimate, at };
}
