import type { Product } from '@tillgate/db';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';

type CollectingAccount = { product: Product; shortcode: string; tillNumber: string | null };

/** The account that prompts and QR codes pay to; null without credentials. */
export async function getCollectingAccount(ctx: TenantContext): Promise<CollectingAccount | null> {
  requirePermission(ctx, 'payments.collect');
  return ctx.db.prisma.providerCredential.findFirst({
    where: ctx.tenant,
    select: { product: true, shortcode: true, tillNumber: true },
  });
}

/** Whether the credentials have an initiator, which payouts need. */
export async function getPayoutReadiness(ctx: TenantContext): Promise<{ hasInitiator: boolean }> {
  requirePermission(ctx, 'payouts.request');
  const where = { ...ctx.tenant, NOT: [{ initiatorName: null }, { sealedInitiatorPassword: null }] };
  return { hasInitiator: (await ctx.db.prisma.providerCredential.count({ where })) > 0 };
}
