import { z } from 'zod';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { idSchema, parseInput } from '../kernel/input.ts';
import { demandPayPages, type WithPayPages } from '../links/index.ts';
import { storeReceipt } from './statements.ts';

export const shareReceiptSchema = z.object({ paymentId: idSchema });

/**
 * The address of a payment's receipt, to print or to send to the payer. It is the same whenever it is asked for. Whoever
 * has it sees the receipt, with the phone masked.
 * @throws DomainError forbidden (also where the installation has no payment pages), not_found: also for a payment that is
 * no success
 */
export async function shareReceipt(
  ctx: TenantContext & WithPayPages,
  input: z.input<typeof shareReceiptSchema>,
): Promise<{ url: string }> {
  requirePermission(ctx, 'payments.read');
  const { paymentId } = parseInput(shareReceiptSchema, input);
  const payPages = demandPayPages(ctx);
  const { url, hash: tokenHash } = payPages.receiptOf(paymentId);
  const isShared = await storeReceipt(ctx.db.pool, ctx.tenant, { paymentId, tokenHash, at: ctx.clock.now() });
  if (!isShared) throw notFound('receipt');
  return { url };
}
