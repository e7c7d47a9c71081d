import { afterAll, beforeAll, expect, it } from 'vitest';
import { addRule, createGuard } from '../guards/index.ts';
import { operator } from '../kernel/authority.ts';
import { approveOrder } from './approve-order.ts';
import { executeOrder } from './execute-order.ts';
import { disbursementsOf, newKey, type Office, orderOf, ordersWorld, payout, refusalOf } from './orders.fixture.ts';
import { requestOrder } from './request-order.ts';

let world: Awaited<ReturnType<typeof ordersWorld>>;
beforeAll(async () => {
  world = await ordersWorld();
});
afterAll(() => world.close());

const ask = (office: Office) =>
  requestOrder(office.as('finance'), { kind: 'payout', input: payout, reason: null, requestKey: newKey() });
async function rule(office: Office, mode: 'hold' | 'refuse') {
  const { tenant, ...ctx } = office.as('owner');
  const ops = { ...ctx, db: office.rows, actor: 'operator', authority: operator };
  await addRule(ops, { ...tenant, kind: 'new_payee', mode, settings: { from: 1_000 } });
}

it('a payout that a rule holds waits for a second person, whatever the policy says, and leaves when one approved', async () => {
  const office = await world.office();
  await rule(office, 'hold');
  const { orderId, status } = await ask(office);
  expect(status).toBe('awaiting_approval');
  await executeOrder(office.worker, { orderId });
  expect(await disbursementsOf(office)).toEqual([]);
  await approveOrder(office.as('owner'), { orderId });
  await executeOrder(office.worker, { orderId });
  expect(await disbursementsOf(office)).toMatchObject([{ amount: payout.amount }]);
});

it('a payout that was asked for before the rule is not sent without a second person', async () => {
  const office = await world.office();
  const { orderId, status } = await ask(office);
  expect(status).toBe('approved');
  await rule(office, 'hold');
  await executeOrder(office.worker, { orderId });
  expect(await disbursementsOf(office)).toEqual([]);
  expect(await orderOf(office, orderId)).toMatchObject({
    status: 'executed',
    outcome: { ok: false, code: 'approval_required' },
  });
});

it('a payout that a rule refuses is refused when it is asked for, and when it was asked for before', async () => {
  const office = await world.office();
  const { orderId } = await ask(office);
  await rule(office, 'refuse');
  expect(await refusalOf(ask(office))).toMatchObject({ code: 'refused_by_rule' });
  const worker = { ...office.worker, guard: createGuard(office.worker, undefined) };
  await executeOrder(worker, { orderId });
  expect(await disbursementsOf(office)).toEqual([]);
  expect(await orderOf(office, orderId)).toMatchObject({ outcome: { ok: false, code: 'refused_by_rule' } });
});
