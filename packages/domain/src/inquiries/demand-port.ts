import type { Tenant, WithProvider } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import type { Rail } from '../ports/provider.ts';
import { accountAt } from '../provider/accounts.ts';
import { type RailAccount, type RailName, railLabel } from '../rails/index.ts';
import { inquiryRefusals } from './refusals.ts';

/** What an account does only when more than its collecting credentials is set. */
type SecuredPort = 'payouts' | 'refunds' | 'questions';

type AccountsContext = Pick<WithProvider, 'provider' | 'accounts'>;

/**
 * A tenant's account at one network, and the port of the network for what not every account can do (spec 5 rule 7).
 * @param rail default: that of the default account
 * @throws DomainError provider_not_configured, saying what is missing
 */
export async function demandPort<Name extends SecuredPort>(
  ctx: AccountsContext,
  of: Tenant,
  name: Name,
  rail?: RailName,
): Promise<{ account: RailAccount; port: NonNullable<Rail[Name]> }> {
  const account = await accountAt(ctx, of, rail);
  return { account, port: demandPortOf(ctx, account, name) };
}

/** The port of an account. @throws DomainError provider_not_configured, saying what is missing */
export function demandPortOf<Name extends SecuredPort>(
  ctx: Pick<WithProvider, 'provider'>,
  account: RailAccount,
  name: Name,
): NonNullable<Rail[Name]> {
  const port = ctx.provider.rail(account)[name];
  if (port) return port;
  const { environment, rail } = account;
  const why =
    rail === 'mpesa'
      ? inquiryRefusals.initiatorMissing({ environment })
      : inquiryRefusals.payoutsNotSet({ environment, network: railLabel(rail) });
  throw new DomainError('provider_not_configured', why);
}
