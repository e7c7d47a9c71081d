import type { OrderKind } from '@tillgate/db';
import { demandAccount } from '../applications/index.ts';
import type { TenantContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { orderKinds } from './kinds/index.ts';
import type { CheckedAccount, Hashing } from './kinds/kind.ts';
import { orderRefusals } from './refusals.ts';

/**
 * Refuses at once what the worker would refuse later. Returns the id of the row that the order is about, if it exists.
 * @throws DomainError provider_not_configured, invalid_input, not_found
 */
export async function checkRequest(
  ctx: TenantContext & Hashing,
  kind: OrderKind,
  input: object,
): Promise<string | null> {
  const { needsInitiator, isInHouse, subject, rail, check } = orderKinds[kind];
  if (isInHouse) return subject(input);
  const network = rail(input);
  if (network !== 'mpesa') {
    await demandAccount(ctx.db.prisma, ctx.tenant, network);
    return subject(input);
  }
  return check(ctx, input, await getConfigured(ctx, needsInitiator));
}

async function getConfigured(ctx: TenantContext, needsInitiator: boolean): Promise<CheckedAccount> {
  const { applicationId, environment } = ctx.tenant;
  const account = await ctx.db.prisma.providerCredential.findUnique({
    where: { applicationId_environment: { applicationId, environment } },
    select: { shortcode: true, tillNumber: true, initiatorName: true, sealedInitiatorPassword: true },
  });
  if (!account) {
    const detail = orderRefusals.credentialsUnset({ environment });
    throw new DomainError('provider_not_configured', detail);
  }
  if (needsInitiator && (account.initiatorName === null || account.sealedInitiatorPassword === null)) {
    const detail = orderRefusals.initiatorUnset({ environment });
    throw new DomainError('provider_not_configured', detail);
  }
  return account;
}
