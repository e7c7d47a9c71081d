import { describe, expect, it } from 'vitest';
import { findClaim, sweepClaims } from '../idempotency/index.ts';
import {
  auditOf,
  elsewhere,
  onlyRowOf,
  post,
  refusalOf,
  reviewsOf,
  rowOf,
  type Shop,
  under,
  useShops,
  webhooksOf,
} from './disbursements.fixture.ts';
import { payOut } from './pay-out.ts';
import { reverse } from './reverse.ts';

const shop = useShops();

const input = { amount: 1000, phone: '254712345678', commandId: 'BusinessPayment' as const };
let receipts = 0;
const newReceipt = () => {
  receipts += 1;
  return `TJL${String(receipts).padStart(7, '0')}`;
};
const paid = (transactionId: string, amount?: string) => ({
  resultCode: '0',
  resultDesc: 'ok',
  transactionId,
  parameters: amount === undefined ? [] : [{ key: 'Amount', value: amount }],
});

describe('paid after it was recorded as failed', () => {
  it('refused at the push: it becomes a success with its receipt, is announced and goes to people', async () => {
    const ctx = await shop();
    ctx.provider.payouts.answer({ kind: 'rejected', by: 'provider', code: 'http_403', description: 'a firewall' });
    const { outcome } = await payOut(ctx, input, under('k', input));
    const id = outcome.disbursementId;
    const receipt = newReceipt();
    expect(await post(ctx, id, paid(receipt))).toEqual({ state: 'applied', error: null });
    expect(await rowOf(ctx, id)).toMatchObject({ status: 'success', providerReceipt: receipt, settledBy: 'result' });
    expect((await webhooksOf(ctx, id)).map(({ body }) => body.data.status)).toEqual(['success']);
    expect(await reviewsOf(ctx, id)).toEqual([
      { reason: 'paid_late', detail: { previousResultCode: 'http_403', receipt } },
    ]);
    expect(await auditOf(ctx, id)).toMatchObject([{ action: 'disbursement.succeeded_late' }]);
  });

  it('announced as failed: a second event of the same type tells of the success, once', async () => {
    const ctx = await shop();
    const id = (await payOut(ctx, input)).outcome.disbursementId;
    await post(ctx, id, { resultCode: '1', resultDesc: 'short of money' });
    const receipt = newReceipt();
    const copies = Array.from({ length: 5 }, (_, n) => ({ ...paid(receipt), resultDesc: `copy ${n}` }));
    await Promise.all(copies.map((copy) => post(ctx, id, copy)));
    const webhooks = await webhooksOf(ctx, id);
    expect(webhooks.map(({ eventType, body }) => [eventType, body.data.status, body.data.providerReceipt])).toEqual([
      ['payout.result', 'failed', null],
      ['payout.result', 'success', receipt],
    ]);
    expect(await rowOf(ctx, id)).toMatchObject({ status: 'success', needsReview: true });
    expect((await post(ctx, id, { resultCode: '1', resultDesc: 'again' })).state).toBe('unmatched');
    expect((await rowOf(ctx, id)).status).toBe('success');
  });

  it('a reversal, too', async () => {
    const ctx = await shop();
    const id = (await reverse(ctx, { transactionId: newReceipt(), amount: 5 })).outcome.disbursementId;
    await post(ctx, id, { resultCode: '1' });
    await post(ctx, id, paid(newReceipt()));
    expect((await webhooksOf(ctx, id)).map(({ eventType, body }) => [eventType, body.data.status])).toEqual([
      ['refund.result', 'failed'],
      ['refund.result', 'success'],
    ]);
    expect((await reviewsOf(ctx, id)).map(({ reason }) => reason)).toEqual(['paid_late']);
  });
});

describe('an amount that is not the one that was sent', () => {
  it('settles by the word of the provider, goes to people, and the event keeps the amount that was sent', async () => {
    const ctx = await shop();
    const id = (await payOut(ctx, input)).outcome.disbursementId;
    await post(ctx, id, paid(newReceipt(), '999.50'));
    expect(await rowOf(ctx, id)).toMatchObject({ status: 'success', amount: 1000 });
    expect(await reviewsOf(ctx, id)).toEqual([
      { reason: 'amount_differed', detail: { sent: 1000, reported: '999.50' } },
    ]);
    expect((await webhooksOf(ctx, id))[0]?.body.data.amount).toBe(1000);
  });

  it('that comes after the end goes to people as well', async () => {
    const ctx = await shop();
    const id = (await payOut(ctx, input)).outcome.disbursementId;
    const receipt = newReceipt();
    await post(ctx, id, paid(receipt));
    await post(ctx, id, paid(receipt, '1'));
    expect(await reviewsOf(ctx, id)).toMatchObject([{ reason: 'amount_differed' }]);
  });

  it('the same amount is no news', async () => {
    const ctx = await shop();
    const id = (await payOut(ctx, input)).outcome.disbursementId;
    await post(ctx, id, paid(newReceipt(), '1000.00'));
    expect(await reviewsOf(ctx, id)).toEqual([]);
  });
});

describe('a process that was suspended beyond its lease', () => {
  /** The process stands still for `seconds` when it is about to call the provider. */
  function suspendAtCall(ctx: Shop, seconds: number, meanwhile: () => Promise<unknown> = async () => {}) {
    const { rail } = ctx.provider;
    ctx.provider.rail = (account) => {
      const { payouts, ...rest } = rail(account);
      if (!payouts) throw new Error('The account cannot pay out.');
      const send: typeof payouts.send = async (request) => {
        ctx.provider.rail = rail;
        ctx.clock.advance(seconds);
        await meanwhile();
        return payouts.send(request);
      };
      return { ...rest, payouts: { send } };
    };
  }

  it('sends nothing; the payout has failed, and the key stays indeterminate as others were told', async () => {
    const ctx = await shop();
    suspendAtCall(ctx, 200, async () => {
      await sweepClaims(ctx);
      expect(await refusalOf(payOut(elsewhere(ctx), input, under('k', input)))).toMatchObject({
        code: 'idempotency_indeterminate',
      });
      await payOut(ctx, input, under('another', input));
    });
    const { outcome } = await payOut(ctx, input, under('k', input));
    expect(outcome).toMatchObject({ kind: 'refused', by: 'unreachable', code: 'too_late' });
    expect(ctx.provider.payouts.calls).toHaveLength(1);
    expect(await rowOf(ctx, outcome.disbursementId)).toMatchObject({ status: 'failed', resultCode: 'too_late' });
    const claim = await findClaim(ctx.db.pool, { ...ctx.tenant, endpoint: 'payout', key: 'k' });
    expect(claim?.state).toBe('indeterminate');
  });

  it('without a key, too', async () => {
    const ctx = await shop();
    suspendAtCall(ctx, 91);
    expect((await payOut(ctx, input)).outcome).toMatchObject({ kind: 'refused', code: 'too_late' });
    expect(ctx.provider.payouts.calls).toEqual([]);
    expect((await onlyRowOf(ctx)).status).toBe('failed');
  });

  it('for less than that sends as usual', async () => {
    const ctx = await shop();
    suspendAtCall(ctx, 80);
    expect((await payOut(ctx, input, under('k', input))).outcome.kind).toBe('accepted');
  });
});
