import { beforeAll, describe, expect, it } from 'vitest';
import { moneyOutWorld, refusal, type Sent } from './money-out.fixture.ts';
import { paymentPageSchema } from './payments.ts';

const world = moneyOutWorld({ loseCallbacks: true });
const ids: string[] = [];
beforeAll(async () => {
  for (const n of [1, 2, 3, 4, 5]) {
    const body = { amount: n, phone: `071234567${n}`, accountReference: `REF-${n}` };
    ids.unshift((await world.send('/collect', body)).body.paymentId);
  }
});

const get = (query = '', sent: Sent = {}) => world.send(`/payments${query}`, undefined, sent);
async function page(query = '', sent: Sent = {}) {
  const { status, body, text } = await get(query, sent);
  expect(status, text).toBe(200);
  return paymentPageSchema.parse(body);
}
const idsOf = ({ payments }: Awaited<ReturnType<typeof page>>) => payments.map(({ paymentId }) => paymentId);

describe('200', () => {
  it('lists the payments of the key, newest first, in the published form', async () => {
    const { payments, next } = await page();
    expect(payments.map(({ paymentId }) => paymentId)).toEqual(ids);
    expect(next).toBeNull();
    expect(payments[0]).toEqual({
      paymentId: ids[0],
      status: 'pending',
      source: 'stk',
      rail: 'mpesa',
      amount: 5,
      phone: '254712345675',
      accountRef: 'REF-5',
      providerReceipt: null,
      checkoutRequestId: expect.stringMatching(/^ws_CO_/),
      resultCode: null,
      resultDesc: null,
      createdAt: expect.stringMatching(/Z$/),
      settledAt: null,
    });
  });

  it('is walked by next and before', async () => {
    const first = await page('?limit=2');
    const second = await page(`?limit=2&before=${first.next}`);
    const third = await page(`?limit=2&before=${second.next}`);
    expect([first, second, third].flatMap(idsOf)).toEqual(ids);
    expect(third.next).toBeNull();
  });

  it.each([
    ['?accountReference=REF-2', [3]],
    ['?phone=%2B254%20712%20345%20671', [4]],
    ['?phone=0712345671&accountReference=REF-2', []],
    ['?status=success', []],
    ['?status=pending&source=stk&limit=1', [0]],
    ['?source=c2b', []],
    ['?createdFrom=2020-01-01T00:00:00Z&createdTo=2020-01-02T00:00:00%2B03:00', []],
    ['?createdFrom=0000-01-01T00:00:00Z&createdTo=9999-12-31T23:59:59-23:59', [0, 1, 2, 3, 4]],
    [`?accountReference=${'%F0%9F%98%80'.repeat(100)}`, []],
    ['?_=1764403327&limit=100', [0, 1, 2, 3, 4]],
  ])('%s', async (query, places) => {
    expect(idsOf(await page(query))).toEqual(places.map((place) => ids[place]));
  });

  it('shows nothing of another merchant', async () => {
    const key = (await world.other()).key().key;
    expect(await page('', { key })).toEqual({ payments: [], next: null });
    expect(await page(`?accountReference=REF-2`, { key })).toEqual({ payments: [], next: null });
  });
});

describe('422', () => {
  it.each([
    ['?accountRef=REF-2', 'accountRef', 'did you mean accountReference?'],
    ['?status[]=success', 'status[]', 'did you mean status?'],
    ['?staus=success', 'staus', 'did you mean status?'],
    ['?from=2030-01-01T00:00:00Z', 'from', 'did you mean createdFrom?'],
    ['?per_page=1', 'per_page', 'There are limit, before, status'],
  ])('a parameter that there is not: %s', async (query, path, says) => {
    const { issues, detail } = await refusal(get(query), 422, 'invalid_input');
    expect(issues).toMatchObject([{ path, message: expect.stringContaining(says) }]);
    expect(detail).toContain(path);
  });

  it.each([
    ['?limit=0', 'limit'],
    ['?limit=101', 'limit'],
    ['?limit=', 'limit'],
    ['?limit=ten', 'limit'],
    ['?limit=1&limit=2', 'limit'],
    ['?before=x', 'before'],
    ['?status=done', 'status'],
    ['?source=STK', 'source'],
    ['?phone=123', 'phone'],
    ['?receipt=', 'receipt'],
    ['?createdFrom=2026-13-01T00:00:00Z', 'createdFrom'],
    ['?createdTo=today', 'createdTo'],
  ])('%s', async (query, wrong) => {
    const { issues } = await refusal(get(query), 422, 'invalid_input');
    expect(issues?.map(({ path }) => path)).toEqual([wrong]);
  });

  it('a cursor that is the payment of another merchant, or of nobody: the same', async () => {
    const key = (await world.other()).key().key;
    const details = [];
    for (const before of [ids[0], crypto.randomUUID()]) {
      const { detail, issues } = await refusal(get(`?before=${before}`, { key }), 422, 'invalid_input');
      details.push({ detail, issues });
    }
    expect(details[0]).toEqual(details[1]);
  });
});
