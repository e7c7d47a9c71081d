import type { Tenant, WithProvider } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import type { ProviderAccount } from '../ports/provider.ts';
import { inquiryRefusals } from './refusals.ts';

/**
 * What the provider needs for an operation of the initiator (spec 5 rule 7).
 * @throws DomainError provider_not_configured, saying what is missing
 */
export async function getSecuredAccount(
  ctx: Pick<WithProvider, 'providerAccount'>,
  tenant: Tenant,
): Promise<ProviderAccount> {
  const account = await ctx.providerAccount({
    applicationId: tenant.applicationId,
    environment: tenant.environment,
  });
  if (account.initiator !== null) return account;
  throw new DomainError(
    'provider_not_configured',
    inquiryRefusals.initiatorMissing({ environment: tenant.environment }),
  );
}

/** The two addresses of one secured operation; the token is its only secret. */
export function resultUrls(
  ctx: Pick<WithProvider, 'callbackBaseUrl'>,
  callbackToken: string,
): { resultUrl: string; timeoutUrl: string } {
  return {
    resultUrl: `${ctx.callbackBaseUrl}/result-hook/${callbackToken}`,
    timeoutUrl: `${ctx.callbackBaseUrl}/timeout-hook/${callbackToken}`,
  };
}
