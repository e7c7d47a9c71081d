import type { Product } from '@tillgate/db';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';

type CollectingAccount = { product: Product; shortcode: string; tillNumber: string | null };

/** In whose name prompts are sent and codes are paid; null while there are no credentials. */
export async function getCollectingAccount(ctx: TenantContext): Promise<CollectingAccount | null> {
  requirePermission(ctx, 'payments.collect');
  return ctx.db.prisma.providerCredential.findFirst({
    where: ctx.tenant,
    select: { product: true, shortcode: true, tillNumber: true },
  });
}

/** Whether the credentials name an initiator: without one the provider pays nothing out. */
export async function getPayoutReadiness(ctx: TenantContext): Promise<{ hasInitiator: boolean }> {
  requirePermission(ctx, 'payouts.request');
  const where = { ...ctx.tenant, NOT: [{ initiatorName: null }, { sealedInitiatorPassword: null }] };
  return { hasInitiator: (await ctx.db.prisma.providerCredential.count({ where })) > 0 };
}
