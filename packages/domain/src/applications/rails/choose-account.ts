import type { PaymentStatus } from '@tillgate/db';
import type { Context, Tenant, WithProvider } from '../../kernel/context.ts';
import { accountAt, notConfigured } from '../../provider/accounts.ts';
import { type RailAccount, type RailName, traitsOf } from '../../rails/index.ts';
import { listEndedOfPhone } from '../statements.ts';

/** Why an account was chosen. `elsewhere`: the number has no wallet at the others. */
type Reason = 'asked' | 'only' | 'paid_before' | 'elsewhere' | 'number' | 'default';

export type ChosenAccount = { account: RailAccount; reason: Reason };

/** A payment of a phone that has ended, as far as it tells where the wallet is. */
export type EndedPayment = {
  rail: RailName;
  status: PaymentStatus;
  resultCode: string | null;
  resultDesc: string | null;
};

/**
 * Chooses the account that a phone is prompted or paid from. It is chosen before the row is written, and the row keeps it:
 * nothing that a network says moves a payment to another one, because two prompts may be two debits. An application with
 * one account reads nothing.
 * @param asked the network that the caller named
 * @param can whether an account can do what it is for; where none can, the default is chosen, and says what is missing
 * @throws DomainError provider_not_configured
 */
export async function chooseAccount(
  ctx: Pick<Context, 'db'> & Pick<WithProvider, 'accounts'>,
  tenant: Tenant,
  { phone, asked, can }: { phone: string; asked?: RailName | undefined; can?: (account: RailAccount) => boolean },
): Promise<ChosenAccount> {
  if (asked !== undefined) return { account: await accountAt(ctx, tenant, asked), reason: 'asked' };
  const all = await ctx.accounts(tenant);
  const fitting = can ? all.filter(can) : all;
  const [first, ...others] = fitting.length > 0 ? fitting : all;
  if (first === undefined) throw notConfigured(tenant);
  if (others.length === 0) return { account: first, reason: 'only' };
  return decideAccount({ first, others }, phone, await listEndedOfPhone(ctx.db.pool, tenant, phone));
}

/**
 * The rule of {@link chooseAccount} for several accounts. Pure. `first` is the default. `ended`: the last payments of the
 * phone, the newest first.
 */
export function decideAccount(
  { first, others }: { first: RailAccount; others: readonly RailAccount[] },
  phone: string,
  ended: readonly EndedPayment[],
): ChosenAccount {
  const accounts = [first, ...others];
  const without = new Set<RailName>();
  for (const { rail, status, resultCode, resultDesc } of ended) {
    const account = accounts.find((each) => each.rail === rail);
    if (account === undefined || without.has(rail)) continue;
    if (status === 'success') return { account, reason: 'paid_before' };
    if (traitsOf[rail].hasNoWallet(resultCode ?? '', resultDesc ?? '')) without.add(rail);
  }
  const left = accounts.filter(({ rail }) => !without.has(rail));
  const [only, second] = left;
  if (only === undefined) return { account: first, reason: 'default' };
  if (second === undefined) return { account: only, reason: 'elsewhere' };
  const own = left.find(({ rail }) => traitsOf[rail].ownNumbers?.test(phone));
  return own === undefined ? { account: only, reason: 'default' } : { account: own, reason: 'number' };
}
