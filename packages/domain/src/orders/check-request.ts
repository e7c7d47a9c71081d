import type { OrderKind } from '@tillgate/db';
import type { PaidAt } from '../disbursements/index.ts';
import type { TenantContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { notConfigured } from '../provider/accounts.ts';
import { addressOf } from '../rails/index.ts';
import { orderKinds } from './kinds/index.ts';
import type { Hashing } from './kinds/kind.ts';
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
  const accounts = await getConfigured(ctx, needsInitiator);
  const needed = rail(input);
  if (needed !== undefined && accounts.every((account) => account.rail !== needed)) {
    throw notConfigured(ctx.tenant, needed);
  }
  return (await check(ctx, input, accounts)) ?? subject(input);
}

/** Where the application is paid. The processes of people cannot open secrets, so they see only what is set. */
async function getConfigured(ctx: TenantContext, needsInitiator: boolean): Promise<PaidAt[]> {
  const { applicationId, environment } = ctx.tenant;
  const [accounts, mpesa] = await Promise.all([
    ctx.db.prisma.railAccount.findMany({
      where: { applicationId, environment },
      select: { rail: true, number: true },
      orderBy: [{ isDefault: 'desc' }, { rail: 'asc' }],
    }),
    ctx.db.prisma.providerCredential.findUnique({
      where: { applicationId_environment: { applicationId, environment } },
      select: { tillNumber: true, initiatorName: true, sealedInitiatorPassword: true },
    }),
  ]);
  if (accounts.length === 0) {
    throw new DomainError('provider_not_configured', orderRefusals.credentialsUnset({ environment }));
  }
  const lacksInitiator = !mpesa || mpesa.initiatorName === null || mpesa.sealedInitiatorPassword === null;
  if (needsInitiator && lacksInitiator && accounts.every(({ rail }) => rail === 'mpesa')) {
    throw new DomainError('provider_not_configured', orderRefusals.initiatorUnset({ environment }));
  }
  return accounts.map(({ rail, number }) => {
    const tillNumber = rail === 'mpesa' ? (mpesa?.tillNumber ?? null) : null;
    return { rail, address: addressOf(rail, number), tillNumber };
  });
}
