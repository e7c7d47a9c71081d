import type { Tenant, WithProvider } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import type { ProviderAccount } from '../ports/provider.ts';
import { type RailAccount, type RailName, railLabel } from '../rails/index.ts';
import { providerRefusals } from './sentences.ts';

type AccountsContext = Pick<WithProvider, 'accounts'>;

/**
 * A tenant's account at one network, or its default one.
 * @throws DomainError provider_not_configured
 */
export async function accountAt(ctx: AccountsContext, of: Tenant, rail?: RailName): Promise<RailAccount> {
  const accounts = await ctx.accounts({ applicationId: of.applicationId, environment: of.environment });
  const found = rail === undefined ? accounts[0] : accounts.find((each) => each.rail === rail);
  if (found === undefined) throw notConfigured(of, rail);
  return found;
}

/**
 * A tenant's account at M-PESA, for rooms that no other network has.
 * @throws DomainError provider_not_configured
 */
export async function mpesaAccount(ctx: AccountsContext, of: Tenant): Promise<ProviderAccount> {
  const accounts = await ctx.accounts({ applicationId: of.applicationId, environment: of.environment });
  return demandMpesa(accounts, of);
}

/** The account at M-PESA among those of a tenant. @throws DomainError provider_not_configured */
export function demandMpesa(accounts: readonly RailAccount[], of: Tenant): ProviderAccount {
  const found = accounts.find((each) => each.rail === 'mpesa');
  if (found === undefined) throw notConfigured(of);
  return found;
}

/** The error for a tenant without an account at a network. */
export function notConfigured({ environment }: Tenant, rail: RailName = 'mpesa'): DomainError {
  const why =
    rail === 'mpesa'
      ? providerRefusals.credentialsIncomplete({ environment })
      : providerRefusals.accountMissing({ environment, network: railLabel(rail) });
  return new DomainError('provider_not_configured', why);
}
