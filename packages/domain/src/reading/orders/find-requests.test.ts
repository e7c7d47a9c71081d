import { afterAll, beforeAll, expect, it } from 'vitest';
import { executeOrder, requestOrder } from '../../orders/index.ts';
import { newKey, ordersWorld } from '../../orders/orders.fixture.ts';
import { insertPayment } from '../../payments/payments.fixture.ts';
import { findRequests, listOrders } from './index.ts';

let world: Awaited<ReturnType<typeof ordersWorld>>;
beforeAll(async () => {
  world = await ordersWorld();
});
afterAll(() => world.close());

it('a person finds their own requests by their keys; what never arrived, and what others requested, is absent', async () => {
  const office = await world.office();
  const [support, finance] = [office.as('support'), office.as('finance')];
  const keys = { mine: newKey(), never: newKey(), others: newKey() };
  const input = { amount: 450, phone: '0712345678', accountReference: 'TABLE 7' };
  const { orderId } = await requestOrder(support, { kind: 'collect', requestKey: keys.mine, input });
  await requestOrder(finance, { kind: 'collect', requestKey: keys.others, input });
  const find = () => findRequests(support, { requestKeys: Object.values(keys) });
  const before = { requestKey: keys.mine, orderId, isIndeterminate: false, paid: null };
  expect(await find()).toEqual([{ ...before, status: 'approved', ok: null, payment: null }]);

  await executeOrder(office.worker, { orderId });
  const [waiting] = await find();
  expect(waiting).toMatchObject({ status: 'executed', ok: true, payment: { status: 'pending' }, paid: null });
  expect(waiting?.payment?.promptedAt).toEqual(expect.any(String));

  const settledAt = office.clock.now();
  await office.rows.prisma.payment.updateMany({
    where: { ...support.tenant, accountRef: 'TABLE 7' },
    data: {
      status: 'success',
      resultCode: '0',
      settledAt,
      settledBy: 'callback',
      exactAmount: '450.5',
      providerReceipt: 'TKU7AB12CD',
    },
  });
  const [paid] = await find();
  expect(paid).toMatchObject({
    payment: { status: 'success' },
    paid: { amount: 450.5, receipt: 'TKU7AB12CD', at: settledAt.toISOString() },
  });
});

it('a code to a paybill has the sum of all payments with its reference, in any case; a code to a till has none', async () => {
  const office = await world.office();
  const support = office.as('support');
  const [paybill, till] = [newKey(), newKey()];
  const code = { amount: 450, refNo: 'D23ABCDE' };
  await requestOrder(support, { kind: 'qr_code', requestKey: paybill, input: { ...code, trxCode: 'PB' } });
  await requestOrder(support, { kind: 'qr_code', requestKey: till, input: { ...code, trxCode: 'BG' } });
  const rows = { ...support, db: office.rows };
  await insertPayment(rows, { accountRef: 'd23abcde', amount: 400 });
  await insertPayment(rows, { accountRef: 'D23ABCDE', amount: 50, exactAmount: '50.75' });
  await insertPayment(rows, { accountRef: 'D23ABCDE', amount: 9, status: 'failed' });
  const found = await findRequests(support, { requestKeys: [paybill, till] });
  const paidOf = (key: string) => found.find(({ requestKey }) => requestKey === key)?.paid;
  expect(paidOf(paybill)).toMatchObject({ amount: 450.75 });
  expect(paidOf(till)).toBeNull();
});

it('an outcome that cannot be read is one that nobody knows: the prompt is not sent again, and other orders are seen', async () => {
  const office = await world.office();
  const support = office.as('support');
  const keys = [newKey(), newKey()];
  const orderIds = new Map<string | undefined, string>();
  const input = { amount: 450, phone: '0712345678' };
  for (const requestKey of keys) {
    const { orderId } = await requestOrder(support, { kind: 'collect', requestKey, input });
    await executeOrder(office.worker, { orderId });
    orderIds.set(requestKey, orderId);
  }
  for (const outcome of [{ ok: 'true' }, { ok: false, code: 7, detail: 'x' }, [], 'sent']) {
    await office.rows.prisma.order.updateMany({ where: { ...support.tenant, requestKey: keys[0] }, data: { outcome } });
    const found = await findRequests(support, { requestKeys: keys });
    const [broken, other] = keys.map((key) => found.find(({ requestKey }) => requestKey === key));
    expect(broken).toMatchObject({
      status: 'executed',
      ok: false,
      isIndeterminate: true,
      payment: { status: 'pending' },
    });
    expect(other).toMatchObject({ ok: true, isIndeterminate: false });
  }
  const { orders } = await listOrders(support, {});
  const shown = (key: string | undefined) => orders.find(({ orderId }) => orderId === orderIds.get(key))?.outcome;
  expect(shown(keys[1])).toMatchObject({ ok: true });
  expect(shown(keys[0])).toMatchObject({
    ok: false,
    code: 'internal',
    indeterminate: true,
    refusal: { name: 'promptMayHaveGone' },
  });
});
