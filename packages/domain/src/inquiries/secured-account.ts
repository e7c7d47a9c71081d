import type { Tenant, WithProvider } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import type { ProviderAccount, Rail } from '../ports/provider.ts';
import { inquiryRefusals } from './refusals.ts';

/** What an account does only when it has its initiator. */
type SecuredPort = 'payouts' | 'refunds' | 'questions';

/**
 * A tenant's account, and the port of its network for what not every account can do (spec 5 rule 7).
 * @throws DomainError provider_not_configured, saying what is missing
 */
export async function demandPort<Name extends SecuredPort>(
  ctx: Pick<WithProvider, 'provider' | 'providerAccount'>,
  { applicationId, environment }: Tenant,
  name: Name,
): Promise<{ account: ProviderAccount; port: NonNullable<Rail[Name]> }> {
  const account = await ctx.providerAccount({ applicationId, environment });
  const port = (ctx.provider.rail(account) as Rail)[name];
  if (port) return { account, port };
  throw new DomainError('provider_not_configured', inquiryRefusals.initiatorMissing({ environment }));
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
