import { readBalances } from '../../inquiries/index.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { dayMs, hourMs, later } from '../../kernel/time.ts';
import { isForPayouts } from './balance-change.ts';
import { balanceCentsOf, estimateOf, type Runway, rateHours, runwayOf } from './runway.ts';
import * as float from './statements.ts';

/** An account is hidden after this many days without a balance inquiry. */
const shownDays = 90;

/** An account of a shortcode in the latest answer. Sums are cents. */
export type FloatAccount = {
  /** Its address in rows. */
  shortcode: string;
  /** The provider's name, such as `Utility Account`. */
  account: string;
  inquiryId: string;
  balanceCents: number;
  balanceAt: Date;
  isForPayouts: boolean;
  /** Paid out since the balance was read; 0 where payouts do not leave from the account. */
  paidOutSinceCents: number;
  /** Paid out in the last 24 hours. */
  paidOutCents: number;
  /** The balance less payouts since. */
  estimateCents: number;
  runway: Runway;
};

/** The accounts of a tenant in the last answer of each shortcode. */
export async function readAccounts(ctx: Pick<TenantContext, 'db' | 'clock' | 'tenant'>): Promise<FloatAccount[]> {
  const { db, tenant } = ctx;
  const now = ctx.clock.now();
  const latest = await float.listLatestBalances(db.pool, tenant, later(now, -shownDays * dayMs));
  if (latest.length === 0) return [];
  const dayAgo = later(now, -rateHours * hourMs);
  const wanted = latest.flatMap(({ shortcode, answeredAt }) => [
    { shortcode, since: answeredAt },
    { shortcode, since: dayAgo },
  ]);
  const paid = await float.sumPayoutsSince(db.pool, tenant, wanted);
  const paidSince = (shortcode: string, since: Date) =>
    Number(paid.find((row) => row.shortcode === shortcode && row.since.getTime() === since.getTime())?.amount ?? 0) *
    100;
  return latest.flatMap(({ shortcode, inquiryId, answeredAt, result }) =>
    (readBalances({ id: inquiryId, result }) ?? []).flatMap((account) => {
      const cents = balanceCentsOf(account);
      if (cents === null) return [];
      const pays = isForPayouts({ shortcode, account: account.name });
      const facts = {
        now,
        balance: { cents, at: answeredAt },
        isForPayouts: pays,
        paidOutSinceCents: pays ? paidSince(shortcode, answeredAt) : 0,
        paidOutCents: pays ? paidSince(shortcode, dayAgo) : 0,
      };
      const { paidOutSinceCents, paidOutCents } = facts;
      return {
        shortcode,
        account: account.name,
        inquiryId,
        balanceCents: cents,
        balanceAt: answeredAt,
        isForPayouts: pays,
        paidOutSinceCents,
        paidOutCents,
        estimateCents: estimateOf(facts) ?? cents,
        runway: runwayOf(facts),
      };
    }),
  );
}
