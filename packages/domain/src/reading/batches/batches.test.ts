import { describe, expect, it } from 'vitest';
import { approveBatch, executeOrder, setPolicy } from '../../orders/index.ts';
import { cancelBatch, copyBatch } from '../../sending/index.ts';
import {
  type Desk,
  draft,
  payAll,
  people,
  rowsOf,
  sendOff,
  tellBalance,
  useDesks,
} from '../../sending/sending.fixture.ts';
import { changeOf } from './compare-batch.ts';
import { browseBatches, browseBatchRows, compareBatch, getBatchDetail } from './index.ts';

const newDesk = useDesks();
const missing = '01990000-0000-7000-8000-000000000000';

type Rows = Parameters<typeof draft>[2];

/** A batch that waits for a second person. */
async function waiting(desk: Desk, count: number) {
  await setPolicy({ ...desk.worker, db: desk.rows, tenant: desk.key.tenant }, { batchFrom: 1 });
  const batchId = await draft(desk, desk.as('finance'), people(count));
  return { batchId, ...(await sendOff(desk.as('finance'), batchId)) };
}

describe('the list of batches', () => {
  it('is narrowed by status and name, newest first, and says who is behind each', async () => {
    const desk = await newDesk();
    const first = await draft(desk, desk.as('finance'), people(2), { name: 'Payroll November' });
    desk.clock.advance(60_000);
    const second = await draft(desk, desk.key, people(3), { name: 'Bonus' });
    await cancelBatch(desk.as('finance'), { batchId: first });
    const ids = async (input: Parameters<typeof browseBatches>[1]) =>
      (await browseBatches(desk.as('owner'), input)).rows.map(({ id }) => id);
    expect(await ids({})).toEqual([second, first]);
    expect(await ids({ status: 'draft' })).toEqual([second]);
    expect(await ids({ text: 'NOVEMBER' })).toEqual([first]);
    expect(await ids({ text: '%' })).toEqual([]);
    const { rows, older } = await browseBatches(desk.as('owner'), { limit: 1 });
    expect(rows).toMatchObject([{ name: 'Bonus', rows: 3, amount: 3_003, amountPaid: 0, by: { kind: 'key' } }]);
    expect(await ids({ limit: 1, before: older ?? '' })).toEqual([first]);
    const stranger = await newDesk();
    expect((await browseBatches(stranger.as('owner'), {})).rows).toEqual([]);
  });
});

describe('a batch', () => {
  it('says what was found, and what the reader may do', async () => {
    const desk = await newDesk();
    const batchId = await draft(desk, desk.as('finance'), [...people(2), { phone: '0712', amount: 'many' }]);
    const detail = await getBatchDetail(desk.as('finance'), { batchId });
    expect(detail).toMatchObject({
      status: 'draft',
      rows: 3,
      amount: 2_001,
      order: null,
      createdBy: { kind: 'person' },
    });
    expect(detail.counts).toMatchObject({ good: 2, refused: 1, handed: 0 });
    expect(detail.findings).toMatchObject({ warnings: { payee_first: 2 }, firstAmount: 2_001, sameList: null });
    const none = { approve: false, pause: false, resume: false, payAgain: 0, repeat: 0 };
    expect(detail.may).toEqual({ ...none, submit: true, cancel: true });
    const reader = (await getBatchDetail(desk.as('support'), { batchId })).may;
    expect(reader).toEqual({ ...none, submit: false, cancel: false });
  });

  it('names the order that waits, and lets another person approve it', async () => {
    const desk = await newDesk();
    const { batchId, orderId } = await waiting(desk, 2);
    const own = await getBatchDetail(desk.as('finance'), { batchId });
    expect(own).toMatchObject({
      status: 'awaiting_approval',
      order: { orderId, isOwn: true },
      may: { approve: false },
    });
    const other = await getBatchDetail(desk.as('owner'), { batchId });
    expect(other).toMatchObject({ order: { orderId, isOwn: false, mayDecide: true }, may: { approve: true } });
  });

  it('says how many rows can be paid again, until another batch pays them', async () => {
    const desk = await newDesk();
    const finance = desk.as('finance');
    tellBalance(desk, '1000000.00');
    const batchId = await draft(desk, finance, [...people(3), { phone: '0712', amount: 'many' }]);
    const { orderId } = await sendOff(finance, batchId);
    await executeOrder(desk.worker, { orderId });
    await payAll(desk, batchId, { '254712345601': '2040' });
    const mayOf = async (who: 'finance' | 'support') => (await getBatchDetail(desk.as(who), { batchId })).may;
    expect(await mayOf('finance')).toMatchObject({ cancel: false, payAgain: 1, repeat: 3 });
    expect(await mayOf('support')).toMatchObject({ payAgain: 0, repeat: 0 });
    await copyBatch(finance, { batchId, name: 'Again', what: 'failed', requestKey: 'again' });
    expect(await mayOf('finance')).toMatchObject({ payAgain: 0, repeat: 3 });
  });

  it('is not found elsewhere', async () => {
    const [desk, stranger] = [await newDesk(), await newDesk()];
    const batchId = await draft(desk, desk.as('finance'), people(1));
    for (const id of [batchId, missing, 'nonsense']) {
      await expect(getBatchDetail(stranger.as('owner'), { batchId: id })).rejects.toMatchObject({ code: 'not_found' });
      await expect(browseBatchRows(stranger.as('owner'), { batchId: id })).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});

describe('the rows of a batch', () => {
  it('come in their order, in both directions, with masked phones and every problem', async () => {
    const desk = await newDesk();
    const wrong = { phone: '0712', amount: 'many', name: 'Call 0712345678' };
    const batchId = await draft(desk, desk.as('finance'), [...people(3), wrong]);
    const first = await browseBatchRows(desk.as('finance'), { batchId, limit: 2 });
    expect(first.rows).toMatchObject([
      { number: 2, phone: '0712…600', amount: 1_000, state: 'good', outcome: null, reason: null },
      { number: 3, phone: '0712…601' },
    ]);
    expect(first).toMatchObject({ newer: null, older: '3' });
    const second = await browseBatchRows(desk.as('finance'), { batchId, limit: 2, before: first.older ?? '' });
    expect(second.rows.map(({ number }) => number)).toEqual([4, 5]);
    expect(second.rows[1]).toMatchObject({ state: 'refused', name: 'Call 0712…678', phone: null });
    expect(second.rows[1]?.problems.map(({ code }) => code)).toEqual(['not_a_phone', 'not_an_amount']);
    const back = await browseBatchRows(desk.as('finance'), { batchId, limit: 2, after: second.newer ?? '' });
    expect(back).toEqual({ ...first, older: '3' });
    const refused = await browseBatchRows(desk.as('finance'), { batchId, state: 'refused' });
    expect(refused.rows.map(({ number }) => number)).toEqual([5]);
  });

  it('can be only those that a person has to look at', async () => {
    const desk = await newDesk();
    const twice = { phone: '0712345678', amount: 700 };
    const batchId = await draft(desk, desk.as('finance'), [...people(2), twice, twice]);
    const warned = await browseBatchRows(desk.as('finance'), { batchId, look: 'warned' });
    expect(warned.rows.map(({ number }) => number)).toEqual([4, 5]);
    expect((await browseBatchRows(desk.as('finance'), { batchId, look: 'tick' })).rows).toEqual([]);
    expect((await getBatchDetail(desk.as('finance'), { batchId })).toAccept).toEqual({
      ...{ ticks: 0, warned: 2, rows: 2 },
    });
  });

  it('count once each, however many warnings they have', async () => {
    const desk = await newDesk();
    const finance = desk.as('finance');
    const twice = { phone: '0712345678', amount: 700 };
    const moved = { phone: '0712345679', amount: 500, reference: 'E1' };
    tellBalance(desk, '1000000.00');
    const first = await draft(desk, finance, [twice, moved], { name: 'First' });
    const { orderId } = await sendOff(finance, first);
    await executeOrder(desk.worker, { orderId });
    await payAll(desk, first);
    // Twice in the list, paid a moment ago, and one of them to somebody who had another phone.
    const batchId = await draft(desk, finance, [twice, { ...twice, reference: 'E1' }, ...people(1)]);
    const { toAccept, found } = await getBatchDetail(finance, { batchId });
    expect(toAccept).toEqual({ ticks: 1, warned: 2, rows: 2 });
    expect(found).toEqual({ duplicates: 2, limits: 0, others: 0 });
  });

  it('say what became of them', async () => {
    const desk = await newDesk();
    const { batchId, orderId } = await waiting(desk, 3);
    const [left] = await rowsOf(desk, batchId);
    await approveBatch(desk.as('owner'), { orderId, note: null, excluded: [left?.id ?? ''], total: 2_003 });
    await executeOrder(desk.worker, { orderId });
    tellBalance(desk, '1000000.00');
    await payAll(desk, batchId, { '254712345602': '2040' });
    const { rows } = await browseBatchRows(desk.as('support'), { batchId });
    expect(rows).toMatchObject([
      { state: 'skipped', skippedBecause: 'excluded', outcome: null },
      { state: 'handed', outcome: 'paid', receipt: expect.stringMatching(/\S/), reason: null },
      { state: 'handed', outcome: 'failed', receipt: null, reason: { title: expect.stringMatching(/\S/) } },
    ]);
    const paid = await browseBatchRows(desk.as('support'), { batchId, state: 'paid' });
    expect(paid.rows.map(({ number }) => number)).toEqual([3]);
    expect(await getBatchDetail(desk.as('support'), { batchId })).toMatchObject({
      status: 'ended',
      amountPaid: 1_001,
      approvedBy: { kind: 'person', email: desk.merchant.owner.email },
      counts: { paid: 1, failed: 1, skipped: 1 },
    });
  });
});

describe('a batch beside the last one', () => {
  it.each([
    ['more', { amount: 12_400, rows: 3 }, { amount: 10_000, rows: 2 }, { amount: 2_400, rows: 1, percent: 24 }],
    ['less', { amount: 5_000, rows: 1 }, { amount: 10_000, rows: 4 }, { amount: -5_000, rows: -3, percent: -50 }],
    ['the same', { amount: 700, rows: 1 }, { amount: 700, rows: 1 }, { amount: 0, rows: 0, percent: 0 }],
  ])('is %s', (_what, now, before, change) => {
    expect(changeOf(now, before)).toEqual(change);
  });

  /** A batch that one person sent off, paid to its end. */
  async function paid(desk: Desk, rows: number | Rows, codes: Record<string, string> = {}, name?: string) {
    const list = typeof rows === 'number' ? people(rows) : rows;
    const batchId = await draft(desk, desk.as('finance'), list, { name: name ?? `Payroll of ${list.length}` });
    const { orderId } = await sendOff(desk.as('finance'), batchId, { acceptSameList: true });
    await executeOrder(desk.worker, { orderId });
    tellBalance(desk, '1000000.00');
    await payAll(desk, batchId, codes);
    desk.clock.advance(60_000);
    return batchId;
  }

  it('shows its largest rows, and how it differs from what was paid then', async () => {
    const desk = await newDesk();
    const first = await paid(desk, 4, { '254712345601': '2040' });
    const finance = desk.as('finance');
    // Neither a batch that pays failed rows again nor one that is not over is a month before.
    const again = await copyBatch(finance, { batchId: first, name: 'Again', what: 'failed', requestKey: 'again' });
    await draft(desk, finance, people(1, 90_000));
    const batchId = await draft(desk, finance, [...people(5), { phone: '0712', amount: 70_000 }]);
    expect(await compareBatch(desk.as('support'), { batchId })).toEqual({
      largest: [
        { rowId: expect.any(String), number: 6, who: '0712…604', amount: 1_004 },
        { rowId: expect.any(String), number: 5, who: '0712…603', amount: 1_003 },
        { rowId: expect.any(String), number: 4, who: '0712…602', amount: 1_002 },
      ],
      last: {
        batchId: first,
        name: 'Payroll of 4',
        endedAt: expect.any(Date),
        isSameName: false,
        change: { amount: 5_010 - 3_005, rows: 2, percent: 67 },
        // The first row was sent then too, although it failed.
        people: { added: { count: 1, amount: 1_004, named: ['0712…604'] }, gone: { count: 0, amount: 0, named: [] } },
      },
    });
    expect((await compareBatch(finance, { batchId: again.batchId })).last?.batchId).toBe(first);
  });

  it('stands beside the last one of its name, in any case, and says who is new and who is gone', async () => {
    const desk = await newDesk();
    const finance = desk.as('finance');
    const [amina, john, grace] = [
      { phone: '0712345701', amount: 500, name: 'Amina Wanjiru', reference: 'E-1' },
      { phone: '0712345702', amount: 600, name: 'John Otieno', reference: 'E-2' },
      { phone: '0712345703', amount: 700, name: 'Grace Njeri', reference: 'E-3' },
    ];
    const wages = await paid(desk, [amina, john], {}, 'Wages');
    await paid(desk, people(2), {}, 'Bonus');
    const moved = { ...amina, phone: '0712345709', reference: 'e - 1' };
    const refused = { phone: '0712', amount: 90_000, name: 'Peter Kamau', reference: 'E-4' };
    const batchId = await draft(desk, finance, [moved, grace, refused], { name: 'WAGES' });
    expect((await compareBatch(finance, { batchId })).last).toMatchObject({
      ...{ batchId: wages, isSameName: true },
      change: { amount: 100, rows: 0 },
      people: {
        added: { count: 1, amount: 700, named: ['Grace Njeri'] },
        gone: { count: 1, amount: 600, named: ['John Otieno'] },
      },
    });
  });

  it('has nothing to stand beside at first, and is not found elsewhere', async () => {
    const [desk, stranger] = [await newDesk(), await newDesk()];
    await paid(stranger, 2);
    const batchId = await draft(desk, desk.as('finance'), people(1));
    expect((await compareBatch(desk.as('finance'), { batchId })).last).toBeNull();
    for (const id of [batchId, missing, 'nonsense']) {
      await expect(compareBatch(stranger.as('owner'), { batchId: id })).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});
