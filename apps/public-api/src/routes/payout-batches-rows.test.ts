import { describe, expect, it } from 'vitest';
import { batchRowPageSchema } from './batch-views.ts';
import { refusal } from './money-out.fixture.ts';
import { batchWorld, people, stranger } from './payout-batches.fixture.ts';

const world = batchWorld();
const rowsOf = async (id: string, query = '') => {
  const { status, body, text } = await world.send(`/payout-batches/${id}/rows${query}`);
  expect(status, text).toBe(200);
  return batchRowPageSchema.parse(body);
};

describe('200', () => {
  it('has each row with all its problems and warnings, in order, a page at a time', async () => {
    const batchId = await world.draft([
      { phone: '0712345678', amount: 500, name: 'Achieng', reference: 'E1', remarks: 'Salary', occasion: 'Bonus' },
      { phone: '2.547E+11', amount: '12.50', name: 'Njoroge' },
      { phone: '0712345678', amount: 500 },
    ]);
    const { rows, next } = await rowsOf(batchId);
    expect(next).toBeNull();
    const [first, second, third] = rows;
    expect(first).toEqual({
      rowId: expect.any(String),
      number: 1,
      phone: '254712345678',
      amount: 500,
      name: 'Achieng',
      reference: 'E1',
      remarks: 'Salary',
      occasion: 'Bonus',
      state: 'good',
      outcome: null,
      problems: [],
      warnings: [
        { code: 'payee_first', field: 'phone', text: '254712345678' },
        { code: 'phone_and_amount_twice', field: 'phone', text: '254712345678' },
      ],
      skippedBecause: null,
      disbursementId: null,
      providerReceipt: null,
      resultCode: null,
      resultDesc: null,
    });
    expect(second).toMatchObject({ number: 2, phone: null, amount: null, name: 'Njoroge', state: 'refused' });
    expect(second?.problems).toEqual([
      { code: 'number_shortened', field: 'phone', text: '2.547E+11' },
      { code: 'amount_has_decimals', field: 'amount', text: '12.50' },
    ]);
    const page = await rowsOf(batchId, '?limit=2');
    expect([page.rows.length, page.next]).toEqual([2, second?.rowId]);
    expect((await rowsOf(batchId, `?before=${page.next}`)).rows).toEqual([third]);
    expect((await rowsOf(batchId, '?state=refused')).rows).toEqual([second]);
    expect((await rowsOf(batchId, '?state=handed')).rows).toEqual([]);
  });

  it('says what became of rows that were paid', async () => {
    const batchId = await world.draft(people(2));
    await world.submit(batchId);
    await world.pay(batchId);
    const { rows } = await rowsOf(batchId, '?state=paid');
    expect(rows).toMatchObject([
      { state: 'handed', outcome: 'paid', resultCode: 0, providerReceipt: expect.stringMatching(/^[A-Z0-9]{10}$/) },
      { state: 'handed', outcome: 'paid' },
    ]);
    const { status, body } = await world.send(`/disbursements/${rows[0]?.disbursementId}`);
    expect([status, body.amount, body.phone]).toEqual([200, 1_000, '254712345700']);
    expect((await rowsOf(batchId, '?state=failed')).rows).toEqual([]);
    expect((await rowsOf(batchId, '?state=good')).rows).toEqual([]);
  });
});

describe('404', () => {
  it('a batch of somebody else', async () => {
    const batchId = await world.draft();
    const { key } = (await world.other()).key();
    await refusal(world.send(`/payout-batches/${batchId}/rows`, undefined, { key }), 404, 'not_found');
    await refusal(world.send('/payout-batches/x/rows'), 404, 'not_found');
  });
});

describe('422', () => {
  it.each([
    ['?limit=0', 'limit'],
    ['?limit=501', 'limit'],
    ['?state=gone', 'state'],
    ['?before=x', 'before'],
    [`?before=${stranger}`, 'before'],
    ['?colour=red', 'colour'],
  ])('a list with %s', async (query, path) => {
    const batchId = await world.draft();
    const { issues } = await refusal(world.send(`/payout-batches/${batchId}/rows${query}`), 422, 'invalid_input');
    expect(issues?.map((issue) => issue.path)).toEqual([path]);
  });
});
