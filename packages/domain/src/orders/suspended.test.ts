import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resumeOrganization, suspendOrganization } from '../organizations/index.ts';
import { disableUser } from '../users/index.ts';
import { approveOrder } from './approve-order.ts';
import { executeOrder } from './execute-order.ts';
import { disbursementsOf, newKey, type Office, orderOf, ordersWorld, payout, refusalOf } from './orders.fixture.ts';
import { requestOrder } from './request-order.ts';
import { setPolicy } from './set-policy.ts';

let world: Awaited<ReturnType<typeof ordersWorld>>;
beforeAll(async () => {
  world = await ordersWorld();
});
afterAll(() => world.close());

const ask = (office: Office) =>
  requestOrder(office.as('owner'), { kind: 'payout', input: payout, requestKey: newKey() });
/** The operator works with all rights. */
const operator = ({ worker, rows }: Office) => ({ ...worker, db: rows });
const suspend = (office: Office) =>
  suspendOrganization(operator(office), { organizationId: office.merchant.organizationId, reason: 'fraud' });
const suspended = { code: 'forbidden', detail: expect.stringContaining('suspended') };
const outcomeOf = async (office: Office, orderId: string) => (await orderOf(office, orderId)).outcome;

describe('of a suspended organization', () => {
  it('no order is made', async () => {
    const office = await world.office();
    await suspend(office);
    expect(await refusalOf(ask(office))).toEqual(suspended);
    await resumeOrganization(operator(office), { organizationId: office.merchant.organizationId, reason: 'cleared' });
    expect(await ask(office)).toMatchObject({ status: 'approved' });
  });

  it('no order is approved', async () => {
    const office = await world.office();
    await setPolicy({ ...office.as('owner'), actor: 'operator' }, { payoutFrom: 1 });
    const { orderId, status } = await ask(office);
    expect(status).toBe('awaiting_approval');
    await suspend(office);
    expect(await refusalOf(approveOrder(office.as('finance'), { orderId }))).toEqual(suspended);
  });

  it('an order that was approved before is not carried out', async () => {
    const office = await world.office();
    const { orderId } = await ask(office);
    await suspend(office);
    expect(await executeOrder(office.worker, { orderId })).toBe('executed');
    expect(await outcomeOf(office, orderId)).toMatchObject({ ok: false, code: 'forbidden' });
    expect(await disbursementsOf(office)).toEqual([]);
  });
});

it('an order of a person who has been disabled is not carried out', async () => {
  const office = await world.office();
  const { orderId } = await ask(office);
  await disableUser(operator(office), { email: office.merchant.owner.email });
  expect(await executeOrder(office.worker, { orderId })).toBe('executed');
  expect(await outcomeOf(office, orderId)).toMatchObject({ ok: false, code: 'forbidden' });
  expect(await disbursementsOf(office)).toEqual([]);
});
