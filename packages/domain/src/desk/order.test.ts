import { describe, expect, it } from 'vitest';
import { approveOrder, executeOrder, requestOrder, setPolicy } from '../orders/index.ts';
import { eventsAbout, openReviewsOf, type Person, refusalOf, review, stuckPayment, useDesks } from './desk.fixture.ts';

const desk = useDesks();
const reason = 'Seen on the statement';

const ask = (ctx: Person, subjectId: string, changes: object = {}, amount = 500) =>
  requestOrder(ctx, {
    kind: 'resolution',
    input: { subjectKind: 'payment', subjectId, as: 'not_paid', amount },
    reason,
    requestKey: crypto.randomUUID(),
    ...changes,
  });

describe('a resolution as an order', () => {
  it('in production waits for a second person, and names both', async () => {
    const { as, worker } = await desk();
    const [one, other] = [as('finance', 'production'), as('finance', 'production', 1)];
    const id = await stuckPayment(one);
    await review(one, 'payment', id);
    const { orderId, status } = await ask(one, id);
    expect(status).toBe('awaiting_approval');
    expect(await refusalOf(ask(other, id))).toMatchObject({
      code: 'invalid_input',
      detail: expect.stringContaining(orderId),
    });
    expect(await refusalOf(approveOrder(one, { orderId, note: null }))).toMatchObject({ code: 'forbidden' });
    const [mail] = await one.rows.prisma.mail.findMany({ where: { dedupeKey: { startsWith: `order:${orderId}:` } } });
    expect(mail?.text).toContain('Record the payment of KES 500 as not paid');
    await approveOrder(other, { orderId, note: null });
    expect(await executeOrder(worker, { orderId })).toBe('executed');
    expect(await one.rows.prisma.order.findUniqueOrThrow({ where: { id: orderId } })).toMatchObject({
      outcome: { ok: true, paymentId: id, status: 'failed' },
      resourceId: id,
    });
    const [entry] = await one.rows.prisma.auditEntry.findMany({ where: { subjectId: id } });
    expect(entry).toMatchObject({ actor: one.actor, detail: { approvedBy: other.actor, reason } });
    expect(await openReviewsOf(one, id)).toEqual([]);
  });

  it('is one person in the sandbox, and in production where nobody else may approve', async () => {
    const [office, alone] = [await desk(), await desk(['support', 'developer'])];
    const sandbox = office.as('finance');
    expect(await ask(sandbox, await stuckPayment(sandbox))).toMatchObject({ status: 'approved' });
    const owner = alone.as('owner', 'production');
    expect(await ask(owner, await stuckPayment(owner))).toMatchObject({ status: 'approved' });
  });

  it('goes by the sum when the policy names one', async () => {
    const { as } = await desk();
    const owner = as('owner', 'production');
    await setPolicy({ ...owner, actor: 'operator' }, { resolutionFrom: 500 });
    const small = await stuckPayment(owner, { amount: 499 });
    expect(await ask(owner, small, {}, 499)).toMatchObject({ status: 'approved' });
    expect(await ask(owner, await stuckPayment(owner))).toMatchObject({ status: 'awaiting_approval' });
    expect(await refusalOf(ask(owner, await stuckPayment(owner), {}, 1))).toMatchObject({ code: 'invalid_input' });
  });

  it('is refused at once without a reason, to roles that may not, and where it could not be carried out', async () => {
    const { as } = await desk();
    const ctx = as('finance');
    const id = await stuckPayment(ctx);
    expect(await refusalOf(ask(ctx, id, { reason: ' ' }))).toMatchObject({ code: 'invalid_input' });
    for (const role of ['support', 'developer'] as const) {
      expect(await refusalOf(ask(as(role), id))).toMatchObject({ code: 'forbidden' });
    }
    const done = await stuckPayment(ctx, { status: 'success', providerReceipt: 'TJKORD0001' });
    expect(await refusalOf(ask(ctx, done))).toMatchObject({ code: 'invalid_input' });
    const input = { subjectKind: 'payment', subjectId: id, as: 'paid', receipt: 'TJKORD0001', amount: 500 };
    expect(await refusalOf(ask(ctx, id, { input }))).toMatchObject({ paymentId: done });
    expect(await ctx.rows.prisma.order.count({ where: ctx.tenant })).toBe(0);
  });

  it('that was overtaken by the provider ends as a refusal, and changes nothing', async () => {
    const { as, worker } = await desk();
    const ctx = as('finance');
    const id = await stuckPayment(ctx);
    const { orderId } = await ask(ctx, id);
    await ctx.rows.prisma.payment.update({
      where: { id },
      data: {
        status: 'success',
        providerReceipt: 'TJKORD0002',
        resultCode: '0',
        settledAt: ctx.clock.now(),
        settledBy: 'callback',
      },
    });
    await executeOrder(worker, { orderId });
    expect(await ctx.rows.prisma.order.findUniqueOrThrow({ where: { id: orderId } })).toMatchObject({
      outcome: { ok: false, code: 'invalid_input' },
    });
    expect(await eventsAbout(ctx, id)).toEqual([]);
  });
});
