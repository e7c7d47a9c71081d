import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorityOf } from '../organizations/index.ts';
import { noPolicy } from '../policies/index.ts';
import { getPolicy } from '../reading/orders/index.ts';
import { approveOrder } from './approve-order.ts';
import { executeOrder } from './execute-order.ts';
import {
  actionsOf,
  disbursementsOf,
  newKey,
  type Office,
  orderOf,
  ordersWorld,
  type Person,
  payout,
  refusalOf,
} from './orders.fixture.ts';
import { rejectOrder } from './reject-order.ts';
import { requestOrder } from './request-order.ts';
import { setPolicy } from './set-policy.ts';

let world: Awaited<ReturnType<typeof ordersWorld>>;
beforeAll(async () => {
  world = await ordersWorld();
});
afterAll(() => world.close());

const ask = (by: Person, amount: number) =>
  requestOrder(by, { kind: 'payout', input: { ...payout, amount }, requestKey: newKey() });

const roleOf = (office: Office, nth: number, role: 'admin' | 'support' | 'finance') => {
  const { organizationId, members } = office.merchant;
  const where = { organizationId_userId: { organizationId, userId: members[nth]?.userId ?? '' } };
  return office.rows.prisma.membership.update({ where, data: { role } });
};

const mailsOf = (office: Office) =>
  office.rows.prisma.mail.findMany({
    where: { to: office.merchant.owner.email, subject: { startsWith: 'Policy changed' } },
    orderBy: { id: 'asc' },
  });

/** An office whose first finance member is an admin, with a policy. */
async function twoAdmins(policy: Parameters<typeof setPolicy>[1]): Promise<Office> {
  const office = await world.office();
  await roleOf(office, 0, 'admin');
  await setPolicy({ ...office.as('owner'), actor: 'operator' }, policy);
  return office;
}

/** The first finance member, whom `twoAdmins` has made an admin. */
const adminOf = (office: Office) => ({ ...office.as('finance'), authority: authorityOf('admin') });

const policyNow = async (office: Office) => {
  const { payoutFrom, perDay, requireKey } = await getPolicy(office.as('owner'));
  return { payoutFrom, perDay, requireKey };
};

describe('the sum of a day', () => {
  it('many small payouts of one person wait like one large one', async () => {
    const office = await world.office();
    await setPolicy(office.as('owner'), { payoutFrom: 5_000 });
    const finance = office.as('finance');
    const statuses: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const { orderId, status } = await ask(finance, 4_999);
      await executeOrder(office.worker, { orderId });
      statuses.push(status);
    }
    expect(statuses).toEqual(['approved', ...Array(4).fill('awaiting_approval')]);
    expect(await disbursementsOf(office)).toHaveLength(1);
    expect((await getPolicy(finance)).unapproved).toEqual({ payout: 4_999, reversal: 0 });
    expect((await ask(office.as('finance', 1), 2)).status).toBe('awaiting_approval');
    expect((await ask(finance, 1)).status).toBe('awaiting_approval');
    office.clock.advance(24 * 3_600 + 1);
    expect((await ask(finance, 4_999)).status).toBe('approved');
  });

  it('counts at the same moment, too', async () => {
    const office = await world.office();
    await setPolicy(office.as('owner'), { payoutFrom: 5_000 });
    const all = await Promise.all(Array.from({ length: 6 }, () => ask(office.as('finance'), 3_000)));
    expect(all.filter(({ status }) => status === 'approved')).toHaveLength(1);
  });

  it('does not count what another person approved, nor money that did not leave', async () => {
    const office = await world.office();
    await setPolicy(office.as('owner'), { payoutFrom: 5_000 });
    const finance = office.as('finance');
    const large = await ask(finance, 60_000);
    await approveOrder(office.as('owner'), { orderId: large.orderId });
    await executeOrder(office.worker, { orderId: large.orderId });
    office.worker.provider.payouts.answer({ kind: 'rejected', by: 'provider', code: '400.002.02', description: 'Bad' });
    const refused = await ask(finance, 4_000);
    await executeOrder(office.worker, { orderId: refused.orderId });
    expect((await ask(finance, 4_000)).status).toBe('approved');
  });
});

it.each([['{}'], ['[]'], ['"sent"'], ['{"ok":null}']])(
  'a payout whose outcome cannot be read, %s, counts towards the sum of a day',
  async (outcome) => {
    const office = await world.office();
    const finance = office.as('finance');
    await setPolicy(office.as('owner'), { payoutFrom: 5_000 });
    const { orderId } = await ask(finance, 4_000);
    await executeOrder(office.worker, { orderId });
    await office.rows.prisma.$executeRaw`
      UPDATE orders SET outcome = ${outcome}::json, resource_id = NULL WHERE id = ${orderId}::uuid`;
    expect((await getPolicy(finance)).unapproved).toEqual({ payout: 4_000, reversal: 0 });
    expect((await ask(finance, 1_000)).status).toBe('awaiting_approval');
  },
);

describe('the worker judges again', () => {
  const insert = async (office: Office, row: object = {}, amount = 149_000) => {
    const now = office.clock.now();
    const id = newKey();
    await office.rows.prisma.order.create({
      data: {
        id,
        ...office.as('owner').tenant,
        kind: 'payout',
        status: 'approved',
        input: { ...payout, amount },
        amount,
        requestedBy: office.as('finance').actor.slice('user:'.length),
        requestKey: newKey(),
        createdAt: now,
        expiresAt: new Date(now.getTime() + 600_000),
        ...row,
      },
    });
    await executeOrder(office.worker, { orderId: id });
    return (await orderOf(office, id)).outcome;
  };
  const userIdOf = (person: Person) => person.actor.slice('user:'.length);

  it('a row that nobody decided about moves no money', async () => {
    const office = await world.office();
    await setPolicy(office.as('owner'), { payoutFrom: 5 });
    expect(await insert(office)).toMatchObject({ ok: false, code: 'approval_required' });
    expect(await insert(office, { amount: 4 })).toMatchObject({ ok: false, code: 'forbidden' });
    expect(await insert(office, { decidedBy: userIdOf(office.as('support')) })).toMatchObject({ code: 'forbidden' });
    expect(await insert(office, { requestedBy: userIdOf(office.as('support')) })).toMatchObject({ code: 'forbidden' });
    expect(await insert(office, { requestedBy: newKey() })).toMatchObject({ ok: false, code: 'forbidden' });
    expect(await disbursementsOf(office)).toEqual([]);
    expect(office.worker.provider.payouts.calls).toEqual([]);
  });

  it('many rows below the threshold do not pass together', async () => {
    const office = await world.office();
    await setPolicy(office.as('owner'), { payoutFrom: 5_000 });
    expect(await insert(office, {}, 4_999)).toMatchObject({ ok: true });
    expect(await insert(office, { createdAt: new Date(0) }, 4_999)).toMatchObject({ code: 'approval_required' });
  });

  it('a policy that was tightened meanwhile holds, and the refusal is audited with its code', async () => {
    const office = await world.office();
    const { orderId } = await ask(office.as('finance'), 5_000);
    await setPolicy(office.as('owner'), { payoutFrom: 5_000 });
    expect(await executeOrder(office.worker, { orderId })).toBe('executed');
    expect((await orderOf(office, orderId)).outcome).toMatchObject({ ok: false, code: 'approval_required' });
    const entry = await office.rows.prisma.auditEntry.findFirst({
      where: { subjectId: orderId, action: 'order.executed' },
    });
    expect(entry?.detail).toMatchObject({ ok: false, code: 'approval_required' });
  });

  it('the roles of both people are those of now', async () => {
    const office = await world.office();
    await setPolicy(office.as('owner'), { payoutFrom: 5_000 });
    const first = await ask(office.as('finance'), 5_000);
    await approveOrder(office.as('finance', 1), { orderId: first.orderId });
    await roleOf(office, 1, 'support');
    await executeOrder(office.worker, { orderId: first.orderId });
    expect((await orderOf(office, first.orderId)).outcome).toMatchObject({ ok: false, code: 'forbidden' });
    await roleOf(office, 1, 'finance');
    const second = await ask(office.as('finance'), 5_000);
    await approveOrder(office.as('finance', 1), { orderId: second.orderId });
    await roleOf(office, 0, 'support');
    await executeOrder(office.worker, { orderId: second.orderId });
    expect((await orderOf(office, second.orderId)).outcome).toMatchObject({ ok: false, code: 'forbidden' });
    expect(await disbursementsOf(office)).toEqual([]);
  });

  it('an attempt that has begun is only read, whatever the policy says now', async () => {
    const office = await world.office();
    const { orderId } = await ask(office.as('finance'), 5_000);
    await executeOrder(office.worker, { orderId });
    const { resourceId } = await orderOf(office, orderId);
    await office.rows.prisma.$executeRaw`
      UPDATE orders SET status = 'approved', outcome = NULL, resource_id = NULL, executed_at = NULL WHERE id = ${orderId}::uuid`;
    await setPolicy(office.as('owner'), { payoutFrom: 1 });
    await executeOrder(office.worker, { orderId });
    expect(await orderOf(office, orderId)).toMatchObject({ resourceId, outcome: { ok: true } });
    expect(office.worker.provider.payouts.calls).toHaveLength(1);
  });
});

describe('a limit holds for what people ask for', () => {
  it('and what is too large in itself is refused at once', async () => {
    const office = await world.office();
    await setPolicy(office.as('owner'), { perTransaction: 4_000 });
    expect(await refusalOf(ask(office.as('finance'), 4_001))).toMatchObject({ code: 'limit_exceeded' });
    expect((await ask(office.as('finance'), 4_000)).status).toBe('approved');
  });

  it('and its refusal is the outcome of the order', async () => {
    const office = await world.office();
    await setPolicy(office.as('owner'), { perDay: 4_000, apiApprovalFrom: 1 });
    const { orderId } = await ask(office.as('finance'), 4_001);
    await executeOrder(office.worker, { orderId });
    expect((await orderOf(office, orderId)).outcome).toMatchObject({
      ok: false,
      code: 'limit_exceeded',
      limit: 'per_day',
      max: 4_000,
    });
    const fits = await ask(office.as('finance'), 4_000);
    await executeOrder(office.worker, { orderId: fits.orderId });
    expect((await orderOf(office, fits.orderId)).outcome).toMatchObject({ ok: true });
  });
});

describe('changing the policy', () => {
  it('tightening holds at once, and every owner is told', async () => {
    const office = await twoAdmins({ payoutFrom: 5_000 });
    const set = await setPolicy(adminOf(office), { payoutFrom: 4_000, perDay: 90_000 });
    expect(set).toMatchObject({ status: 'applied', policy: { payoutFrom: 4_000, perDay: 90_000 } });
    expect(await setPolicy(adminOf(office), { perDay: 90_000 })).toMatchObject({ status: 'unchanged' });
    const mails = await mailsOf(office);
    expect(mails).toHaveLength(2);
    expect(mails[1]?.text).toContain('Limit per day: no limit → KES 90,000');
    expect(mails[1]?.text).toContain('Payouts need approval from: KES 5,000 → KES 4,000');
  });

  it('tells no owner who is disabled', async () => {
    const office = await twoAdmins({ payoutFrom: 5_000 });
    const { userId } = office.merchant.owner;
    await office.rows.prisma.user.update({ where: { id: userId }, data: { disabledAt: office.clock.now() } });
    const before = (await mailsOf(office)).length;
    expect(await setPolicy(adminOf(office), { payoutFrom: 3_000 })).toMatchObject({ status: 'applied' });
    expect(await mailsOf(office)).toHaveLength(before);
  });

  it.each([
    ['a threshold', { payoutFrom: null }],
    ['a limit', { perDay: 90_001 }],
    ['the key', { requireKey: false }],
    ['one thing while another is tightened', { payoutFrom: 1, perDay: null }],
  ])('loosening %s waits for another person, and holds once approved', async (_what, input) => {
    const before = { payoutFrom: 5_000, perDay: 90_000, requireKey: true };
    const office = await twoAdmins(before);
    const set = await setPolicy(adminOf(office), input);
    if (set.status !== 'waiting') throw new Error(set.status);
    const { orderId } = set;
    expect(await setPolicy(adminOf(office), input)).toMatchObject({ status: 'waiting', orderId });
    expect(await policyNow(office)).toEqual(before);
    expect((await getPolicy(office.as('owner'))).waiting).toMatchObject([{ orderId, kind: 'policy_change' }]);
    expect(await refusalOf(approveOrder(adminOf(office), { orderId }))).toMatchObject({ code: 'forbidden' });
    expect(await refusalOf(approveOrder(office.as('finance', 1), { orderId }))).toMatchObject({ code: 'forbidden' });
    await approveOrder(office.as('owner'), { orderId });
    expect(await executeOrder(office.worker, { orderId })).toBe('executed');
    expect((await orderOf(office, orderId)).outcome).toEqual({ ok: true });
    expect(await policyNow(office)).toEqual({ ...before, ...input });
    expect((await actionsOf(office, orderId)).sort()).toEqual(['order.approved user', 'order.executed system']);
    const mails = await mailsOf(office);
    expect(mails.at(-1)?.text).toContain(`${office.merchant.owner.email} approved it`);
    expect((await getPolicy(office.as('owner'))).waiting).toEqual([]);
  });

  it('a rejected change changes nothing, and one that is outdated is refused', async () => {
    const office = await twoAdmins({ perDay: 100 });
    const rejected = await setPolicy(adminOf(office), { perDay: 200 });
    if (rejected.status !== 'waiting') throw new Error(rejected.status);
    await rejectOrder(office.as('owner'), { orderId: rejected.orderId });
    const outdated = await setPolicy(adminOf(office), { perDay: 300 });
    if (outdated.status !== 'waiting') throw new Error(outdated.status);
    await setPolicy(office.as('owner'), { perDay: 50 });
    await approveOrder(office.as('owner'), { orderId: outdated.orderId });
    await executeOrder(office.worker, { orderId: outdated.orderId });
    expect((await orderOf(office, outdated.orderId)).outcome).toMatchObject({ ok: false, code: 'invalid_input' });
    expect((await getPolicy(office.as('owner'))).perDay).toBe(50);
  });

  it('a row of a change that nobody decided about changes nothing', async () => {
    const office = await twoAdmins({ perDay: 100 });
    const now = office.clock.now();
    const id = newKey();
    const before = { ...noPolicy, perDay: 100 };
    await office.rows.prisma.order.create({
      data: {
        id,
        ...office.as('owner').tenant,
        kind: 'policy_change',
        status: 'approved',
        input: { before, after: noPolicy },
        requestedBy: adminOf(office).actor.slice('user:'.length),
        requestKey: newKey(),
        createdAt: now,
        expiresAt: new Date(now.getTime() + 600_000),
      },
    });
    await executeOrder(office.worker, { orderId: id });
    expect((await orderOf(office, id)).outcome).toMatchObject({ ok: false, code: 'approval_required' });
    expect((await getPolicy(office.as('owner'))).perDay).toBe(100);
  });

  it('where nobody else could approve it holds at once, is audited as such, and the owners are told', async () => {
    const office = await world.office({});
    await setPolicy(office.as('owner'), { perDay: 100 });
    expect(await setPolicy(office.as('owner'), { perDay: null })).toMatchObject({ status: 'applied' });
    expect((await mailsOf(office)).at(-1)?.text).toContain('No second person had to approve it');
    const entries = await office.rows.prisma.auditEntry.findMany({
      where: { action: 'approval_policy.changed', applicationId: office.merchant.applicationId },
    });
    const loosened = { loosened: true, approvedBy: null, perDayBefore: 100, perDay: null };
    expect(entries.map(({ detail }) => detail)).toContainEqual(expect.objectContaining(loosened));
  });

  it('needs the role, and the operator needs nobody', async () => {
    const office = await twoAdmins({ perDay: 100 });
    expect(await refusalOf(setPolicy(office.as('finance', 1), { perDay: 1 }))).toMatchObject({ code: 'forbidden' });
    expect(await refusalOf(setPolicy({ ...office.as('owner'), actor: 'key:1' }, { perDay: 1 }))).toMatchObject({
      code: 'forbidden',
    });
    const operator = { ...office.as('owner'), actor: 'operator' };
    expect(await setPolicy(operator, { perDay: null })).toMatchObject({ status: 'applied' });
    expect((await mailsOf(office)).at(-1)?.text).toContain('The operator changed the policy');
    const nowhere = { ...operator, tenant: { ...operator.tenant, applicationId: newKey() } };
    expect(await refusalOf(setPolicy(nowhere, { perDay: 1 }))).toMatchObject({ code: 'not_found' });
  });
});
