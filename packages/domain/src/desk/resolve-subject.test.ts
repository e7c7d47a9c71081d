import type { Environment } from '@tillgate/db';
import { describe, expect, it } from 'vitest';
import { settleDisbursement } from '../disbursements/index.ts';
import { settlePayment } from '../payments/index.ts';
import { outcomeOf } from '../testing/index.ts';
import {
  auditAbout,
  type Desk,
  eventsAbout,
  openReviewsOf,
  refusalOf,
  review,
  stuckPayment,
  stuckPayout,
  useDesks,
} from './desk.fixture.ts';
import { resolveSubject } from './resolve-subject.ts';

const desk = useDesks();
/** What people asked for is carried out with the rights of the worker. */
const settling = (office: Desk, environment: Environment = 'sandbox') => ({
  ...office.as('finance', environment),
  db: office.worker.db,
});
const by = { note: 'Seen on the statement of 1 March', approvedBy: 'user:somebody' };
const payment = (subjectId: string, receipt = 'TJKDESK001') =>
  ({ subjectKind: 'payment', subjectId, as: 'paid', receipt }) as const;
const notPaid = (subjectKind: 'payment' | 'disbursement', subjectId: string) =>
  ({ subjectKind, subjectId, as: 'not_paid' }) as const;

const factOf = (resultCode: string, receipt: string | null = null) => ({
  door: 'callback' as const,
  merchantRequestId: null,
  checkoutRequestId: null,
  outcome: outcomeOf(resultCode),
  resultCode,
  resultDesc: 'told so',
  receipt,
  amount: null,
});

describe('a prompt that nothing was heard of', () => {
  it('resolved as paid: success with the receipt, one webhook, an audit entry, and no review left', async () => {
    const ctx = settling(await desk());
    const id = await stuckPayment(ctx);
    await review(ctx, 'payment', id);
    await review(ctx, 'payment', id, 'callback_failed', { callbackId: 'x', error: 'no' });
    expect(await resolveSubject(ctx, payment(id, ' tjkdesk001 '), by)).toEqual({
      status: 'success',
      receipt: 'TJKDESK001',
    });
    expect(await ctx.rows.prisma.payment.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'success',
      providerReceipt: 'TJKDESK001',
      settledBy: 'person',
      resultCode: '0',
      needsReview: false,
      settledAt: ctx.clock.now(),
    });
    expect(await eventsAbout(ctx, id)).toMatchObject([
      {
        type: 'payment.success',
        data: { status: 'success', amount: 500, providerReceipt: 'TJKDESK001', resultCode: 0 },
      },
    ]);
    expect(await auditAbout(ctx, id)).toMatchObject([
      {
        actor: ctx.actor,
        action: 'payment.resolved',
        detail: { as: 'paid', approvedBy: 'user:somebody', reason: by.note },
      },
    ]);
    expect(await openReviewsOf(ctx, id)).toEqual([]);
  });

  it('resolved as not paid: failed with a code of its own, told to the merchant', async () => {
    const ctx = settling(await desk());
    const id = await stuckPayment(ctx);
    await resolveSubject(ctx, notPaid('payment', id), by);
    expect(await eventsAbout(ctx, id)).toMatchObject([
      {
        type: 'payment.failed',
        data: {
          status: 'failed',
          providerReceipt: null,
          resultCode: 'resolved_not_paid',
          decoded: { retryable: false },
        },
      },
    ]);
    expect((await eventsAbout(ctx, id))[0]?.data.decoded).toMatchObject({ title: 'Not paid, resolved by hand' });
  });

  it('that the provider contradicts later goes to people again', async () => {
    const ctx = settling(await desk());
    const [paid, unpaid] = [await stuckPayment(ctx), await stuckPayment(ctx)];
    await resolveSubject(ctx, payment(paid, 'TJKDESK002'), by);
    await resolveSubject(ctx, notPaid('payment', unpaid), by);
    expect(await settlePayment(ctx, paid, factOf('1037'))).toBe('contradiction');
    expect(await openReviewsOf(ctx, paid)).toEqual(['result_contradicted']);
    expect(await settlePayment(ctx, unpaid, factOf('0', 'TJKDESK003'))).toBe('settled');
    expect(await openReviewsOf(ctx, unpaid)).toEqual(['paid_late']);
  });

  it('twice, and by two at once, is announced once', async () => {
    const ctx = settling(await desk());
    const id = await stuckPayment(ctx);
    const input = payment(id, 'TJKDESK004');
    await Promise.all([resolveSubject(ctx, input, by), resolveSubject(ctx, input, by)]);
    await resolveSubject(ctx, input, by);
    expect(await eventsAbout(ctx, id)).toHaveLength(1);
    expect(await auditAbout(ctx, id)).toHaveLength(1);
  });

  it('failed before and found paid: succeeds, and the merchant is told', async () => {
    const ctx = settling(await desk());
    const id = await stuckPayment(ctx, { status: 'failed' });
    await resolveSubject(ctx, payment(id, 'TJKDESK005'), by);
    expect(await eventsAbout(ctx, id)).toMatchObject([{ type: 'payment.success' }]);
  });
});

describe('what is refused', () => {
  it('a receipt that another payment holds, with that payment named; of a stranger, without', async () => {
    const [mine, theirs] = [await desk(), await desk()];
    const ctx = settling(mine);
    const holder = await stuckPayment(ctx);
    await resolveSubject(ctx, payment(holder, 'TJKDESK006'), by);
    const id = await stuckPayment(ctx);
    expect(await refusalOf(resolveSubject(ctx, payment(id, 'TJKDESK006'), by))).toMatchObject({
      code: 'invalid_input',
      paymentId: holder,
      detail: expect.stringContaining(holder),
    });
    const foreign = settling(theirs);
    const other = await stuckPayment(foreign);
    const refused = await refusalOf(resolveSubject(foreign, payment(other, 'TJKDESK006'), by));
    expect(refused).toMatchObject({ code: 'invalid_input' });
    expect(JSON.stringify(refused)).not.toContain(holder);
  });

  it('a success as not paid, an offline payment, a young prompt, and the other half of a recorded payment', async () => {
    const ctx = settling(await desk());
    const done = await stuckPayment(ctx, { status: 'success', providerReceipt: 'TJKDESK007' });
    const offline = await stuckPayment(ctx, { source: 'c2b', status: 'success', callbackToken: null });
    const young = await stuckPayment(ctx, { createdAt: ctx.clock.now() });
    const half = await stuckPayment(ctx, { sameMoneyAs: done });
    for (const input of [
      notPaid('payment', done),
      notPaid('payment', offline),
      payment(young),
      payment(half, 'TJKDESK008'),
    ]) {
      expect(await refusalOf(resolveSubject(ctx, input, by)), input.subjectId).toMatchObject({ code: 'invalid_input' });
    }
    for (const id of [done, offline, young, half]) expect(await eventsAbout(ctx, id)).toEqual([]);
    expect(await resolveSubject(ctx, notPaid('payment', half), by)).toMatchObject({ status: 'failed' });
  });

  it('what is another tenant’s or environment’s, or has no reason', async () => {
    const [mine, theirs] = [await desk(), await desk()];
    const ctx = settling(mine);
    const [id, payout] = [await stuckPayment(ctx), await stuckPayout(ctx)];
    for (const stranger of [settling(theirs), settling(mine, 'production')]) {
      expect(await refusalOf(resolveSubject(stranger, payment(id), by))).toMatchObject({ code: 'not_found' });
      expect(await refusalOf(resolveSubject(stranger, notPaid('disbursement', payout), by))).toMatchObject({
        code: 'not_found',
      });
    }
    const refused = async () => resolveSubject(ctx, payment(id), { ...by, note: ' ' });
    expect(await refusalOf(refused())).toMatchObject({ code: 'invalid_input' });
  });
});

describe('a payout that nothing was heard of', () => {
  const paid = (subjectId: string, receipt: string) =>
    ({ subjectKind: 'disbursement', subjectId, as: 'paid', receipt }) as const;

  it('is resolved as paid or not paid, with its webhook, and closes its reviews', async () => {
    const ctx = settling(await desk());
    const [one, other] = [await stuckPayout(ctx), await stuckPayout(ctx)];
    await review(ctx, 'disbursement', one);
    await resolveSubject(ctx, paid(one, 'TJKOUT0001'), by);
    await resolveSubject(ctx, notPaid('disbursement', other), by);
    expect(await eventsAbout(ctx, one)).toMatchObject([
      { type: 'payout.result', data: { status: 'success', providerReceipt: 'TJKOUT0001' } },
    ]);
    expect(await eventsAbout(ctx, other)).toMatchObject([
      { type: 'payout.result', data: { status: 'failed', resultCode: 'resolved_not_paid' } },
    ]);
    expect(await ctx.rows.prisma.disbursement.findUniqueOrThrow({ where: { id: one } })).toMatchObject({
      settledBy: 'person',
      needsReview: false,
    });
    expect(await auditAbout(ctx, one)).toMatchObject([{ action: 'disbursement.resolved', actor: ctx.actor }]);
  });

  it('a reversal: refund.result; its receipt is not the one that it reverses, nor one that we know', async () => {
    const ctx = settling(await desk());
    const changes = { kind: 'reversal' as const, phone: null, commandId: null, transactionId: 'TJKPAID001' };
    const id = await stuckPayout(ctx, changes);
    const other = await stuckPayout(ctx, { status: 'success', providerReceipt: 'TJKOUT0002' });
    expect(await refusalOf(resolveSubject(ctx, paid(id, 'TJKPAID001'), by))).toMatchObject({ code: 'invalid_input' });
    expect(await refusalOf(resolveSubject(ctx, paid(id, 'TJKOUT0002'), by))).toMatchObject({ disbursementId: other });
    await resolveSubject(ctx, paid(id, 'TJKOUT0003'), by);
    expect(await eventsAbout(ctx, id)).toMatchObject([{ type: 'refund.result', data: { status: 'success' } }]);
  });

  it('failed and announced, then found paid: a second event tells the merchant', async () => {
    const ctx = settling(await desk());
    const id = await stuckPayout(ctx);
    await resolveSubject(ctx, notPaid('disbursement', id), by);
    await resolveSubject(ctx, paid(id, 'TJKOUT0005'), by);
    expect((await eventsAbout(ctx, id)).map(({ data }) => data.status).sort()).toEqual(['failed', 'success']);
  });

  it('and the provider’s contrary word goes to people', async () => {
    const ctx = settling(await desk());
    const id = await stuckPayout(ctx);
    await resolveSubject(ctx, paid(id, 'TJKOUT0004'), by);
    const fact = { originatorConversationId: null, conversationId: null, receipt: null, amount: null, payee: null };
    await settleDisbursement(ctx, id, () => ({
      ...fact,
      door: 'result',
      outcome: 'failed',
      resultCode: '2001',
      resultDesc: 'refused',
      isAlreadyReversed: false,
    }));
    expect(await openReviewsOf(ctx, id)).toEqual(['result_contradicted']);
  });
});
