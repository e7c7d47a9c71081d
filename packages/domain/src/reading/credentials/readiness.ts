import type { Product } from '@tillgate/db';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import type { RailName } from '../../rails/index.ts';
import { listCollectingRails, listPayingRails } from './rails-of-tenant.ts';

type CollectingAccount = { product: Product; shortcode: string; tillNumber: string | null };

/** The networks that can send prompts, the default first, and the account that QR codes pay to: null without one at M-PESA. */
export async function getCollecting(
  ctx: TenantContext,
): Promise<{ rails: RailName[]; account: CollectingAccount | null }> {
  requirePermission(ctx, 'payments.collect');
  const { prisma } = ctx.db;
  const [rails, account] = await Promise.all([
    listCollectingRails(prisma, ctx.tenant),
    prisma.providerCredential.findFirst({
      where: ctx.tenant,
      select: { product: true, shortcode: true, tillNumber: true },
    }),
  ]);
  return { rails, account };
}

/** The networks that money can be sent from, because all is set that they need for it; the default first. */
export async function getPayoutReadiness(ctx: TenantContext): Promise<{ rails: RailName[] }> {
  requirePermission(ctx, 'payouts.request');
  return { rails: await listPayingRails(ctx.db.prisma, ctx.tenant) };
}
