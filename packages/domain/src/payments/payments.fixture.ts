import type { Prisma } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import type { TenantContext } from '../kernel/context.ts';

let made = 0;

/** A finished payment: by default an offline one that succeeded. */
export async function insertPayment(
  ctx: TenantContext,
  changes: Partial<Prisma.PaymentUncheckedCreateInput> = {},
): Promise<string> {
  made += 1;
  const createdAt = (changes.createdAt as Date | undefined) ?? ctx.clock.now();
  const isPending = changes.status === 'pending';
  const isFailed = changes.status === 'failed';
  const data: Prisma.PaymentUncheckedCreateInput = {
    id: uuidv7(),
    ...ctx.tenant,
    source: 'c2b',
    status: 'success',
    amount: 10,
    requestedAmount: 10,
    phone: '254712345678',
    accountRef: 'INV-1',
    description: 'Offline payment',
    shortcode: '600100',
    providerReceipt: isPending || isFailed ? null : `TKM${String(made).padStart(7, '0')}`,
    resultCode: isPending ? null : isFailed ? '1032' : '0',
    resultDesc: isPending ? null : 'told so',
    settledBy: isPending ? null : 'c2b',
    createdAt,
    settledAt: isPending ? null : createdAt,
    ...(changes.source === 'stk' && {
      callbackToken: made.toString(16).padStart(64, '0'),
      settledBy: isPending ? null : 'callback',
    }),
    ...changes,
  };
  await ctx.db.prisma.payment.create({ data });
  return data.id;
}
