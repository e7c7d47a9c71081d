import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getOrder, listOrders } from '../reading/orders/index.ts';
import { removeRecipient, saveRecipient } from '../recipients/index.ts';
import { approveOrders } from './approve-orders.ts';
import { cancelOrder } from './cancel-order.ts';
import { actionsOf, newKey, type Office, orderOf, ordersWorld, refusalOf, signalsOf } from './orders.fixture.ts';
import { requestOrder } from './request-order.ts';
import { setPolicy } from './set-policy.ts';

let world: Awaited<ReturnType<typeof ordersWorld>>;
beforeAll(async () => {
  world = await ordersWorld();
});
afterAll(() => world.close());

const amounts = [1_000, 2_000, 3_500];
const sumOf = (some: number[]) => some.reduce((sum, amount) => sum + amount, 0);

/** An office where three payouts of a finance member wait, the first of them the oldest. */
async function waiting(): Promise<{ office: Office; ids: string[] }> {
  const office = await world.office();
  await setPolicy(office.as('owner'), { payoutFrom: 1, reversalFrom: 1 });
  const ids: string[] = [];
  for (const amount of amounts) {
    const input = { amount, phone: '0712345678' };
    const { orderId } = await requestOrder(office.as('finance'), { kind: 'payout', input, requestKey: newKey() });
    ids.push(orderId);
    office.clock.advance(1);
  }
  return { office, ids };
}

const statesOf = (office: Office, ids: string[]) =>
  Promise.all(ids.map(async (id) => (await orderOf(office, id)).status));

describe('several at once', () => {
  it('are approved, each with its own entry and signal, by somebody else who types their sum', async () => {
    const { office, ids } = await waiting();
    const { results } = await approveOrders(office.as('owner'), { orderIds: [...ids, ...ids], sum: sumOf(amounts) });
    expect(results).toEqual(ids.map((orderId) => ({ orderId, result: 'approved' })));
    expect(await statesOf(office, ids)).toEqual(['approved', 'approved', 'approved']);
    for (const id of ids) {
      expect(await actionsOf(office, id)).toEqual(['order.approved user']);
      expect(signalsOf(office, id)).toHaveLength(1);
    }
    // A second press changes nothing.
    const again = await approveOrders(office.as('owner'), { orderIds: ids, sum: sumOf(amounts) });
    expect(again.results).toEqual(results);
    for (const id of ids) expect(await actionsOf(office, id)).toEqual(['order.approved user']);
  });

  it('do not wait for one that was withdrawn', async () => {
    const { office, ids } = await waiting();
    const [first = '', ...others] = ids;
    await cancelOrder(office.as('finance'), { orderId: first });
    const { results } = await approveOrders(office.as('owner'), { orderIds: ids, sum: sumOf(amounts) });
    expect(results.map(({ result }) => result)).toEqual(['closed', 'approved', 'approved']);
    expect(await statesOf(office, [first, ...others])).toEqual(['cancelled', 'approved', 'approved']);
  });

  it('stay what they are for another sum, for who asked, and for a role that does not approve', async () => {
    const { office, ids } = await waiting();
    const all = { orderIds: ids, sum: sumOf(amounts) };
    expect(await refusalOf(approveOrders(office.as('owner'), { ...all, sum: all.sum - 1 }))).toMatchObject({
      code: 'invalid_input',
    });
    const own = await approveOrders(office.as('finance'), all);
    expect(own.results.map(({ result }) => result)).toEqual(['refused', 'refused', 'refused']);
    expect(await refusalOf(approveOrders(office.as('support'), all))).toMatchObject({ code: 'forbidden' });
    expect(await refusalOf(approveOrders(office.as('owner'), { orderIds: [], sum: 0 }))).toMatchObject({
      code: 'invalid_input',
    });
    expect(await statesOf(office, ids)).toEqual(Array(3).fill('awaiting_approval'));
  });

  it('stay what they are when one of them is of another organization', async () => {
    const { office, ids } = await waiting();
    const stranger = await waiting();
    const orderIds = [...ids, stranger.ids[0] ?? ''];
    const sum = sumOf(amounts) + (amounts[0] ?? 0);
    expect(await refusalOf(approveOrders(office.as('owner'), { orderIds, sum }))).toMatchObject({ code: 'not_found' });
    expect(await statesOf(office, ids)).toEqual(Array(3).fill('awaiting_approval'));
  });

  it('are money out to numbers that did not change; the list says which', async () => {
    const { office, ids } = await waiting();
    const finance = office.as('finance', 1);
    const { recipientId } = await saveRecipient(finance, { name: 'Jane', phone: '0711111111' });
    await removeRecipient(finance, { recipientId });
    await saveRecipient(finance, { name: 'Jane', phone: '0722222222' });
    const input = { amount: 1_500, phone: '0722222222' };
    const request = { kind: 'payout' as const, input, requestKey: newKey() };
    const { orderId } = await requestOrder(office.as('finance'), request);
    const sum = sumOf(amounts) + 1_500;
    const approval = approveOrders(office.as('owner'), { orderIds: [...ids, orderId], sum });
    expect(await refusalOf(approval)).toMatchObject({ code: 'invalid_input' });
    expect(await statesOf(office, ids)).toEqual(Array(3).fill('awaiting_approval'));

    const seenBy = async (who: Parameters<typeof listOrders>[0]) =>
      (await listOrders(who, { state: 'waiting' })).orders.map(({ alone, isJoinable }) => [alone, isJoinable]);
    const joinable = [null, true];
    expect(await seenBy(office.as('owner'))).toEqual([['changed_number', false], joinable, joinable, joinable]);
    expect((await seenBy(office.as('finance'))).map(([, isJoinable]) => isJoinable)).toEqual(Array(4).fill(false));
  });
});

it('an order knows the waiting ones beside it', async () => {
  const { office, ids } = await waiting();
  const [oldest = '', middle = '', newest = ''] = ids;
  const beside = async (orderId: string) => (await getOrder(office.as('owner'), { orderId })).beside;
  expect(await beside(oldest)).toEqual({ newerId: middle, olderId: null });
  expect(await beside(middle)).toEqual({ newerId: newest, olderId: oldest });
  expect(await beside(newest)).toEqual({ newerId: null, olderId: middle });
  await approveOrders(office.as('owner'), { orderIds: [middle], sum: amounts[1] ?? 0 });
  expect(await beside(middle)).toEqual({ newerId: newest, olderId: oldest });
  expect(await beside(oldest)).toEqual({ newerId: newest, olderId: null });
});
