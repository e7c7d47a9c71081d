import type { TenantContext } from '../kernel/context.ts';
import { recordDisbursement, unique } from '../reconciliation/reconciliation.fixture.ts';

type Refund = { amount: number; paymentId: string; createdAt?: Date; shortcode?: string };

/** A refund in the ledger that has succeeded. */
export function recordRefund(ctx: TenantContext, refund: Refund): Promise<string> {
  return recordDisbursement(ctx, {
    ...refund,
    kind: 'reversal',
    phone: null,
    commandId: null,
    transactionId: unique(),
  });
}
