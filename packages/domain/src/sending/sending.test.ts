import { describe, expect, it } from 'vitest';
import { rowKeyOf } from '../batches/index.ts';
import { payOut } from '../disbursements/index.ts';
import { fingerprintOf } from '../idempotency/index.ts';
import { dayMs, later } from '../kernel/time.ts';
import {
  approveBatch,
  approveOrder,
  cancelOrder,
  executeOrder,
  rejectOrder,
  setPolicy,
  sweepOrders,
} from '../orders/index.ts';
import { newKey, orderOf, refusalOf } from '../orders/orders.fixture.ts';
import { suspendOrganization } from '../organizations/index.ts';
import { getBatch, getBatchDetail } from '../reading/batches/index.ts';
import { subscribeToAll } from '../testing/index.ts';
import { cancelBatch, pauseBatch, resumeBatch } from './change-batch.ts';
import { copyBatch } from './copy-batch.ts';
import { payRow } from './pay-row.ts';
import {
  batchOf,
  type Desk,
  draft,
  payAll,
  people,
  rowsOf,
  sendOff,
  settleOpen,
  statesOf,
  tellBalance,
  useDesks,
  work,
} from './sending.fixture.ts';
import { submitBatch } from './submit-batch.ts';
import { sweepBatches, sweepPaidTwice } from './sweep-batches.ts';

const newDesk = useDesks();
const submitted = { acceptWarnings: true, sendGoodOnly: true };

/** A batch of a key that was sent off. */
async function sent(desk: Desk, count = 6) {
  const batchId = await draft(desk, desk.key, people(count));
  await submitBatch(desk.key, { batchId, ...submitted });
  tellBalance(desk, '1000000.00');
  return batchId;
}

const callsOf = (desk: Desk) => desk.worker.provider.payouts.calls.map(({ request }) => request.phone);
const total = (count: number) => people(count).reduce((sum, { amount }) => sum + Number(amount), 0);

describe('a batch of a program', () => {
  it('is checked, sent off and paid, each row once, and ends with its event', async () => {
    const desk = await newDesk();
    const endpoint = { ...desk.worker, db: desk.rows, tenant: desk.key.tenant };
    await subscribeToAll(endpoint);
    await desk.rows.prisma.webhookEndpoint.updateMany({
      where: { applicationId: desk.merchant.applicationId },
      data: { events: ['batch.ended'] },
    });
    const batchId = await draft(desk, desk.key, [...people(6), { phone: '0712', amount: 5 }]);
    expect(await batchOf(desk, batchId)).toMatchObject({ status: 'draft', rowCount: 7 });
    await submitBatch(desk.key, { batchId, ...submitted });
    tellBalance(desk, '1000000.00');
    expect((await batchOf(desk, batchId)).status).toBe('approved');
    await payAll(desk, batchId);
    expect(callsOf(desk).toSorted()).toEqual(people(6).map(({ phone }) => `254${phone.slice(1)}`));
    const view = await getBatch(desk.key, batchId);
    expect(view).toMatchObject({
      ...{ status: 'ended', amount: total(6), amountPaid: total(6), requestedBy: desk.key.actor, approvedBy: null },
      counts: { good: 0, refused: 1, skipped: 0, handed: 6, paid: 6, open: 0, failed: 0 },
    });
    const payouts = await desk.rows.prisma.disbursement.findMany({
      where: { applicationId: desk.merchant.applicationId },
    });
    expect(new Set(payouts.map(({ requestedBy, commandId }) => `${requestedBy} ${commandId}`))).toEqual(
      new Set([`${desk.key.actor} SalaryPayment`]),
    );
    const [event] = await desk.rows.prisma.webhookEvent.findMany({ where: { subjectId: batchId } });
    expect(JSON.parse(event?.body ?? '')).toMatchObject({
      type: 'batch.ended',
      data: { batchId, name: 'Payroll', rows: 7, paid: 6, failed: 0, open: 0, skipped: 1, amountPaid: total(6) },
    });
  });

  it('sends one payout and waits for its result before the others follow', async () => {
    const desk = await newDesk();
    const batchId = await sent(desk);
    expect(await work(desk, batchId)).toBe('wait');
    expect(callsOf(desk)).toHaveLength(1);
    await settleOpen(desk, batchId);
    expect(await work(desk, batchId)).toBe('later');
    expect(callsOf(desk)).toHaveLength(6);
    expect((await batchOf(desk, batchId)).status).toBe('running');
  });

  it('asks an initiator that is refused once, pauses, says so by email, and goes on after it was corrected', async () => {
    const desk = await newDesk();
    const batchId = await sent(desk, 3);
    await payAll(desk, batchId, { '254712345600': '2001' });
    expect(callsOf(desk)).toHaveLength(1);
    expect(await batchOf(desk, batchId)).toMatchObject({ status: 'paused', pausedBecause: 'initiator' });
    const mails = await desk.rows.prisma.mail.findMany({ where: { dedupeKey: { startsWith: `batch:${batchId}` } } });
    expect(mails.map(({ subject }) => subject)).toContainEqual(expect.stringContaining('Batch paused: Payroll'));
    desk.clock.advance(60);
    await resumeBatch(desk.key, { batchId });
    await payAll(desk, batchId);
    expect((await getBatch(desk.key, batchId)).counts).toMatchObject({ paid: 2, failed: 1, good: 0 });
  });

  it('waits for its time', async () => {
    const desk = await newDesk();
    const scheduledFor = later(desk.clock.now(), dayMs);
    const batchId = await draft(desk, desk.key, people(2), { scheduledFor });
    await submitBatch(desk.key, { batchId, ...submitted });
    tellBalance(desk, '1000000.00');
    expect(await work(desk, batchId)).toBe('later');
    expect((await batchOf(desk, batchId)).status).toBe('approved');
    desk.clock.set(scheduledFor);
    await payAll(desk, batchId);
    expect((await batchOf(desk, batchId)).status).toBe('ended');
  });

  it('stays a draft while something stands against it, and says all of it', async () => {
    const desk = await newDesk();
    const twice = { phone: '0712345678', amount: 700 };
    const batchId = await draft(desk, desk.key, [twice, twice, { phone: '0712', amount: 5 }]);
    const given = { batchId, acceptWarnings: false, sendGoodOnly: false };
    const error = await submitBatch(desk.key, given).catch((thrown) => thrown);
    expect(error.extras.issues.map(({ path }: { path: string }) => path)).toEqual(['sendGoodOnly', 'acceptWarnings']);
    expect((await batchOf(desk, batchId)).status).toBe('draft');
  });

  it('needs a person where the policy says so, and the draft stays', async () => {
    const desk = await newDesk();
    const batchId = await draft(desk, desk.key, people(2));
    await setPolicy({ ...desk.worker, db: desk.rows, tenant: desk.key.tenant }, { batchFrom: 2_001 });
    expect(await refusalOf(submitBatch(desk.key, { batchId, ...submitted }))).toMatchObject({
      code: 'approval_required',
    });
    expect((await batchOf(desk, batchId)).status).toBe('draft');
    await setPolicy({ ...desk.worker, db: desk.rows, tenant: desk.key.tenant }, { batchFrom: 2_002 });
    await submitBatch(desk.key, { batchId, ...submitted });
  });

  it('always needs a person in production, unless the policy names an amount', async () => {
    const desk = await newDesk(undefined, 'production');
    const batchId = await draft(desk, desk.key, people(2));
    expect(await refusalOf(submitBatch(desk.key, { batchId, ...submitted }))).toMatchObject({
      code: 'approval_required',
    });
  });

  it('with rows that rob payrolls is not for a key', async () => {
    const desk = await newDesk();
    const first = await draft(desk, desk.key, [{ phone: '0712345601', amount: 500, reference: 'E1' }]);
    await submitBatch(desk.key, { batchId: first, ...submitted });
    tellBalance(desk, '1000000.00');
    await payAll(desk, first);
    const second = await draft(desk, desk.key, [{ phone: '0712345602', amount: 500, reference: 'e 1' }]);
    const [row] = await rowsOf(desk, second);
    expect(row?.warnings).toMatchObject([
      { code: 'payee_changed', before: { phone: '254712345601' } },
      { code: 'payee_first' },
    ]);
    expect(await refusalOf(submitBatch(desk.key, { batchId: second, ...submitted }))).toMatchObject({
      code: 'invalid_input',
    });
    const finance = desk.as('finance');
    expect(await refusalOf(sendOff(finance, second))).toMatchObject({ code: 'invalid_input' });
    await sendOff(finance, second, { ticked: [row?.id] });
  });
});

describe('a row', () => {
  it('whose worker died after the network was asked is never asked about again', async () => {
    const desk = await newDesk();
    const batchId = await sent(desk, 2);
    const [first] = await rowsOf(desk, batchId);
    const input = { amount: 1_000, phone: '254712345600', commandId: 'SalaryPayment' as const };
    const key = { key: rowKeyOf(first?.id ?? ''), fingerprint: fingerprintOf(input) };
    await payOut({ ...desk.key, authority: { of: 'operator' }, db: desk.worker.db }, input, key);
    await payAll(desk, batchId);
    expect(callsOf(desk)).toEqual(['254712345600', '254712345601']);
    expect(await statesOf(desk, batchId)).toEqual(['handed', 'handed']);
  });

  it('of a batch that was cancelled is not paid by a worker that was stalled', async () => {
    const desk = await newDesk();
    const batchId = await sent(desk, 3);
    await work(desk, batchId);
    await settleOpen(desk, batchId);
    const stalled = await batchOf(desk, batchId);
    const [, second] = await rowsOf(desk, batchId);
    expect(await refusalOf(cancelBatch(desk.key, { batchId }))).toMatchObject({ code: 'invalid_input' });
    await pauseBatch(desk.key, { batchId });
    await cancelBatch(desk.key, { batchId });
    await sweepBatches(desk.worker);
    expect(await statesOf(desk, batchId)).toEqual(['handed', 'skipped', 'skipped']);
    const { id: rowId = '', number = 0 } = second ?? {};
    const row = { rowId, number, phone: '254712345601', amount: 1_001, remarks: null, occasion: null };
    await payRow(desk.worker, { ...stalled, commandId: 'SalaryPayment' }, row);
    expect(callsOf(desk)).toHaveLength(1);
    expect(await statesOf(desk, batchId)).toEqual(['handed', 'skipped', 'skipped']);
  });

  it('that a limit refuses is skipped, and the others go on', async () => {
    const desk = await newDesk();
    const batchId = await sent(desk, 3);
    await setPolicy({ ...desk.worker, db: desk.rows, tenant: desk.key.tenant }, { perTransaction: 1_001 });
    await payAll(desk, batchId);
    expect(await rowsOf(desk, batchId)).toMatchObject([
      { state: 'handed' },
      { state: 'handed' },
      { state: 'skipped', skippedBecause: 'limit_exceeded' },
    ]);
  });

  it('waits with its batch where the limit of a day is reached', async () => {
    const desk = await newDesk();
    const batchId = await sent(desk, 3);
    await setPolicy({ ...desk.worker, db: desk.rows, tenant: desk.key.tenant }, { perDay: 2_500 });
    await payAll(desk, batchId);
    expect(await batchOf(desk, batchId)).toMatchObject({ status: 'paused', pausedBecause: 'day_limit' });
    expect((await statesOf(desk, batchId)).toSorted()).toEqual(['good', 'handed', 'handed']);
  });

  it('whose answer was lost is open, and three of them pause the batch', async () => {
    const desk = await newDesk();
    const batchId = await sent(desk, 9);
    const lost = { kind: 'unknown', cause: 'timeout' } as const;
    desk.worker.provider.payouts.answer(lost, lost, lost);
    await work(desk, batchId);
    desk.clock.advance(31);
    await work(desk, batchId);
    expect(await batchOf(desk, batchId)).toMatchObject({ status: 'paused', pausedBecause: 'unclear' });
    expect((await getBatch(desk.key, batchId)).counts).toMatchObject({ open: 5, good: 4 });
  });
});

describe('people', () => {
  async function waiting(given: object = {}) {
    const desk = await newDesk(undefined, 'production');
    const [asker, approver] = [desk.as('finance'), desk.as('finance', 1)];
    // Nobody is new any more: see the rules of four eyes.
    desk.clock.advance(90_000);
    tellBalance(desk, '1000000.00');
    const batchId = await draft(desk, asker, people(4));
    const { orderId, status } = await sendOff(asker, batchId, given);
    return { desk, asker, approver, batchId, orderId, status };
  }

  it('send off, and another one approves without a row and types the total', async () => {
    const { desk, asker, approver, batchId, orderId, status } = await waiting();
    expect(status).toBe('awaiting_approval');
    expect((await batchOf(desk, batchId)).status).toBe('awaiting_approval');
    const [, , third] = await rowsOf(desk, batchId);
    const excluded = [third?.id ?? ''];
    const decision = { orderId, note: null, excluded };
    expect(await refusalOf(approveOrder(approver, { orderId, note: null }))).toMatchObject({ code: 'invalid_input' });
    expect(await refusalOf(approveBatch(asker, { ...decision, total: total(4) - 1_002 }))).toMatchObject({
      code: 'forbidden',
    });
    expect(await refusalOf(approveBatch(approver, { ...decision, total: total(4) }))).toMatchObject({
      code: 'invalid_input',
    });
    expect(await statesOf(desk, batchId)).toEqual(['good', 'good', 'good', 'good']);
    await approveBatch(approver, { ...decision, total: total(4) - 1_002 });
    expect(await executeOrder(desk.worker, { orderId })).toBe('executed');
    await payAll(desk, batchId);
    expect(await statesOf(desk, batchId)).toEqual(['handed', 'handed', 'skipped', 'handed']);
    const view = await getBatch({ ...desk.key, tenant: asker.tenant }, batchId);
    expect(view).toMatchObject({
      status: 'ended',
      requestedBy: asker.actor,
      approvedBy: approver.actor,
      amountPaid: total(4) - 1_002,
    });
    const payouts = await desk.rows.prisma.disbursement.findMany({
      where: { applicationId: desk.merchant.applicationId },
    });
    expect(new Set(payouts.map(({ requestedBy }) => requestedBy))).toEqual(new Set([asker.actor]));
  });

  it('cannot send off rows that somebody changed in the database', async () => {
    const { desk, approver, batchId, orderId } = await waiting();
    await desk.rows.prisma.payoutBatchRow.updateMany({
      where: { batchId, number: 2 },
      data: { phone: '254799999999' },
    });
    await approveBatch(approver, { orderId, note: null, total: total(4) });
    await executeOrder(desk.worker, { orderId });
    expect((await orderOf(desk, orderId)).outcome).toMatchObject({ ok: false, code: 'invalid_input' });
    expect((await batchOf(desk, batchId)).status).toBe('draft');
  });

  it.each(['rejected', 'draft', 'expired', 'cancelled'] as const)('leave a batch %s', async (status) => {
    const { desk, asker, approver, batchId, orderId } = await waiting();
    if (status === 'rejected') await rejectOrder(approver, { orderId, note: null });
    if (status === 'draft') await cancelOrder(asker, { orderId });
    if (status === 'cancelled') await cancelBatch(approver, { batchId });
    if (status === 'expired') {
      desk.clock.advance(71 * 3_600);
      await sweepOrders(desk.worker);
      expect((await batchOf(desk, batchId)).status).toBe('awaiting_approval');
      desk.clock.advance(2 * 3_600);
      await sweepOrders(desk.worker);
    }
    await sweepBatches(desk.worker);
    expect((await batchOf(desk, batchId)).status).toBe(status);
    const state = status === 'draft' ? 'good' : 'skipped';
    expect(new Set(await statesOf(desk, batchId))).toEqual(new Set([state]));
    if (status === 'cancelled') expect((await orderOf(desk, orderId)).status).toBe('cancelled');
    expect(callsOf(desk)).toEqual([]);
  });

  it('who lose the right stop their batch, and who approved it cannot resume it in their place', async () => {
    const { desk, asker, approver, batchId, orderId } = await waiting();
    await approveBatch(approver, { orderId, note: null, total: total(4) });
    await executeOrder(desk.worker, { orderId });
    await work(desk, batchId);
    await settleOpen(desk, batchId);
    const owner = desk.as('owner');
    const { organizationId } = desk.merchant;
    const userId = asker.actor.slice('user:'.length);
    await desk.rows.prisma.membership.deleteMany({ where: { userId, organizationId } });
    await work(desk, batchId);
    expect(await batchOf(desk, batchId)).toMatchObject({ status: 'paused', pausedBecause: 'requester' });
    expect(await refusalOf(resumeBatch(approver, { batchId }))).toMatchObject({ code: 'forbidden' });
    await resumeBatch(owner, { batchId });
    await payAll(desk, batchId);
    expect(await batchOf(desk, batchId)).toMatchObject({ status: 'ended', submittedBy: owner.actor });
    expect(callsOf(desk)).toHaveLength(4);
  });

  it('count single payouts and batches of a day together', async () => {
    const desk = await newDesk();
    const asker = desk.as('finance');
    await setPolicy({ ...desk.worker, db: desk.rows, tenant: desk.key.tenant }, { payoutFrom: 10_000 });
    const first = await draft(desk, asker, people(4, 2_000));
    expect((await sendOff(asker, first)).status).toBe('approved');
    const second = await draft(desk, asker, people(2, 1_000));
    expect((await sendOff(asker, second)).status).toBe('awaiting_approval');
  });
});

describe('the money of the account', () => {
  it('is asked for once before the start, and a batch that needs more pauses until somebody says go', async () => {
    const desk = await newDesk();
    const batchId = await draft(desk, desk.key, people(2));
    await submitBatch(desk.key, { batchId, ...submitted });
    tellBalance(desk, '1500.00');
    expect(await work(desk, batchId)).toBe('later');
    expect(await batchOf(desk, batchId)).toMatchObject({ status: 'paused', pausedBecause: 'float' });
    expect(callsOf(desk)).toEqual([]);
    await resumeBatch(desk.key, { batchId, ignoresFloat: true });
    await payAll(desk, batchId);
    expect((await batchOf(desk, batchId)).status).toBe('ended');
    expect(desk.worker.provider.balanceInquiries.calls).toHaveLength(1);
  });

  it('that nobody tells keeps nobody from being paid', async () => {
    const desk = await newDesk();
    const batchId = await draft(desk, desk.key, people(1));
    await submitBatch(desk.key, { batchId, ...submitted });
    expect(await work(desk, batchId)).toBe('wait');
    desk.clock.advance(121);
    await payAll(desk, batchId);
    expect((await batchOf(desk, batchId)).status).toBe('ended');
  });
});

it('an organization that is suspended pays nobody', async () => {
  const desk = await newDesk();
  const batchId = await sent(desk, 3);
  const { organizationId } = desk.merchant;
  await suspendOrganization({ ...desk.worker, db: desk.rows }, { organizationId, reason: 'fraud' });
  await work(desk, batchId);
  expect(await batchOf(desk, batchId)).toMatchObject({ status: 'paused', pausedBecause: 'suspended' });
  expect(callsOf(desk)).toEqual([]);
});

it('a batch that is paused for a week is cancelled', async () => {
  const desk = await newDesk();
  const batchId = await sent(desk, 3);
  await work(desk, batchId);
  await settleOpen(desk, batchId);
  await pauseBatch(desk.key, { batchId });
  desk.clock.set(later(desk.clock.now(), 7 * dayMs + 1_000));
  await sweepBatches(desk.worker);
  expect((await batchOf(desk, batchId)).status).toBe('cancelled');
  expect(await statesOf(desk, batchId)).toEqual(['handed', 'skipped', 'skipped']);
});

describe('a batch that is made of another one', () => {
  /** A batch of three rows of a person, of which the second failed. */
  async function withFailure() {
    const desk = await newDesk();
    const finance = desk.as('finance');
    tellBalance(desk, '1000000.00');
    const batchId = await draft(desk, finance, people(3));
    const { orderId } = await sendOff(finance, batchId);
    await executeOrder(desk.worker, { orderId });
    await payAll(desk, batchId, { '254712345601': '2040' });
    const [, failed] = await rowsOf(desk, batchId);
    return { desk, finance, batchId, failed: failed?.id ?? '', failedPayout: failed?.disbursementId ?? '' };
  }
  const copied = { name: 'Again', what: 'failed' as const };

  /** Pays the copy of a failed row. */
  async function payAgain({ desk, finance, batchId }: Awaited<ReturnType<typeof withFailure>>) {
    const again = await copyBatch(finance, { ...copied, batchId, requestKey: newKey() });
    await work(desk, again.batchId);
    const { orderId } = await sendOff(finance, again.batchId);
    await executeOrder(desk.worker, { orderId });
    return again.batchId;
  }

  /** The network says that a payout that failed was paid after all. */
  async function payLate(desk: Desk, id: string) {
    const at = desk.clock.now();
    const receipt = { providerReceipt: 'TJKLATE001', resultCode: '0' };
    await desk.rows.prisma.disbursement.update({
      where: { id },
      data: { status: 'success', settledAt: at, ...receipt },
    });
  }

  it('pays what failed once more, and never twice', async () => {
    const world = await withFailure();
    const { desk, finance, batchId, failed } = world;
    const given = { ...copied, batchId, requestKey: newKey() };
    const again = await copyBatch(finance, given);
    expect(await copyBatch(finance, given)).toEqual(again);
    await work(desk, again.batchId);
    expect(await batchOf(desk, again.batchId)).toMatchObject({ status: 'draft', parentId: batchId });
    expect(await rowsOf(desk, again.batchId)).toMatchObject([
      { phone: '254712345601', retryOf: failed, state: 'good' },
    ]);
    for (const rowIds of [undefined, [failed]]) {
      const another = copyBatch(finance, { ...copied, batchId, requestKey: newKey(), rowIds });
      expect(await refusalOf(another)).toMatchObject({ code: 'invalid_input' });
    }
    const { orderId } = await sendOff(finance, again.batchId);
    await executeOrder(desk.worker, { orderId });
    await payAll(desk, again.batchId);
    expect(callsOf(desk).filter((phone) => phone === '254712345601')).toHaveLength(2);
  });

  it('takes no row that was paid', async () => {
    const { desk, finance, batchId } = await withFailure();
    const [paid] = await rowsOf(desk, batchId);
    const rowIds = [paid?.id ?? ''];
    expect(await refusalOf(copyBatch(finance, { ...copied, batchId, rowIds, requestKey: newKey() }))).toMatchObject({
      code: 'invalid_input',
    });
    const stranger = (await newDesk()).as('finance');
    expect(await refusalOf(copyBatch(stranger, { ...copied, batchId, requestKey: newKey() }))).toMatchObject({
      code: 'not_found',
    });
  });

  it('does not pay again what was paid after all', async () => {
    const world = await withFailure();
    const again = await payAgain(world);
    await payLate(world.desk, world.failedPayout);
    await payAll(world.desk, again);
    expect(await rowsOf(world.desk, again)).toMatchObject([{ state: 'skipped', skippedBecause: 'paid_after_all' }]);
    expect(callsOf(world.desk).filter((phone) => phone === '254712345601')).toHaveLength(1);
  });

  it('has people look where both were paid', async () => {
    const world = await withFailure();
    const again = await payAgain(world);
    await payAll(world.desk, again);
    await payLate(world.desk, world.failedPayout);
    await sweepPaidTwice(world.desk.worker);
    await sweepPaidTwice(world.desk.worker);
    const reviews = await world.desk.rows.prisma.review.findMany({ where: { subjectId: world.failedPayout } });
    const [row] = await rowsOf(world.desk, again);
    expect(reviews).toMatchObject([{ reason: 'paid_twice', detail: { batch: 'Again', other: row?.disbursementId } }]);
  });

  it('leaves out whom the approver left out, for the next month too', async () => {
    const desk = await newDesk();
    const [finance, owner] = [desk.as('finance'), desk.as('owner')];
    await setPolicy({ ...desk.worker, db: desk.rows, tenant: desk.key.tenant }, { batchFrom: 1 });
    tellBalance(desk, '1000000.00');
    const batchId = await draft(desk, finance, [...people(3), { phone: '0712', amount: 5 }]);
    const { orderId } = await sendOff(finance, batchId);
    const [, second] = await rowsOf(desk, batchId);
    const excluded = [second?.id ?? ''];
    await approveBatch(owner, { orderId, note: null, excluded, total: total(3) - 1_001 });
    await executeOrder(desk.worker, { orderId });
    await payAll(desk, batchId);
    expect((await getBatchDetail(finance, { batchId })).may).toMatchObject({ repeat: 2, payAgain: 0 });
    const given = { batchId, name: 'December', what: 'all' } as const;
    const asked = copyBatch(finance, { ...given, rowIds: excluded, requestKey: newKey() });
    expect(await refusalOf(asked)).toMatchObject({ code: 'invalid_input' });
    const next = await copyBatch(finance, { ...given, requestKey: newKey() });
    expect((await rowsOf(desk, next.batchId)).map(({ phone }) => phone)).toEqual(['254712345600', '254712345602']);
  });

  it('has everybody of the last one, for the next month', async () => {
    const { desk, finance, batchId } = await withFailure();
    const next = await copyBatch(finance, { batchId, name: 'December', what: 'all', requestKey: newKey() });
    await work(desk, next.batchId);
    expect(await rowsOf(desk, next.batchId)).toMatchObject([
      { phone: '254712345600', amount: 1_000, retryOf: null },
      { phone: '254712345601', amount: 1_001, retryOf: null },
      { phone: '254712345602', amount: 1_002, retryOf: null },
    ]);
  });
});
