import { requireScope } from '../kernel/authority.ts';
import type { TenantContext, WithProvider } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { mpesaAccount } from '../provider/accounts.ts';
import { repeatableRefusal } from '../provider/refusals.ts';
import { fittingLabel, type QrInput } from './schemas.ts';

const refNoDefault = 'Payment';

/**
 * Has the provider draw a QR code that a customer pays by (spec 4.5). Nothing is recorded: the
 * payment comes as an offline one.
 * @returns base64 of a PNG
 * @throws DomainError forbidden (scope), provider_not_configured, provider_rejected,
 *   provider_unavailable
 */
export async function generateQr(ctx: TenantContext & WithProvider, input: QrInput): Promise<{ qrBase64: string }> {
  requireScope(ctx, 'offline');
  const account = await mpesaAccount(ctx, ctx.tenant);
  const answer = await ctx.provider.mpesa(account).qr.make({
    amount: input.amount,
    refNo: input.refNo ?? refNoDefault,
    merchantName: input.merchantName ?? (await applicationName(ctx)),
    trxCode: input.trxCode,
    cpi: input.cpi ?? account.tillNumber ?? account.shortcode,
    sizePixels: Number(input.size),
  });
  if (answer.kind !== 'accepted') throw repeatableRefusal('qr', answer);
  return { qrBase64: answer.png };
}

async function applicationName(ctx: TenantContext): Promise<string> {
  const application = await ctx.db.prisma.application.findUnique({
    where: { id: ctx.tenant.applicationId },
    select: { name: true },
  });
  if (!application) throw notFound('application');
  return fittingLabel(application.name);
}
