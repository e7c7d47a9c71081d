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
  isAlreadyReversed: false,
  receipt: outcome === 'success' ? 'TJR0000901' : null,
  amount: null,
  payee: null,
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

describe('the name of who was paid', () => {
  const told = (payee: string | null, changes: Partial<DisbursementFact> = {}) => ({
    ...fact('success'),
    payee,
    ...changes,
  });
  const nameOf = async (ctx: Awaited<ReturnType<typeof shop>>, id: string) => (await rowOf(ctx, id)).payeeName;

  it('comes with the result that settles it', async () => {
    const { ctx, id } = await lostPayout();
    await settleDisbursement(ctx, id, () => told('254712345678 - JANE DOE'));
    expect(await nameOf(ctx, id)).toBe('JANE DOE');
  });

  it('comes later, with the receipt or after it, and then stays', async () => {
    const { ctx, id } = await lostPayout();
    await settleDisbursement(ctx, id, () => told(null, { door: 'inquiry', receipt: null }));
    expect(await nameOf(ctx, id)).toBeNull();
    await settleDisbursement(ctx, id, () => told('254712345678 - JANE DOE'));
    await settleDisbursement(ctx, id, () => told('254712345678 - JOHN ROE'));
    expect(await rowOf(ctx, id)).toMatchObject({ providerReceipt: 'TJR0000901', payeeName: 'JANE DOE' });

    const second = await lostPayout();
    await settleDisbursement(second.ctx, second.id, () => told(null));
    await settleDisbursement(second.ctx, second.id, () => told('254712345678 - JANE DOE'));
    expect(await nameOf(second.ctx, second.id)).toBe('JANE DOE');
  });

  it('is kept when a late success has none', async () => {
    const { ctx, id } = await lostPayout();
    await settleDisbursement(ctx, id, () => ({ ...fact('failed'), payee: '254712345678 - JANE DOE' }));
    await settleDisbursement(ctx, id, () => told(null));
    expect(await rowOf(ctx, id)).toMatchObject({ status: 'success', payeeName: 'JANE DOE' });
  });
});
