import type { Context } from '../kernel/context.ts';
import { decideSettlement, expirySeconds, type Fact } from './payment.ts';
import { findPayment } from './read-statements.ts';
import { bringQueryForward } from './resolution-statements.ts';
import { noteContradiction } from './settlement-audit.ts';

/**
 * Heeds what was reported of a payment without a proof. A pending payment is asked about within moments, and the answer
 * decides. One that has failed cannot be asked about, so a success is for people to look at. It calls nobody.
 */
export async function heedHint(ctx: Context, paymentId: string, fact: Fact): Promise<'heeded' | 'contradiction'> {
  if (await bringQueryForward(ctx.db.pool, { id: paymentId, now: ctx.clock.now(), expirySeconds })) return 'heeded';
  const payment = await findPayment(ctx.db.pool, paymentId);
  if (payment?.status !== 'failed') return 'heeded';
  const decision = decideSettlement(payment, fact);
  if (decision.kind !== 'settle') return 'heeded';
  await noteContradiction(
    ctx,
    payment,
    fact,
    'A notice without a proof says that the payment succeeded after it failed.',
  );
  return 'contradiction';
}
