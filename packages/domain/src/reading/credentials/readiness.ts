import type { Product } from '@tillgate/db';
import { paysOutWith } from '../../applications/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import type { RailName } from '../../rails/index.ts';

type CollectingAccount = { product: Product; shortcode: string; tillNumber: string | null };

/** The networks that can send prompts, the default first, and the account that QR codes pay to: null without one at M-PESA. */
export async function getCollecting(
  ctx: TenantContext,
): Promise<{ rails: RailName[]; account: CollectingAccount | null }> {
  requirePermission(ctx, 'payments.collect');
  const [rails, account] = await Promise.all([
    listCollectingRails(ctx),
    ctx.db.prisma.providerCredential.findFirst({
      where: ctx.tenant,
      select: { product: true, shortcode: true, tillNumber: true },
    }),
  ]);
  return { rails, account };
}

/** Where a tenant has accounts, the default first, for a reader who was judged before. */
export async function listCollectingRails(ctx: TenantContext): Promise<RailName[]> {
  return (await listRails(ctx)).map(({ rail }) => rail);
}

/** The networks that money can be sent from, because all is set that they need for it; the default first. */
export async function getPayoutReadiness(ctx: TenantContext): Promise<{ rails: RailName[] }> {
  requirePermission(ctx, 'payouts.request');
  return { rails: await listPayingRails(ctx) };
}

/** What {@link getPayoutReadiness} says, for a reader who was judged before. */
export async function listPayingRails(ctx: TenantContext): Promise<RailName[]> {
  const where = { ...ctx.tenant, NOT: [{ initiatorName: null }, { sealedInitiatorPassword: null }] };
  const [accounts, initiators] = await Promise.all([listRails(ctx), ctx.db.prisma.providerCredential.count({ where })]);
  const isReady = ({ rail, secrets }: (typeof accounts)[number]) =>
    rail === 'mpesa'
      ? initiators > 0
      : paysOutWith(
          rail,
          secrets.map(({ name }) => name),
        );
  return accounts.filter(isReady).map(({ rail }) => rail);
}

const listRails = (ctx: TenantContext) =>
  ctx.db.prisma.railAccount.findMany({
    where: ctx.tenant,
    select: { rail: true, secrets: { select: { name: true } } },
    orderBy: [{ isDefault: 'desc' }, { rail: 'asc' }],
  });
