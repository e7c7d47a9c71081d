import { randomBytes } from 'node:crypto';
import type { OrderKind } from '@tillgate/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setRailAccount } from '../applications/index.ts';
import { payOut, payoutSchema, reverse as reverseReceipt } from '../disbursements/index.ts';
import { createTurns, fingerprintOf, idempotencyKeySchema } from '../idempotency/index.ts';
import { operator } from '../kernel/authority.ts';
import { DomainError } from '../kernel/errors.ts';
import { approveOrder } from './approve-order.ts';
import { executeOrder } from './execute-order.ts';
import { claimSeconds } from './order.ts';
import {
  actionsOf,
  disbursementsOf,
  newKey,
  type Office,
  orderOf,
  ordersWorld,
  payout,
  refusalOf,
  signalsOf,
} from './orders.fixture.ts';
import { requestOrder } from './request-order.ts';
import { claim, endOrder } from './statements.ts';
import { sweepOrders } from './sweep-orders.ts';

let world: Awaited<ReturnType<typeof ordersWorld>>;
beforeAll(async () => {
  world = await ordersWorld();
});
afterAll(() => world.close());

async function approved(
  kind: OrderKind = 'payout',
  input: object = payout,
): Promise<{ office: Office; orderId: string }> {
  const office = await world.office();
  const { orderId } = await requestOrder(office.as('owner'), { kind, input, requestKey: newKey() });
  return { office, orderId };
}

/** A received payment of the office. */
async function receivedPayment(office: Office, receipt: string) {
  const id = newKey();
  const now = office.clock.now();
  await office.rows.prisma.payment.create({
    data: {
      id,
      applicationId: office.merchant.applicationId,
      environment: 'sandbox',
      source: 'stk',
      status: 'success',
      amount: 250,
      requestedAmount: 250,
      phone: '254712345678',
      accountRef: 'ref',
      description: 'Payment',
      shortcode: '174379',
      callbackToken: randomBytes(32).toString('hex'),
      providerReceipt: receipt,
      createdAt: now,
      settledAt: now,
      settledBy: 'callback',
      resultCode: '0',
    },
  });
  return id;
}

describe('an approved order', () => {
  it('is carried out although a caller used every key that its id suggests', async () => {
    const { office, orderId } = await approved();
    const { worker, merchant } = office;
    const tenant = { applicationId: merchant.applicationId, environment: 'sandbox' as const };
    const caller = { ...worker, turns: createTurns(), tenant, actor: 'key:1', authority: operator };
    const input = { ...payoutSchema.parse({ ...payout, amount: 1 }) };
    for (const key of [`order:${orderId}`, orderId, `order${orderId}`]) {
      await payOut(caller, input, { key: idempotencyKeySchema.parse(key), fingerprint: fingerprintOf(input) });
    }
    expect(await executeOrder(worker, { orderId })).toBe('executed');
    expect((await orderOf(office, orderId)).outcome).toMatchObject({ ok: true });
    expect((await disbursementsOf(office)).map(({ amount }) => amount).sort()).toEqual([1, 1, 1, payout.amount]);
    const keys = await office.rows.prisma.idempotencyRecord.findMany({ where: tenant });
    expect(keys.filter(({ key }) => !idempotencyKeySchema.safeParse(key).success)).toHaveLength(1);
  });

  it('gets no outcome from an attempt that lost its claim', async () => {
    const { office, orderId } = await approved();
    const now = office.clock.now();
    const lapsed = await claim(office.rows.prisma, orderId, { claimedUntil: now, now });
    await claim(office.rows.prisma, orderId, { claimedUntil: new Date(now.getTime() + 60_000), now });
    const to = { id: orderId, attempts: lapsed?.attempts ?? 0, status: 'executed' as const, resourceId: null, at: now };
    const audit = { id: newKey(), actor: 'system', action: 'order.executed', detail: {} };
    expect(await endOrder(office.rows.pool, { ...to, outcome: { ok: true } }, audit)).toBe(false);
    expect(await orderOf(office, orderId)).toMatchObject({ status: 'approved', attempts: 2, outcome: null });
  });

  it('is carried out once, by as many workers and events as there may be', async () => {
    const { office, orderId } = await approved();
    const ends = await Promise.all(Array.from({ length: 5 }, () => executeOrder(office.worker, { orderId })));
    expect(ends.filter((end) => end === 'executed')).toHaveLength(1);
    expect(await executeOrder(office.worker, { orderId })).toBeUndefined();
    expect(office.worker.provider.payouts.calls).toHaveLength(1);
    const [disbursement] = await disbursementsOf(office);
    expect(disbursement).toMatchObject({ amount: 5_000, phone: '254712345678', status: 'pending' });
    expect(await orderOf(office, orderId)).toMatchObject({
      status: 'executed',
      resourceId: disbursement?.id,
      claimedUntil: null,
      outcome: { ok: true, disbursementId: disbursement?.id, conversationId: expect.any(String) },
    });
    const { attempts } = await orderOf(office, orderId);
    const lost = { id: orderId, attempts, status: 'expired' as const, outcome: null, resourceId: null };
    const audit = { id: newKey(), actor: 'system', action: 'order.expired', detail: {} };
    expect(await endOrder(office.rows.pool, { ...lost, at: office.clock.now() }, audit)).toBe(false);
    expect(await orderOf(office, orderId)).toMatchObject({ status: 'executed' });
    expect(await actionsOf(office, orderId)).toEqual(['order.executed system']);
    const asked = await office.rows.prisma.auditEntry.findFirst({ where: { subjectId: disbursement?.id } });
    expect(asked?.actor).toBe(office.as('owner').actor);
  });

  it('that the provider refuses is executed, with what it said decoded', async () => {
    const { office, orderId } = await approved();
    office.worker.provider.payouts.answer({
      kind: 'rejected',
      by: 'provider',
      code: '400.002.02',
      description: 'Bad Request',
    });
    await executeOrder(office.worker, { orderId });
    const { outcome, resourceId } = await orderOf(office, orderId);
    expect(outcome).toMatchObject({
      ok: false,
      code: 'provider_rejected',
      upstream: { code: '400.002.02' },
      disbursementId: resourceId,
    });
    expect((await disbursementsOf(office))[0]).toMatchObject({ status: 'failed' });
  });

  it('that the provider did not answer is indeterminate, and is not sent again', async () => {
    const { office, orderId } = await approved();
    office.worker.provider.payouts.answer({ kind: 'unknown', cause: 'timeout' });
    await executeOrder(office.worker, { orderId });
    expect((await orderOf(office, orderId)).outcome).toMatchObject({
      ok: false,
      code: 'idempotency_indeterminate',
      indeterminate: true,
      detail: expect.stringMatching(/may have moved/),
    });
    await sweepOrders(office.worker);
    expect(await executeOrder(office.worker, { orderId })).toBeUndefined();
    expect(office.worker.provider.payouts.calls).toHaveLength(1);
  });

  it('that nobody carried out in time expires, and nothing is sent', async () => {
    const { office, orderId } = await approved();
    office.clock.advance(15 * 60);
    expect(await executeOrder(office.worker, { orderId })).toBe('expired');
    expect(office.worker.provider.payouts.calls).toHaveLength(0);
    expect(await disbursementsOf(office)).toEqual([]);
  });
});

describe('a worker that is killed', () => {
  const cut = () => Promise.reject(new Error('killed'));
  /** A worker that dies when it asks the network to pay out. */
  const whilePaying = ({ worker }: Office) => {
    const { provider } = worker;
    const rail: typeof provider.rail = (account) => ({ ...provider.rail(account), payouts: { send: cut } });
    return { ...worker, provider: { ...provider, rail } };
  };

  it('between its claim and the provider: the next one sends, once', async () => {
    const { office, orderId } = await approved();
    const dying = { ...office.worker, accounts: cut };
    await expect(executeOrder(dying, { orderId })).rejects.toThrow('killed');
    expect(await executeOrder(office.worker, { orderId })).toBeUndefined();
    office.clock.advance(claimSeconds);
    expect(await executeOrder(office.worker, { orderId })).toBe('executed');
    expect(office.worker.provider.payouts.calls).toHaveLength(1);
  });

  it('during the call: the next one records that money may have moved, and sends nothing', async () => {
    const { office, orderId } = await approved();
    const dying = whilePaying(office);
    await expect(executeOrder(dying, { orderId })).rejects.toThrow('killed');
    office.clock.advance(claimSeconds);
    await sweepOrders(office.worker);
    expect(signalsOf(office, orderId)).toHaveLength(2);
    expect(await executeOrder(office.worker, { orderId })).toBe('executed');
    expect(office.worker.provider.payouts.calls).toHaveLength(0);
    const [disbursement] = await disbursementsOf(office);
    expect(await orderOf(office, orderId)).toMatchObject({
      resourceId: disbursement?.id,
      outcome: { ok: false, indeterminate: true, disbursementId: disbursement?.id },
    });
  });

  it('during the call, and past the time of the order: no sweep says that it expired', async () => {
    const { office, orderId } = await approved();
    const dying = whilePaying(office);
    await expect(executeOrder(dying, { orderId })).rejects.toThrow('killed');
    office.clock.advance(3_600);
    await sweepOrders(office.worker);
    expect(await orderOf(office, orderId)).toMatchObject({ status: 'approved' });
    expect(await executeOrder(office.worker, { orderId })).toBe('executed');
    expect(await orderOf(office, orderId)).toMatchObject({ outcome: { ok: false, indeterminate: true } });
  });

  it('after the call, before the outcome: the next one records what the key has', async () => {
    const { office, orderId } = await approved('collect', { amount: 10, phone: '0712345678' });
    const { worker } = office;
    await executeOrder(worker, { orderId });
    const { resourceId } = await orderOf(office, orderId);
    // What a customer reads is a code to say aloud, and not a part of an id.
    const payment = await office.rows.prisma.payment.findUniqueOrThrow({ where: { id: resourceId ?? '' } });
    expect(payment.accountRef).toMatch(/^[2-9A-HJKMNP-TV-Z]{3}-[2-9A-HJKMNP-TV-Z]{3}$/);
    await office.rows.prisma.$executeRaw`
      UPDATE orders SET status = 'approved', outcome = NULL, resource_id = NULL, executed_at = NULL WHERE id = ${orderId}::uuid`;
    office.clock.advance(20 * 60);
    expect(await executeOrder(worker, { orderId })).toBe('executed');
    expect(worker.provider.pushes.calls).toHaveLength(1);
    expect(await orderOf(office, orderId)).toMatchObject({ resourceId, outcome: { ok: true, paymentId: resourceId } });
  });

  it('and an attempt that is still under way elsewhere is waited for', async () => {
    const { office, orderId } = await approved();
    const held = office.worker.provider.payouts.hold();
    const first = executeOrder(office.worker, { orderId });
    const { request } = await held.arrived;
    // As if its claim had lapsed long before its end.
    await office.rows.prisma.order.update({ where: { id: orderId }, data: { claimedUntil: null } });
    expect(await executeOrder(office.worker, { orderId })).toBeUndefined();
    held.answer({
      kind: 'accepted',
      originatorConversationId: request.originatorConversationId,
      conversationId: 'AG_1',
    });
    await first;
    await executeOrder(office.worker, { orderId });
    expect(await orderOf(office, orderId)).toMatchObject({ status: 'executed', outcome: { ok: true } });
    expect(office.worker.provider.payouts.calls).toHaveLength(1);
  });

  it('whose fault is ours again and again gives up, and says that nothing was sent', async () => {
    const { office, orderId } = await approved();
    const dying = { ...office.worker, accounts: cut };
    for (let attempt = 1; attempt < 5; attempt += 1) {
      await expect(executeOrder(dying, { orderId })).rejects.toThrow('killed');
      office.clock.advance(claimSeconds);
    }
    expect(await executeOrder(dying, { orderId })).toBe('executed');
    expect((await orderOf(office, orderId)).outcome).toMatchObject({ ok: false, code: 'internal' });
  });
});

describe('the sweep', () => {
  it('publishes what nobody carries out, each time under a new id, and not what has just been published', async () => {
    const { office, orderId } = await approved();
    const swept = async () => {
      await sweepOrders(office.worker);
      return signalsOf(office, orderId).length;
    };
    expect(await swept()).toBe(1);
    office.clock.advance(3);
    expect(await swept()).toBe(2);
    expect(await swept()).toBe(2);
    office.clock.advance(10);
    expect(await swept()).toBe(3);
    expect(new Set(signalsOf(office, orderId).map(({ id }) => id)).size).toBe(3);
    expect(await executeOrder(office.worker, { orderId })).toBe('executed');
  });
});

describe('each kind runs the verb of its name', () => {
  it('reversal: of a payment of ours whole, and not a second time', async () => {
    const office = await world.office();
    const paymentId = await receivedPayment(office, 'TJKAAA0001');
    const owner = office.as('owner');
    const reverse = (input: object) => requestOrder(owner, { kind: 'reversal', input, requestKey: newKey() });
    expect(await refusalOf(reverse({ transactionId: 'TJKAAA0001', amount: 100 }))).toMatchObject({
      code: 'invalid_input',
    });
    const { orderId } = await reverse({ transactionId: 'tjkaaa0001', amount: 250 });
    expect((await orderOf(office, orderId)).resourceId).toBe(paymentId);
    expect(await refusalOf(reverse({ transactionId: 'TJKAAA0001', amount: 250 }))).toMatchObject({
      code: 'already_reversed',
      detail: expect.stringContaining(orderId),
    });
    await executeOrder(office.worker, { orderId });
    expect((await disbursementsOf(office))[0]).toMatchObject({
      kind: 'reversal',
      paymentId,
      transactionId: 'TJKAAA0001',
    });
    expect(await refusalOf(reverse({ transactionId: 'TJKAAA0001', amount: 250 }))).toMatchObject({
      code: 'already_reversed',
    });
  });

  it('reversal: of support, which approves nothing, waits for somebody who does, at any amount', async () => {
    const office = await world.office();
    await receivedPayment(office, 'TJKAAA0009');
    const input = { transactionId: 'TJKAAA0009', amount: 250 };
    const request = { kind: 'reversal' as const, input, requestKey: newKey() };
    const { orderId, status } = await requestOrder(office.as('support'), request);
    expect(status).toBe('awaiting_approval');
    expect(await executeOrder(office.worker, { orderId })).toBeUndefined();
    expect(await refusalOf(approveOrder(office.as('support'), { orderId }))).toMatchObject({ code: 'forbidden' });
    expect(await disbursementsOf(office)).toEqual([]);
    await approveOrder(office.as('finance'), { orderId });
    expect(await executeOrder(office.worker, { orderId })).toBe('executed');
    expect(await disbursementsOf(office)).toMatchObject([{ kind: 'reversal', transactionId: 'TJKAAA0009' }]);
  });

  it('reversal: of somebody whose role was lowered after the request is not carried out without approval', async () => {
    const office = await world.office();
    await receivedPayment(office, 'TJKAAA0010');
    const finance = office.as('finance');
    const input = { transactionId: 'TJKAAA0010', amount: 250 };
    const { orderId, status } = await requestOrder(finance, { kind: 'reversal', input, requestKey: newKey() });
    expect(status).toBe('approved');
    const userId = finance.actor.replace('user:', '');
    await office.rows.prisma.membership.updateMany({ where: { userId }, data: { role: 'support' } });
    await executeOrder(office.worker, { orderId });
    expect((await orderOf(office, orderId)).outcome).toMatchObject({ ok: false, code: 'approval_required' });
    expect(await disbursementsOf(office)).toEqual([]);
  });

  it('reversal: three people at once make one order, and the worker is refused what the API has reversed', async () => {
    const office = await world.office();
    await receivedPayment(office, 'TJKAAA0003');
    const input = { transactionId: 'TJKAAA0003', amount: 250 };
    const people = [office.as('finance'), office.as('finance', 1), office.as('owner')];
    const asked = await Promise.all(
      people.map((who) =>
        requestOrder(who, { kind: 'reversal', input, requestKey: newKey() }).catch((error: Error) =>
          error instanceof DomainError ? error.code : error.message,
        ),
      ),
    );
    const [made, ...more] = asked.flatMap((answer) => (typeof answer === 'object' ? [answer] : []));
    expect(more).toEqual([]);
    expect(asked.filter((answer) => answer === 'already_reversed')).toHaveLength(2);
    if (!made) throw new Error('no order was made');
    const { outcome } = await reverseReceipt({ ...office.as('owner'), ...office.worker }, input);
    await executeOrder(office.worker, { orderId: made.orderId });
    expect((await orderOf(office, made.orderId)).outcome).toMatchObject({
      ok: false,
      code: 'already_reversed',
      disbursementId: outcome.disbursementId,
    });
    expect(await disbursementsOf(office)).toHaveLength(1);
  });

  it('collect: the limit of a phone is told in plain words', async () => {
    const office = await world.office();
    const outcomes: unknown[] = [];
    for (let count = 0; count < 6; count += 1) {
      const { orderId } = await requestOrder(office.as('support'), {
        kind: 'collect',
        input: { amount: 1, phone: '0712000000' },
        requestKey: newKey(),
      });
      await executeOrder(office.worker, { orderId });
      outcomes.push((await orderOf(office, orderId)).outcome);
    }
    expect(outcomes.slice(0, 5)).toEqual(Array(5).fill(expect.objectContaining({ ok: true })));
    expect(outcomes[5]).toMatchObject({
      ok: false,
      code: 'rate_limited',
      detail: expect.not.stringMatching(/Idempotency/),
    });
  });

  it('payment_query, the inquiries, c2b_registration and qr_code', async () => {
    const office = await world.office();
    const paymentId = await receivedPayment(office, 'TJKAAA0002');
    const run = async (kind: OrderKind, input: object = {}) => {
      const { orderId } = await requestOrder(office.as('owner'), { kind, input, requestKey: newKey() });
      await executeOrder(office.worker, { orderId });
      return orderOf(office, orderId);
    };
    expect(await run('payment_query', { paymentId })).toMatchObject({
      resourceId: paymentId,
      outcome: { ok: true, paymentId, status: 'success', providerReceipt: 'TJKAAA0002' },
    });
    const status = await run('transaction_status', { transactionId: 'TJKAAA0002' });
    expect(status.outcome).toMatchObject({ ok: true, queryId: status.resourceId });
    expect((await run('account_balance')).outcome).toMatchObject({ ok: true, queryId: expect.any(String) });
    const registered = await run('c2b_registration');
    expect(registered.outcome).toEqual({
      ok: true,
      shortcode: '174379',
      responseCode: '0',
      responseDescription: 'Success',
    });
    expect((await run('qr_code', { amount: 10 })).outcome).toMatchObject({ ok: true, qrBase64: expect.any(String) });
    const strange = { kind: 'payment_query' as const, input: { paymentId: newKey() }, requestKey: newKey() };
    expect(await refusalOf(requestOrder(office.as('owner'), strange))).toMatchObject({ code: 'not_found' });
  });

  it('credential_check: tries the account at another network, with or without one at M-PESA', async () => {
    const office = await world.office();
    const { applicationId } = office.merchant;
    const request = (input: object) =>
      requestOrder(office.as('owner'), { kind: 'credential_check', input, requestKey: newKey() });
    const input = { capability: 'token', rail: 'airtel' };
    expect(await refusalOf(request(input))).toMatchObject({ code: 'provider_not_configured' });
    const secrets = { clientId: 'id', clientSecret: 'secret' };
    const account = { applicationId, environment: 'sandbox' as const, rail: 'airtel' as const };
    await setRailAccount(office.as('owner'), { ...account, number: '450123', secrets });
    await office.rows.prisma.providerCredential.deleteMany({ where: { applicationId } });
    await office.rows.prisma.railAccount.deleteMany({ where: { applicationId, rail: 'mpesa' } });
    const { orderId } = await request(input);
    await executeOrder(office.worker, { orderId });
    expect((await orderOf(office, orderId)).outcome).toMatchObject({
      ok: true,
      checks: [{ capability: 'token', ok: true }],
    });
    expect(office.worker.provider.tokenTrials.calls.map(({ rail }) => rail)).toEqual(['airtel']);
    for (const wrong of [
      { ...input, capability: 'prompt' },
      { ...input, rail: 'momo' },
    ]) {
      expect(await refusalOf(request(wrong))).toMatchObject({ code: 'invalid_input' });
    }
  });

  it('credential_check: tries what a capability stands on, and stops at the first that does not hold', async () => {
    const office = await world.office();
    const check = async (capability: string) => {
      const { orderId } = await requestOrder(office.as('owner'), {
        kind: 'credential_check',
        input: { capability },
        requestKey: newKey(),
      });
      await executeOrder(office.worker, { orderId });
      return (await orderOf(office, orderId)).outcome;
    };
    expect(await check('prompt')).toMatchObject({
      ok: true,
      checks: [
        { capability: 'token', ok: true },
        { capability: 'prompt', ok: true },
      ],
    });
    office.worker.provider.tokenTrials.answer({ ok: false, detail: 'The provider refused the consumer key.' });
    expect(await check('initiator')).toMatchObject({
      ok: false,
      detail: 'The provider refused the consumer key.',
      checks: [{ capability: 'token', ok: false }],
    });
    expect(office.worker.provider.balanceInquiries.calls).toHaveLength(0);
    office.worker.provider.balanceInquiries.answer({
      kind: 'rejected',
      by: 'provider',
      code: '400.002.02',
      description: 'Bad Request - Invalid Initiator',
    });
    expect(await check('initiator')).toMatchObject({
      ok: false,
      checks: [{ ok: true }, { capability: 'initiator', ok: false }],
    });
  });
});
