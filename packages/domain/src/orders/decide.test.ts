import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countWaitingOrders, getOrder, getPolicy, listOrders } from '../reading/orders/index.ts';
import { approveOrder } from './approve-order.ts';
import { cancelOrder } from './cancel-order.ts';
import { executeOrder } from './execute-order.ts';
import {
  actionsOf,
  newKey,
  type Office,
  orderOf,
  ordersWorld,
  type Person,
  payout,
  refusalOf,
  signalsOf,
} from './orders.fixture.ts';
import { rejectOrder } from './reject-order.ts';
import { requestOrder } from './request-order.ts';
import { setPolicy } from './set-policy.ts';
import { sweepOrders } from './sweep-orders.ts';

let world: Awaited<ReturnType<typeof ordersWorld>>;
beforeAll(async () => {
  world = await ordersWorld();
});
afterAll(() => world.close());

const ask = (by: Person, input: object = payout, requestKey = newKey()) =>
  requestOrder(by, { kind: 'payout', input, requestKey, reason: 'Refund for broken goods' });

/** An office where payouts of 1,000 and more wait, and one such payout. */
async function waitingOrder(): Promise<{ office: Office; orderId: string }> {
  const office = await world.office();
  await setPolicy(office.as('owner'), { payoutFrom: 1_000, reversalFrom: null });
  const { orderId, status } = await ask(office.as('finance'));
  expect(status).toBe('awaiting_approval');
  return { office, orderId };
}

const mailsOf = (office: Office, orderId: string) =>
  office.rows.prisma.mail.findMany({ where: { dedupeKey: { startsWith: `order:${orderId}:` } } });

describe('asking', () => {
  it('below the threshold goes to the worker at once', async () => {
    const office = await world.office();
    await setPolicy(office.as('owner'), { payoutFrom: 5_001, reversalFrom: null });
    const { orderId, status } = await ask(office.as('finance'));
    expect(status).toBe('approved');
    expect(office.events).toEqual([{ name: 'order.approved', id: expect.any(String), data: { orderId } }]);
    expect(await actionsOf(office, orderId)).toEqual([]);
    expect(await mailsOf(office, orderId)).toEqual([]);
  });

  it('from the threshold on waits, and tells exactly those who may approve, without the phone', async () => {
    const { office, orderId } = await waitingOrder();
    expect(office.events).toEqual([]);
    const mails = await mailsOf(office, orderId);
    const { owner, members } = office.merchant;
    expect(mails.map(({ to }) => to).sort()).toEqual([owner.email, members[1]?.email].sort());
    expect(mails[0]?.text).toContain('Refund for broken goods');
    expect(JSON.stringify(mails)).not.toMatch(/712345678/);
  });

  it('sends no mail to an approver who does not want it, and still lets them approve', async () => {
    const office = await world.office();
    const { owner, members } = office.merchant;
    await office.rows.prisma.user.update({ where: { id: owner.userId }, data: { mutedMails: ['approvals'] } });
    await setPolicy(office.as('owner'), { payoutFrom: 1, reversalFrom: null });
    const { orderId } = await ask(office.as('finance'));
    expect((await mailsOf(office, orderId)).map(({ to }) => to)).toEqual([members[1]?.email]);
    expect(await getOrder(office.as('owner'), { orderId })).toMatchObject({ mayDecide: true });
  });

  it('links to the order where the dashboard is known', async () => {
    const office = await world.office();
    await setPolicy(office.as('owner'), { payoutFrom: 1_000, reversalFrom: null });
    const finance = { ...office.as('finance'), dashboardUrl: 'https://dash.example' };
    const linked = await ask(finance);
    const { applicationId } = office.merchant;
    const [mail] = await mailsOf(office, linked.orderId);
    expect(mail?.text).toContain(`\nhttps://dash.example/a/${applicationId}/sandbox/approvals/${linked.orderId}\n`);
    const unlinked = await ask(office.as('finance'));
    const [other] = await mailsOf(office, unlinked.orderId);
    expect(other?.text).toContain('open Approvals');
    expect(other?.text).not.toMatch(/https?:/);
  });

  it('twice with one key is once, also at the same moment; another wish under it is refused', async () => {
    const office = await world.office();
    const finance = office.as('finance');
    const key = newKey();
    const all = await Promise.all(Array.from({ length: 6 }, () => ask(finance, payout, key)));
    expect(new Set(all.map(({ orderId }) => orderId)).size).toBe(1);
    expect(office.events).toHaveLength(1);
    expect(await refusalOf(ask(finance, { ...payout, amount: 5_001 }, key))).toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect((await ask(office.as('owner'), payout, key)).orderId).not.toBe(all[0]?.orderId);
  });

  it('is judged by the schema of the verb', async () => {
    const office = await world.office();
    expect(await refusalOf(ask(office.as('finance'), { amount: 1.5, phone: '12' }))).toMatchObject({
      code: 'invalid_input',
      detail: expect.stringMatching(/amount.*phone/),
    });
  });

  it('needs the role, a person and the credentials', async () => {
    const office = await world.office();
    expect(await refusalOf(ask(office.as('support')))).toMatchObject({ code: 'forbidden' });
    expect(await refusalOf(ask({ ...office.as('finance'), actor: 'key:1' }))).toMatchObject({ code: 'forbidden' });
    const other = await world.office();
    const stranger = { ...office.as('finance'), tenant: other.as('owner').tenant };
    expect(await refusalOf(ask(stranger))).toMatchObject({ code: 'not_found' });
    const bare = await world.office({});
    expect(await refusalOf(ask(bare.as('finance')))).toMatchObject({ code: 'provider_not_configured' });
    const production = {
      ...office.as('finance'),
      tenant: { ...office.as('finance').tenant, environment: 'production' as const },
    };
    expect(await refusalOf(ask(production))).toMatchObject({ code: 'provider_not_configured' });
  });
});

describe('deciding', () => {
  it('another person approves: the worker is told once, and it has its own quarter of an hour', async () => {
    const { office, orderId } = await waitingOrder();
    const approver = office.as('finance', 1);
    expect(await getOrder(approver, { orderId })).toMatchObject({
      mayDecide: true,
      isOwn: false,
      status: 'awaiting_approval',
    });
    expect(await getOrder(office.as('finance'), { orderId })).toMatchObject({
      mayDecide: false,
      isOwn: true,
      approvers: [{ email: office.merchant.owner.email }, { email: office.merchant.members[1]?.email }],
    });
    expect(await approveOrder(approver, { orderId })).toEqual({ orderId, status: 'approved' });
    expect(await approveOrder(approver, { orderId })).toEqual({ orderId, status: 'approved' });
    expect(office.events.map(({ name }) => name)).toEqual(['order.approved']);
    expect(await actionsOf(office, orderId)).toEqual(['order.approved user']);
    const { expiresAt } = await orderOf(office, orderId);
    expect(expiresAt).toEqual(new Date(office.clock.now().getTime() + 15 * 60_000));
  });

  it('who asked can neither approve nor reject, only take it back; others cannot take it back', async () => {
    const { office, orderId } = await waitingOrder();
    const requester = office.as('finance');
    expect(await refusalOf(approveOrder(requester, { orderId }))).toMatchObject({ code: 'forbidden' });
    expect(await refusalOf(rejectOrder(requester, { orderId }))).toMatchObject({ code: 'forbidden' });
    expect(await refusalOf(cancelOrder(office.as('owner'), { orderId }))).toMatchObject({ code: 'forbidden' });
    expect(await cancelOrder(requester, { orderId })).toEqual({ orderId, status: 'cancelled' });
    expect(await cancelOrder(requester, { orderId })).toEqual({ orderId, status: 'cancelled' });
    expect(await refusalOf(approveOrder(office.as('owner'), { orderId }))).toMatchObject({ code: 'invalid_input' });
    expect(await executeOrder(office.worker, { orderId })).toBeUndefined();
    expect(await actionsOf(office, orderId)).toEqual(['order.cancelled user']);
    expect((await listOrders(requester, { state: 'decided' })).orders).toMatchObject([
      { orderId, status: 'cancelled' },
    ]);
  });

  it.each(['support', 'developer'] as const)('%s may not', async (role) => {
    const { office, orderId } = await waitingOrder();
    expect(await refusalOf(approveOrder(office.as(role), { orderId }))).toMatchObject({ code: 'forbidden' });
    expect(await refusalOf(rejectOrder(office.as(role), { orderId }))).toMatchObject({ code: 'forbidden' });
  });

  it('rejects with a note, once', async () => {
    const { office, orderId } = await waitingOrder();
    expect(await rejectOrder(office.as('owner'), { orderId, note: 'Wrong number' })).toMatchObject({
      status: 'rejected',
    });
    expect(await rejectOrder(office.as('owner'), { orderId })).toMatchObject({ status: 'rejected' });
    expect(await getOrder(office.as('finance'), { orderId })).toMatchObject({
      status: 'rejected',
      decisionNote: 'Wrong number',
      decidedBy: { email: office.merchant.owner.email },
    });
  });

  it('looks at both people at that moment', async () => {
    const { office, orderId } = await waitingOrder();
    const { prisma } = office.rows;
    const { organizationId, members } = office.merchant;
    const membership = (nth: number) => ({
      organizationId_userId: { organizationId, userId: members[nth]?.userId ?? '' },
    });
    await prisma.membership.update({ where: membership(0), data: { role: 'support' } });
    expect(await refusalOf(approveOrder(office.as('owner'), { orderId }))).toMatchObject({
      detail: expect.stringMatching(/may no longer/),
    });
    await prisma.membership.update({ where: membership(0), data: { role: 'finance' } });
    await prisma.membership.delete({ where: membership(1) });
    expect(await refusalOf(approveOrder(office.as('finance', 1), { orderId }))).toMatchObject({ code: 'not_found' });
    expect(await approveOrder(office.as('owner'), { orderId })).toMatchObject({ status: 'approved' });
  });

  it('after a day is too late, and the sweep says so', async () => {
    const { office, orderId } = await waitingOrder();
    office.clock.advance(24 * 3_600);
    expect(await refusalOf(approveOrder(office.as('owner'), { orderId }))).toMatchObject({
      detail: expect.stringMatching(/expired/),
    });
    expect(await getOrder(office.as('owner'), { orderId })).toMatchObject({ status: 'expired', mayDecide: false });
    await sweepOrders(office.worker);
    expect((await orderOf(office, orderId)).status).toBe('expired');
    expect(await actionsOf(office, orderId)).toEqual(['order.expired system']);
    expect(signalsOf(office, orderId)).toEqual([]);
  });

  it('a foreign, a missing and a malformed order are the same', async () => {
    const { orderId } = await waitingOrder();
    const other = await world.office();
    const refusals = await Promise.all(
      [orderId, newKey(), 'no-id', ''].flatMap((id) => [
        refusalOf(getOrder(other.as('owner'), { orderId: id })),
        refusalOf(approveOrder(other.as('owner'), { orderId: id })),
        refusalOf(rejectOrder(other.as('owner'), { orderId: id })),
        refusalOf(cancelOrder(other.as('owner'), { orderId: id })),
      ]),
    );
    for (const refusal of refusals) expect(refusal).toEqual({ code: 'not_found', detail: 'There is no such order.' });
  });

  it('by many at once comes to exactly one decision, told to the worker only when it is an approval', async () => {
    const moves = fc.constantFrom('approve 1', 'approve 2', 'reject', 'cancel');
    await fc.assert(
      fc.asyncProperty(fc.array(moves, { minLength: 2, maxLength: 6 }), async (wanted) => {
        const { office, orderId } = await waitingOrder();
        const table = {
          'approve 1': () => approveOrder(office.as('owner'), { orderId }),
          'approve 2': () => approveOrder(office.as('finance', 1), { orderId }),
          reject: () => rejectOrder(office.as('owner'), { orderId }),
          cancel: () => cancelOrder(office.as('finance'), { orderId }),
        };
        const ends = await Promise.allSettled(wanted.map((move) => table[move as keyof typeof table]()));
        const { status } = await orderOf(office, orderId);
        const told = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value.status] : []));
        expect(new Set(told)).toEqual(new Set([status]));
        expect(office.events).toHaveLength(status === 'approved' ? 1 : 0);
        expect(await actionsOf(office, orderId)).toHaveLength(1);
      }),
      { numRuns: 15 },
    );
  });
});

describe('reading', () => {
  it('pages newest first, apart by what waits and what was decided', async () => {
    const office = await world.office();
    await setPolicy(office.as('owner'), { payoutFrom: 1_000, reversalFrom: null });
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      made.unshift((await ask(office.as('finance'))).orderId);
      if (count > 1) office.clock.advance(1);
    }
    made.splice(2, 3, ...made.slice(2).sort().reverse());
    const straight = await ask(office.as('finance'), { ...payout, amount: 10 });
    await rejectOrder(office.as('owner'), { orderId: made[4] ?? '' });
    const reader = office.as('support');
    const first = await listOrders(reader, { state: 'waiting', limit: 3 });
    const second = await listOrders(reader, { state: 'waiting', limit: 3, before: first.next ?? undefined });
    expect([...first.orders, ...second.orders].map(({ orderId }) => orderId)).toEqual(made.slice(0, 4));
    expect(second.next).toBeNull();
    const decided = await listOrders(reader, { state: 'decided' });
    expect(decided.orders.map(({ orderId, status }) => [orderId, status])).toEqual([[made[4], 'rejected']]);
    expect((await listOrders(reader, {})).orders[0]?.orderId).toBe(straight.orderId);
    expect(await countWaitingOrders(office.as('owner'))).toBe(4);
    expect(await countWaitingOrders(office.as('finance'))).toBe(0);
    expect(await countWaitingOrders(reader)).toBe(0);
    const other = await world.office();
    expect((await listOrders(other.as('owner'), {})).orders).toEqual([]);
    expect(await refusalOf(listOrders(other.as('owner'), { before: made[0] }))).toMatchObject({
      code: 'invalid_input',
    });
  });

  it('the policy tells who else could approve, and keeps what it was before in the audit', async () => {
    const office = await world.office();
    expect(await getPolicy(office.as('owner'))).toMatchObject({
      payoutFrom: null,
      reversalFrom: null,
      updatedAt: null,
    });
    await setPolicy(office.as('owner'), { payoutFrom: 100, reversalFrom: null });
    await setPolicy(office.as('owner'), { payoutFrom: 200, reversalFrom: 300 });
    const view = await getPolicy(office.as('owner'));
    expect(view).toMatchObject({ payoutFrom: 200, reversalFrom: 300 });
    expect(view.approvers.payout).toHaveLength(2);
    const entries = await office.rows.prisma.auditEntry.findMany({
      where: { action: 'approval_policy.changed', applicationId: office.merchant.applicationId },
    });
    expect(entries.map(({ detail }) => detail)).toContainEqual(
      expect.objectContaining({
        environment: 'sandbox',
        payoutFrom: 200,
        reversalFrom: 300,
        payoutFromBefore: 100,
        reversalFromBefore: null,
        loosened: true,
        approvedBy: null,
      }),
    );
    expect(await refusalOf(setPolicy(office.as('owner'), { payoutFrom: 0, reversalFrom: null }))).toMatchObject({
      code: 'invalid_input',
    });
  });
});
