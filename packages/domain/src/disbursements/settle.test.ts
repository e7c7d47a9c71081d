import { describe, expect, it } from 'vitest';
import type { DisbursementFact } from './disbursement.ts';
import { onlyRowOf, refusalOf, rowOf, under, useShops, webhooksOf } from './disbursements.fixture.ts';
import { payOut } from './pay-out.ts';
import { settleDisbursement } from './settle.ts';

const shop = useShops();
const input = { amount: 100, phone: '254712345678', commandId: 'BusinessPayment' as const };

/** A payout whose acknowledgement was lost. */
async function lostPayout() {
  const ctx = await shop();
  ctx.provider.payouts.answer({ kind: 'unknown', cause: 'cut' });
  await refusalOf(payOut(ctx, input, under('k', input)));
  return { ctx, id: (await onlyRowOf(ctx)).id };
}

const fact = (outcome: 'success' | 'failed'): DisbursementFact => ({
  door: 'result',
  originatorConversationId: null,
  conversationId: null,
  outcome,
  resultCode: outcome === 'success' ? '0' : '2001',
  resultDesc: outcome,
  receipt: outcome === 'success' ? 'TJR0000901' : null,
  amount: null,
});

describe('many settlers of one payout at once', () => {
  it('settle it once, with one webhook', async () => {
    const { ctx, id } = await lostPayout();
    const settle = () => settleDisbursement(ctx, id, () => fact('success'));
    const results = await Promise.all(Array.from({ length: 20 }, settle));
    expect(results.filter((result) => result === 'settled')).toHaveLength(1);
    expect(new Set(results)).toEqual(new Set(['settled', 'already_settled']));
    expect(await webhooksOf(ctx, id)).toHaveLength(1);
    expect(await rowOf(ctx, id)).toMatchObject({ status: 'success', providerReceipt: 'TJR0000901' });
  });

  it('never leave it failed when one of them knows that the money left', async () => {
    const { ctx, id } = await lostPayout();
    const settle = (_: unknown, n: number) =>
      settleDisbursement(ctx, id, () => fact(n % 2 === 0 ? 'success' : 'failed'));
    await Promise.all(Array.from({ length: 10 }, settle));
    expect(await rowOf(ctx, id)).toMatchObject({ status: 'success', providerReceipt: 'TJR0000901' });
  });
});
