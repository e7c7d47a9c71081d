import { describe, expect, it } from 'vitest';
import { leaseSeconds } from '../idempotency/index.ts';
import {
  auditOf,
  elsewhere,
  later,
  onlyRowOf,
  post,
  refusalOf,
  rowOf,
  rowsOf,
  under,
  useShops,
  webhooksOf,
} from './disbursements.fixture.ts';
import { getDisbursement } from './get-disbursement.ts';
import { payOut } from './pay-out.ts';

const shop = useShops();

const input = { amount: 100, phone: '254712345678', commandId: 'BusinessPayment' as const };
const lost = { kind: 'unknown' as const, cause: 'cut' };

let receipts = 0;
const newReceipt = () => {
  receipts += 1;
  return `TJP${String(receipts).padStart(7, '0')}`;
};
const paid = (transactionId: string) => ({ resultCode: '0', resultDesc: 'ok', transactionId });

describe('a payout', () => {
  it('whose recorded outcome cannot be read is indeterminate, and no money leaves again', async () => {
    const ctx = await shop();
    const { outcome } = await payOut(ctx, input, under('broken', input));
    const where = { applicationId_environment_endpoint_key: { ...ctx.tenant, endpoint: 'payout', key: 'broken' } };
    await ctx.db.prisma.idempotencyRecord.update({ where, data: { outcome: { kind: 'accepted' } } });
    expect(await refusalOf(payOut(ctx, input, under('broken', input)))).toMatchObject({
      code: 'idempotency_indeterminate',
      disbursementId: outcome.disbursementId,
    });
    expect(ctx.provider.payouts.calls).toHaveLength(1);
  });

  it('records itself before it calls, under the id that the provider gets and refuses a second time', async () => {
    const ctx = await shop();
    const held = ctx.provider.payouts.hold();
    const paying = payOut(ctx, { ...input, remarks: 'Wages', occasion: 'May' });
    const { request, account } = await held.arrived;
    const row = await onlyRowOf(ctx);
    expect(row).toMatchObject({ kind: 'payout', status: 'pending', amount: 100, phone: input.phone });
    expect(row.originatorConversationId).toBe(row.id);
    expect(row.callbackToken).toMatch(/^[0-9a-f]{64}$/);
    expect(row.nextInquiryAt?.getTime()).toBe(row.createdAt.getTime() + 120_000);
    expect(request).toEqual({
      originatorConversationId: row.id,
      amount: 100,
      phone: input.phone,
      commandId: 'BusinessPayment',
      remarks: 'Wages',
      occasion: 'May',
      resultUrl: `https://pay.example/functions/v1/result-hook/${row.callbackToken}`,
      timeoutUrl: `https://pay.example/functions/v1/timeout-hook/${row.callbackToken}`,
      sendBefore: new Date(row.createdAt.getTime() + leaseSeconds * 1000),
    });
    expect(account).toMatchObject({ initiator: { name: 'api' } });
    held.answer({ kind: 'accepted', originatorConversationId: row.id, conversationId: 'AG_1' });
    expect((await paying).outcome).toEqual({ kind: 'accepted', disbursementId: row.id, conversationId: 'AG_1' });
    expect(await rowOf(ctx, row.id)).toMatchObject({ status: 'pending', conversationId: 'AG_1' });
    const [requested] = await ctx.db.prisma.auditEntry.findMany({ where: { subjectId: row.id } });
    expect(requested).toMatchObject({ action: 'disbursement.requested', actor: ctx.actor });
  });

  it('without a key every call is a new one', async () => {
    const ctx = await shop();
    await payOut(ctx, input);
    await payOut(ctx, input);
    const ids = ctx.provider.payouts.calls.map(({ request }) => request.originatorConversationId);
    expect(new Set(ids).size).toBe(2);
  });
});

describe('under an idempotency key', () => {
  it('sixty concurrent duplicates in two processes are one payout', async () => {
    const ctx = await shop();
    const other = elsewhere(ctx);
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, index) => payOut(index % 2 ? ctx : other, input, under('burst', input))),
    );
    expect(ctx.provider.payouts.calls).toHaveLength(1);
    expect(await rowsOf(ctx)).toHaveLength(1);
    expect(new Set(all.map(({ outcome }) => outcome.disbursementId)).size).toBe(1);
    expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1);
  });

  it('another body is refused, and the same key is free for another merchant', async () => {
    const [ctx, stranger] = [await shop(), await shop()];
    await payOut(ctx, input, under('k', input));
    const other = { ...input, amount: 101 };
    expect(await refusalOf(payOut(ctx, other, under('k', other)))).toMatchObject({ code: 'idempotency_key_reused' });
    expect((await payOut(stranger, input, under('k', input))).replayed).toBe(false);
    expect(ctx.provider.payouts.calls).toHaveLength(1);
  });

  it('no answer is indeterminate for ever, names the disbursement, and never pays again', async () => {
    const ctx = await shop();
    ctx.provider.payouts.answer(lost);
    const first = await refusalOf(payOut(ctx, input, under('k', input)));
    const row = await onlyRowOf(ctx);
    expect(first).toEqual({ code: 'idempotency_indeterminate', indeterminate: true, disbursementId: row.id });
    expect(await refusalOf(payOut(elsewhere(ctx), input, under('k', input)))).toEqual(first);
    expect(row).toMatchObject({ status: 'pending', conversationId: null });
    expect(row.nextInquiryAt).not.toBeNull();
    expect(ctx.provider.payouts.calls).toHaveLength(1);
  });

  it('a process that dies during the call leaves a key that becomes indeterminate', async () => {
    const ctx = await shop();
    const held = ctx.provider.payouts.hold();
    const dying = payOut(ctx, input, under('k', input));
    await held.arrived;
    const after = later(elsewhere(ctx), leaseSeconds);
    expect(await refusalOf(payOut(after, input, under('k', input)))).toMatchObject({
      code: 'idempotency_indeterminate',
    });
    held.answer({ kind: 'accepted', originatorConversationId: 'x', conversationId: 'AG_late' });
    await dying;
    expect((await onlyRowOf(ctx)).conversationId).toBe('AG_late');
    expect(ctx.provider.payouts.calls).toHaveLength(1);
  });

  it('a key that others were told is indeterminate never becomes an answer', async () => {
    const ctx = await shop();
    const held = ctx.provider.payouts.hold();
    const paying = payOut(ctx, input, under('k', input));
    await held.arrived;
    await ctx.db.prisma.idempotencyRecord.updateMany({
      where: { applicationId: ctx.tenant.applicationId },
      data: { state: 'indeterminate' },
    });
    held.answer({ kind: 'accepted', originatorConversationId: 'x', conversationId: 'AG_late' });
    await paying;
    const claim = await ctx.db.prisma.idempotencyRecord.findFirst({
      where: { applicationId: ctx.tenant.applicationId },
    });
    expect(claim).toMatchObject({ state: 'indeterminate', outcome: null, completedAt: null });
  });

  it('a refusal is final: failed, without a webhook, and replayed for ever', async () => {
    const ctx = await shop();
    const refusal = { kind: 'rejected', by: 'provider', code: '400.002.02', description: 'Bad Request' } as const;
    ctx.provider.payouts.answer(refusal);
    const first = await payOut(ctx, input, under('k', input));
    const row = await onlyRowOf(ctx);
    expect(first.outcome).toMatchObject({ kind: 'refused', disbursementId: row.id, code: '400.002.02' });
    expect(await payOut(elsewhere(ctx), input, under('k', input))).toEqual({ outcome: first.outcome, replayed: true });
    expect(row).toMatchObject({ status: 'failed', settledBy: 'push', resultCode: '400.002.02', nextInquiryAt: null });
    expect(await webhooksOf(ctx, row.id)).toEqual([]);
    expect(ctx.provider.payouts.calls).toHaveLength(1);
  });
});

it('a missing initiator is named, spends no key and records nothing', async () => {
  const ctx = await shop({});
  await expect(payOut(ctx, input, under('k', input))).rejects.toMatchObject({
    code: 'provider_not_configured',
    message: expect.stringMatching(/initiator name and initiator password/i),
  });
  expect(await rowsOf(ctx)).toEqual([]);
  expect(await ctx.db.prisma.idempotencyRecord.count({ where: { applicationId: ctx.tenant.applicationId } })).toBe(0);
});

it('without a key, no answer says that money may move', async () => {
  const ctx = await shop();
  ctx.provider.payouts.answer(lost);
  expect(await refusalOf(payOut(ctx, input))).toEqual({
    code: 'provider_unavailable',
    indeterminate: true,
    disbursementId: (await onlyRowOf(ctx)).id,
  });
});

describe('the result of a payout', () => {
  it('settles it and freezes one webhook with exactly the fields of the contract', async () => {
    const ctx = await shop();
    const { outcome } = await payOut(ctx, input);
    const { id, conversationId } = await rowOf(ctx, outcome.disbursementId);
    const receipt = newReceipt();
    const result = { ...paid(receipt), originatorConversationId: id, conversationId };
    expect(await post(ctx, id, result)).toEqual({ state: 'applied', error: null });
    expect(await rowOf(ctx, id)).toMatchObject({ status: 'success', settledBy: 'result', nextInquiryAt: null });
    const data = {
      disbursementId: id,
      conversationId,
      applicationId: ctx.tenant.applicationId,
      env: 'sandbox',
      kind: 'payout',
      status: 'success',
      amount: 100,
      phone: input.phone,
      commandId: 'BusinessPayment',
      providerReceipt: receipt,
      resultCode: 0,
      resultDesc: 'ok',
      decoded: null,
    };
    const created = Math.floor(ctx.clock.now().getTime() / 1000);
    expect(await webhooksOf(ctx, id)).toEqual([
      { eventType: 'payout.result', body: { type: 'payout.result', created, data } },
    ]);
    expect(ctx.events.at(-1)).toMatchObject({ name: 'deliveries.waiting' });
    const { phone: _, createdAt, ...view } = await getDisbursement(ctx, id);
    expect(view).toMatchObject({ disbursementId: id, status: 'success', providerReceipt: receipt, resultCode: 0 });
    expect(createdAt).toBe(ctx.clock.now().toISOString());
  });

  it('that is a failure explains itself in the webhook', async () => {
    const ctx = await shop();
    const { outcome } = await payOut(ctx, input);
    const id = outcome.disbursementId;
    await post(ctx, id, { resultCode: 'SFC_IC0003', resultDesc: 'The phone number is invalid' });
    const [webhook] = await webhooksOf(ctx, id);
    expect(webhook?.body.data).toMatchObject({
      status: 'failed',
      providerReceipt: null,
      resultCode: 'SFC_IC0003',
      decoded: { code: 'SFC_IC0003', category: 'customer', retryable: false },
    });
  });

  it('may come before the acknowledgement, which then overwrites nothing', async () => {
    const ctx = await shop();
    const held = ctx.provider.payouts.hold();
    const paying = payOut(ctx, input, under('k', input));
    const { request } = await held.arrived;
    const id = request.originatorConversationId;
    const receipt = newReceipt();
    await post(ctx, id, { ...paid(receipt), originatorConversationId: id, conversationId: 'AG_1' });
    held.answer({ kind: 'accepted', originatorConversationId: id, conversationId: 'AG_1' });
    const { outcome } = await paying;
    expect(outcome).toEqual({ kind: 'accepted', disbursementId: id, conversationId: 'AG_1' });
    expect(await rowOf(ctx, id)).toMatchObject({ status: 'success', providerReceipt: receipt, conversationId: 'AG_1' });
    expect((await webhooksOf(ctx, id))[0]?.body.data.conversationId).toBe('AG_1');
  });

  it('that succeeded before a refusal arrived leaves the key indeterminate, never "refused"', async () => {
    const ctx = await shop();
    const held = ctx.provider.payouts.hold();
    const paying = refusalOf(payOut(ctx, input, under('k', input)));
    const { request } = await held.arrived;
    await post(ctx, request.originatorConversationId, paid(newReceipt()));
    held.answer({ kind: 'rejected', by: 'provider', code: '500.003.02', description: 'busy' });
    expect(await paying).toMatchObject({ code: 'idempotency_indeterminate' });
    expect(await refusalOf(payOut(ctx, input, under('k', input)))).toMatchObject({ code: 'idempotency_indeterminate' });
    expect((await onlyRowOf(ctx)).status).toBe('success');
    expect(ctx.provider.payouts.calls).toHaveLength(1);
  });

  it('settles a payout whose acknowledgement was lost', async () => {
    const ctx = await shop();
    ctx.provider.payouts.answer(lost);
    await refusalOf(payOut(ctx, input, under('k', input)));
    const { id } = await onlyRowOf(ctx);
    await post(ctx, id, { ...paid(newReceipt()), originatorConversationId: id, conversationId: 'AG_unseen' });
    expect(await rowOf(ctx, id)).toMatchObject({ status: 'success', conversationId: 'AG_unseen' });
    expect(await webhooksOf(ctx, id)).toHaveLength(1);
  });

  it('that comes twice changes nothing the second time', async () => {
    const ctx = await shop();
    const { outcome } = await payOut(ctx, input);
    const receipt = newReceipt();
    await post(ctx, outcome.disbursementId, paid(receipt));
    await post(ctx, outcome.disbursementId, { ...paid(receipt), resultDesc: 'in other words' });
    expect(await webhooksOf(ctx, outcome.disbursementId)).toHaveLength(1);
    expect(await auditOf(ctx, outcome.disbursementId)).toEqual([]);
  });

  it('settles once when many arrive at once', async () => {
    const ctx = await shop();
    const { outcome } = await payOut(ctx, input);
    const receipt = newReceipt();
    const results = Array.from({ length: 15 }, (_, n) => ({ ...paid(receipt), resultDesc: `copy ${n}` }));
    await Promise.all(results.map((result) => post(ctx, outcome.disbursementId, result)));
    expect(await webhooksOf(ctx, outcome.disbursementId)).toHaveLength(1);
    expect((await rowOf(ctx, outcome.disbursementId)).status).toBe('success');
  });

  it('with the ids of another conversation settles nothing, and the provider and people are asked', async () => {
    const ctx = await shop();
    const { outcome } = await payOut(ctx, input);
    const id = outcome.disbursementId;
    const foreign = { ...paid(newReceipt()), originatorConversationId: 'another' };
    expect((await post(ctx, id, foreign)).state).toBe('unmatched');
    expect(await rowOf(ctx, id)).toMatchObject({
      status: 'pending',
      needsReview: true,
      nextInquiryAt: ctx.clock.now(),
    });
    expect(await auditOf(ctx, id)).toMatchObject([{ action: 'disbursement.contradicted', actor: 'provider' }]);
  });

  it('that is a failure after a success is audited, changes nothing and asks people to look', async () => {
    const ctx = await shop();
    const { outcome } = await payOut(ctx, input);
    const id = outcome.disbursementId;
    await post(ctx, id, paid(newReceipt()));
    expect((await post(ctx, id, { resultCode: '1' })).state).toBe('unmatched');
    expect(await rowOf(ctx, id)).toMatchObject({ status: 'success', needsReview: true });
    expect(await webhooksOf(ctx, id)).toHaveLength(1);
    expect(await auditOf(ctx, id)).toMatchObject([{ action: 'disbursement.contradicted' }]);
  });

  it.each([
    ['more messages follow', { final: false, resultCode: '0' }, 'applied'],
    ['the first request under the id decides', { resultCode: '15' }, 'applied'],
    ['the provider will go on by itself', { resultCode: '100000000' }, 'applied'],
  ])('settles nothing when %s', async (_why, result, state) => {
    const ctx = await shop();
    const { outcome } = await payOut(ctx, input);
    expect((await post(ctx, outcome.disbursementId, result)).state).toBe(state);
    expect((await rowOf(ctx, outcome.disbursementId)).status).toBe('pending');
  });
});

describe('reading a disbursement', () => {
  it('is for its own tenant: a foreign one, a missing one and no id at all are the same', async () => {
    const [ctx, stranger] = [await shop(), await shop()];
    const { outcome } = await payOut(ctx, input);
    const id = outcome.disbursementId;
    expect(await getDisbursement(ctx, id)).toMatchObject({ kind: 'payout', status: 'pending', phone: input.phone });
    const production = { ...ctx, tenant: { ...ctx.tenant, environment: 'production' as const } };
    const refusals = await Promise.all(
      [
        getDisbursement(stranger, id),
        getDisbursement(production, id),
        getDisbursement(ctx, '0192f3a4-5b6c-7d8e-9f00-112233445566'),
        getDisbursement(ctx, 'x'),
      ].map((read) => read.catch((error: Error) => error)),
    );
    for (const refusal of refusals) expect(refusal).toEqual(refusals[0]);
    expect(refusals[0]).toMatchObject({ code: 'not_found' });
  });
});
