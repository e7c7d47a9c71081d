import { expect, it } from 'vitest';
import { closeGap, openGap } from '../../gaps/index.ts';
import { operator } from '../../kernel/authority.ts';
import { executeOrder } from '../../orders/execute-order.ts';
import { newKey, orderOf, payout, refusalOf } from '../../orders/orders.fixture.ts';
import { requestOrder } from '../../orders/request-order.ts';
import { setPolicy } from '../../orders/set-policy.ts';
import { submitBatch } from '../../sending/index.ts';
import { accepting, type Desk, draft, people, sendOff, useDesks } from '../../sending/sending.fixture.ts';
import { workBatch } from '../../sending/work-batch.ts';
import { previewGap } from './index.ts';

const desk = useDesks();
const nothing = {
  requests: { awaitingApproval: 0, approved: 0 },
  batches: { notSentOff: 0, awaitingApproval: 0, approved: 0, scheduled: 0, running: 0, paused: 0, rowsUnpaid: 0 },
};
const rootOf = ({ worker, rows }: Desk) => ({ ...worker, db: rows, actor: 'operator', authority: operator });
const openingOf = ({ worker }: Desk) => ({
  since: new Date(worker.clock.now().getTime() - 60_000),
  reason: 'The disk failed.',
  apis: 0,
});

it('counts what waits to be paid out, and what a gap has ended is not counted again', async () => {
  const at = await desk();
  const [root, opening] = [rootOf(at), openingOf(at)];
  expect(await previewGap(root, opening)).toEqual({ ends: nothing });

  const ask = (kind: 'payout' | 'qr_code', input: object) =>
    requestOrder(at.as('owner'), { kind, input, requestKey: newKey() } as never);
  const approved = await ask('payout', payout);
  await ask('qr_code', { amount: 10, accountReference: 'A1', merchantName: 'Shop' });
  await draft(at, at.key, people(2));
  const running = await draft(at, at.key, people(3, 50));
  await submitBatch(at.key, { batchId: running, ...accepting });
  await at.rows.prisma.payoutBatch.update({ where: { id: running }, data: { status: 'running' } });
  const scheduledFor = new Date(at.clock.now().getTime() + 86_400_000);
  const scheduled = await draft(at, at.key, people(2, 70), { scheduledFor });
  await submitBatch(at.key, { batchId: scheduled, ...accepting });
  await setPolicy({ ...at.as('owner'), actor: 'operator' }, { payoutFrom: 1 });
  await ask('payout', payout);
  await sendOff(at.as('owner'), await draft(at, at.as('owner'), people(2, 90)));

  const batches = { notSentOff: 1, awaitingApproval: 1, approved: 1, scheduled: 1, running: 1, paused: 0 };
  expect(await previewGap(root, opening)).toEqual({
    ends: { requests: { awaitingApproval: 1, approved: 1 }, batches: { ...batches, rowsUnpaid: 3 } },
  });

  await openGap(root, opening);
  expect(await refusalOf(previewGap(root, opening))).toMatchObject({
    detail: expect.stringContaining('is open since'),
  });
  await closeGap(root, { note: 'By mistake.' });
  await executeOrder(at.worker, { orderId: approved.orderId });
  expect((await orderOf(at, approved.orderId)).outcome).toMatchObject({ ok: false });
  expect(await previewGap(root, opening)).toEqual({ ends: nothing });
});

it('does not count what has reached the network already: nobody may ask for it again', async () => {
  const at = await desk();
  // After the gap of another test.
  at.clock.advance(60);
  const [root, opening] = [rootOf(at), openingOf(at)];
  const { orderId } = await requestOrder(at.as('owner'), { kind: 'payout', input: payout, requestKey: newKey() });
  const claimed = { ...at.key.tenant, endpoint: 'payout', key: `order→${orderId}`, fingerprint: '1:00' };
  const times = { leaseUntil: at.clock.now(), createdAt: at.clock.now() };
  await at.rows.prisma.idempotencyRecord.create({
    data: { id: newKey(), ...claimed, ...times, state: 'in_flight', resourceId: newKey() },
  });
  const batchId = await draft(at, at.key, people(2, 300));
  await submitBatch(at.key, { batchId, ...accepting });
  await at.rows.prisma.payoutBatch.update({ where: { id: batchId }, data: { status: 'running' } });
  expect((await previewGap(root, opening)).ends.batches).toMatchObject({ running: 1, rowsUnpaid: 2 });

  await workBatch(at.worker, { batchId });
  expect(await at.rows.prisma.payoutBatchRow.count({ where: { batchId, state: 'handed' } })).toBe(2);
  expect(await at.rows.prisma.payoutBatch.findUnique({ where: { id: batchId } })).toMatchObject({ status: 'running' });
  expect(await previewGap(root, opening)).toEqual({ ends: nothing });
});

it('is for the operator, and refuses what opening would refuse', async () => {
  const at = await desk();
  const [root, opening] = [rootOf(at), openingOf(at)];
  const later = { ...opening, since: new Date(at.clock.now().getTime() + 60_000) };
  expect(await refusalOf(previewGap(at.as('owner'), opening))).toMatchObject({ code: 'forbidden' });
  expect(await refusalOf(previewGap(root, later))).toMatchObject({ code: 'invalid_input' });
});
