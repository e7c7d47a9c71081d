import { describe, expect, it } from 'vitest';
import { batchPageSchema } from './batch-views.ts';
import { malformed, refusal } from './money-out.fixture.ts';
import { batchWorld, people, stranger } from './payout-batches.fixture.ts';

const world = batchWorld();
const { post, draft, read } = world;
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

describe('202', () => {
  it('makes a batch that is checked, and says what is wrong with each row', async () => {
    const rows = [
      { phone: '0712 345 678', amount: 1_500, name: 'Achieng Otieno', reference: 'E1', remarks: 'November' },
      { phone: '2.547E+11', amount: '12.50', name: 'N/A' },
      { phone: 254712345679, amount: '2,000' },
    ];
    const batchId = await draft(rows, { commandId: 'SalaryPayment', note: 'As always' });
    expect(await read(batchId)).toEqual({
      batchId,
      name: 'Payroll',
      status: 'draft',
      env: 'sandbox',
      commandId: 'SalaryPayment',
      rows: 3,
      amount: 3_500,
      amountPaid: 0,
      note: 'As always',
      sentFile: null,
      requestedBy: null,
      approvedBy: null,
      scheduledFor: null,
      createdAt: expect.stringMatching(/Z$/),
      startedAt: null,
      endedAt: null,
      pausedBecause: null,
      parentId: null,
      counts: { good: 2, refused: 1, skipped: 0, handed: 0, paid: 0, open: 0, failed: 0 },
      checks: { sameList: null, warnings: { payee_first: 2 }, firstAmount: 3_500, limits: [] },
    });
  });

  it('keeps what a row says, also where it hides characters that no text can have', async () => {
    const batchId = await draft([
      { phone: '0712\u0000345678', amount: '\u0000', name: 'A\u0000b', occasion: 'x\u0007' },
    ]);
    const { rows } = (await world.send(`/payout-batches/${batchId}/rows`)).body;
    expect(rows[0].problems.map(({ field }: { field: string }) => field)).toEqual(['amount', 'name', 'occasion']);
    expect(JSON.stringify(rows)).not.toContain('\\u0000');
  });

  it('is replayed for its key, in the header or the body', async () => {
    const body = { name: 'Payroll', rows: people(1) };
    const first = await post(body, keyed('november'));
    const again = await post({ ...body, idempotencyKey: 'november' });
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([202, first.body, 'true']);
  });

  it('takes 5,000 rows', async () => {
    const rows = Array.from({ length: 5_000 }, (_, n) => ({
      ...{ phone: `0712${String(100_000 + n)}`, amount: 100, name: 'Achieng Atieno Otieno', reference: `EMP-${n}` },
      ...{ remarks: 'Salary of November 2026, paid from the account of the branch in Kisumu' },
    }));
    const batchId = await draft(rows);
    expect((await read(batchId)).counts).toMatchObject({ good: 5_000, refused: 0 });
  });
});

describe('200', () => {
  it('a page of batches, newest first, without those of others', async () => {
    const sent = { key: (await world.other()).key().key };
    const [first, second] = [await draft(people(1), {}, sent), await draft(people(2), {}, sent)];
    const list = async (query = '') => {
      const { status, body, text } = await world.send(`/payout-batches${query}`, undefined, sent);
      expect(status, text).toBe(200);
      const page = batchPageSchema.parse(body);
      return [page.batches.map(({ batchId }) => batchId), page.next];
    };
    expect(await list()).toEqual([[second, first], null]);
    expect(await list('?limit=1')).toEqual([[second], second]);
    expect(await list(`?before=${second}`)).toEqual([[first], null]);
    expect(await list('?status=draft')).toEqual([[second, first], null]);
    expect(await list('?status=ended')).toEqual([[], null]);
  });

  it('a batch that was paid, with what it came to', async () => {
    const batchId = await draft(people(3));
    expect((await world.submit(batchId)).status).toBe(200);
    await world.pay(batchId);
    expect(await read(batchId)).toMatchObject({
      ...{ status: 'ended', amount: 3_003, amountPaid: 3_003, requestedBy: expect.stringMatching(/^key:/) },
      counts: { good: 0, refused: 0, skipped: 0, handed: 3, paid: 3, open: 0, failed: 0 },
    });
  });
});

describe('400', () => {
  it.each(malformed)('%s is malformed', async (_what, sent) => {
    await refusal(post(undefined, sent), 400, 'malformed_json');
  });
});

describe('404', () => {
  it('a batch of somebody else, one that is none, and no id look the same', async () => {
    const batchId = await draft();
    const { key } = (await world.other()).key();
    const answers = [];
    for (const [id, sent] of [[batchId, { key }], [stranger], ['x']] as const) {
      const { status, body } = await world.send(`/payout-batches/${id}`, undefined, sent);
      answers.push([status, body.code, body.detail]);
    }
    expect(new Set(answers.map(String)).size).toBe(1);
    expect(answers[0]).toEqual([404, 'not_found', 'There is no such payout batch.']);
  });
});

describe('409', () => {
  it('another body under the same key', async () => {
    await post({ name: 'Payroll', rows: people(1) }, keyed('december'));
    const other = post({ name: 'Payroll', rows: people(2) }, keyed('december'));
    await refusal(other, 409, 'idempotency_key_reused');
  });
});

describe('413', () => {
  it('a body over 2 MB', async () => {
    await refusal(post({ name: 'x'.repeat(2_000_000), rows: people(1) }), 413, 'payload_too_large');
  });
});

describe('422', () => {
  it.each<[string, object, string[]]>([
    ['no rows', { rows: undefined }, ['rows']],
    ['an empty list', { rows: [] }, ['rows']],
    ['a row that is none', { rows: ['0712345678'] }, ['rows.0']],
    ['a phone that is a list', { rows: [{ phone: ['0712345678'], amount: 1 }] }, ['rows.0.phone']],
    ['5,001 rows', { rows: Array.from({ length: 5_001 }, () => ({ phone: '1', amount: 1 })) }, ['rows']],
    ['no name', { name: undefined }, ['name']],
    ['a long name', { name: 'x'.repeat(65) }, ['name']],
    ['a long note', { note: 'x'.repeat(501) }, ['note']],
    ['an unknown kind of payout', { commandId: 'Salary' }, ['commandId']],
    ['a time that is no time', { scheduledFor: 'tomorrow' }, ['scheduledFor']],
    ['a time that is over', { scheduledFor: '2020-01-01T00:00:00Z' }, ['scheduledFor']],
    ['a time in two months', { scheduledFor: new Date(Date.now() + 60 * 86_400_000).toISOString() }, ['scheduledFor']],
    [
      'too much money',
      { rows: Array.from({ length: 700 }, (_, n) => ({ phone: `0712${100_000 + n}`, amount: 150_000 })) },
      ['rows'],
    ],
  ])('%s', async (_what, given, paths) => {
    const { issues } = await refusal(post({ name: 'Payroll', rows: people(1), ...given }), 422, 'invalid_input');
    expect(issues?.map(({ path }) => path)).toEqual(paths);
  });

  it.each([
    ['?limit=0', 'limit'],
    ['?limit=101', 'limit'],
    ['?status=gone', 'status'],
    ['?before=x', 'before'],
    [`?before=${stranger}`, 'before'],
    ['?colour=red', 'colour'],
  ])('a list with %s', async (query, path) => {
    const { issues } = await refusal(world.send(`/payout-batches${query}`), 422, 'invalid_input');
    expect(issues?.map((issue) => issue.path)).toEqual([path]);
  });

  it('more than 20 batches that have not ended', async () => {
    const sent = { key: (await world.other()).key().key };
    for (let n = 0; n < 20; n += 1) expect((await post({ name: 'Payroll', rows: people(1) }, sent)).status).toBe(202);
    await refusal(post({ name: 'Payroll', rows: people(1) }, sent), 422, 'invalid_input');
  });
});
