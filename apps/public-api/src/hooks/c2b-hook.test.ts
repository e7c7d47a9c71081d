import { setC2bRules } from '@tillgate/domain/c2b';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { moneyOutWorld } from '../routes/money-out.fixture.ts';
import { sandboxPasskey, startApi } from '../testing.ts';

const world = moneyOutWorld({ confirmStkPayments: true, confirmation: 'before' });
let shop: SeededMerchant;
let hook: string;
let subjectId: string;
const shortcode = '600200';

beforeAll(async () => {
  const credentials = { passkey: sandboxPasskey, shortcode };
  shop = await seed(world.api.ctx).owner().application().credentials('sandbox', credentials).key('sandbox').mint();
  hook = (await world.send('/c2b-register', {}, { key: shop.key().key })).body.confirmationUrl;
  const token = hook.split('/').at(-1) ?? '';
  subjectId = (await world.api.ctx.db.prisma.c2bRegistration.findUniqueOrThrow({ where: { hookToken: token } })).id;
});

let transactions = 0;
const notification = (changes: Record<string, unknown> = {}) => {
  transactions += 1;
  return {
    TransactionType: 'Pay Bill',
    TransID: `TKH${String(transactions).padStart(7, '0')}`,
    TransTime: '20260105110000',
    TransAmount: '100.00',
    BusinessShortCode: shortcode,
    BillRefNumber: 'HOUSE 7',
    InvoiceNumber: '',
    OrgAccountBalance: '5000.00',
    ThirdPartyTransID: '',
    MSISDN: '2547 ***** 126',
    FirstName: 'JOHN',
    ...changes,
  };
};
async function post(body: unknown, url = hook) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json;charset=UTF-8' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}
const stored = () =>
  world.api.ctx.db.prisma.providerCallback.findMany({
    where: { subjectId },
    orderBy: [{ receivedAt: 'asc' }, { id: 'asc' }],
  });
const payments = () => world.api.ctx.db.prisma.payment.findMany({ where: { applicationId: shop.applicationId } });
const accepted = { ResultCode: '0', ResultDesc: 'Accepted' };

describe('a confirmation', () => {
  it('is stored as it came, once, and acknowledged; what cannot be read is evidence too', async () => {
    const body = JSON.stringify(notification());
    for (const sent of [body, body, 'not json']) {
      expect(await post(sent)).toEqual({ status: 200, body: { ResultCode: 0, ResultDesc: 'Accepted' } });
    }
    const rows = await stored();
    expect(rows.map((row) => [row.kind, Buffer.from(row.body).toString()])).toEqual([
      ['c2b_confirmation', body],
      ['c2b_confirmation', 'not json'],
    ]);
    await world.settle(subjectId, 2);
    expect((await stored()).map(({ state }) => state)).toEqual(['applied', 'unmatched']);
    expect(await payments()).toMatchObject([{ source: 'c2b', status: 'success', amount: 100, accountRef: 'HOUSE 7' }]);
  });
});

describe('a validation', () => {
  it.each([
    ['at its URL', '?validation=1', { OrgAccountBalance: '' }],
    ['at its URL, with a balance all the same', '?validation=1', {}],
    ['told by its blank balance, with rules', '', { OrgAccountBalance: '' }],
    ['told by its missing balance, with rules', '', { OrgAccountBalance: undefined }],
  ])('%s is answered at once, kept, and never a payment', async (_what, query, changes) => {
    const which = { applicationId: shop.applicationId, environment: 'sandbox' as const };
    await setC2bRules(world.api.ctx, { ...which, amountMax: query === '' ? 500 : null });
    const before = (await payments()).length;
    expect(await post(notification(changes), hook + query)).toEqual({ status: 200, body: accepted });
    expect((await stored()).at(-1)).toMatchObject({ kind: 'c2b_validation' });
    await world.settle(subjectId);
    expect(await payments()).toHaveLength(before);
    await setC2bRules(world.api.ctx, { ...which, amountMax: null });
  });

  it.each([
    ['blank', ''],
    ['missing', undefined],
  ])('is money at the plain URL with a %s balance, for a merchant without rules', async (_what, OrgAccountBalance) => {
    const body = notification({ OrgAccountBalance });
    expect(await post(body)).toEqual({ status: 200, body: accepted });
    expect((await stored()).at(-1)).toMatchObject({ kind: 'c2b_confirmation' });
    await world.settle(subjectId);
    expect((await payments()).filter(({ providerReceipt }) => providerReceipt === body.TransID)).toHaveLength(1);
  });

  it('is refused with the code of the rule', async () => {
    const { applicationId } = shop;
    const which = { applicationId, environment: 'sandbox' as const };
    await setC2bRules(world.api.ctx, { ...which, referencePattern: 'HOUSE [0-9]+', amountMax: 500 });
    const answers = [];
    for (const changes of [
      {},
      { BillRefNumber: 'FLAT 7' },
      { TransAmount: '501' },
      { MSISDN: '12345678' },
      { BusinessShortCode: '999999' },
      { TransAmount: 'much' },
    ]) {
      answers.push((await post(notification(changes), `${hook}?validation=1`)).body);
    }
    await setC2bRules(world.api.ctx, { ...which, referencePattern: null, amountMax: null });
    const codes = ['C2B00012', 'C2B00013', 'C2B00011', 'C2B00015', 'C2B00016'];
    expect(answers).toEqual([accepted, ...codes.map((ResultCode) => ({ ResultCode, ResultDesc: 'Rejected' }))]);
  });

  it('is accepted while the database is unavailable', async () => {
    const DATABASE_URL = 'postgresql://nobody@127.0.0.1:1/none';
    const lonely = await startApi({ database: world.api.ctx.db, urlAs: () => DATABASE_URL }, 'http://127.0.0.1:1', {
      RATE_LIMIT_STORE: 'memory',
      DATABASE_URL,
    });
    try {
      const url = `${lonely.baseUrl}/c2b-hook/${'ab'.repeat(32)}`;
      expect(await post(notification(), `${url}?validation=1`)).toEqual({ status: 200, body: accepted });
      expect(lonely.deps.spooled()).toEqual({ waiting: 0, aside: 0 });
      // A confirmation is not acknowledged before it is on disk.
      expect((await post(notification(), url)).status).toBe(200);
      expect(lonely.deps.spooled()).toEqual({ waiting: 1, aside: 0 });
      const readiness = await fetch(`${lonely.origin}/readyz`);
      expect([readiness.status, await readiness.json()]).toMatchObject([503, { spooled: { waiting: 1, aside: 0 } }]);
    } finally {
      await lonely.close();
    }
  });
});

it('does not know a hook that is not there, nor one that is no token', async () => {
  for (const token of ['0'.repeat(64), 'x', 'A'.repeat(64)]) {
    for (const query of ['', '?validation=1']) {
      expect((await post(notification(), `${world.api.baseUrl}/c2b-hook/${token}${query}`)).status).toBe(404);
    }
  }
  expect((await fetch(hook)).status).toBe(405);
});

describe('the whole way, with the simulated provider', () => {
  const pay = async (body: object) => {
    const response = await fetch(`${world.simulator.url}/admin/c2b/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ shortcode, amount: 321, phone: '254712345126', ...body }),
    });
    expect(response.status).toBe(200);
    return ((await response.json()) as { transactionId: string }).transactionId;
  };
  async function paymentOf(providerReceipt: string) {
    const { payment } = world.api.ctx.db.prisma;
    const settled = async () => {
      await world.settle(subjectId);
      return payment.count({ where: { providerReceipt } });
    };
    await expect.poll(settled).toBe(1);
    return payment.findFirstOrThrow({ where: { providerReceipt } });
  }

  it('an offline payment is validated, confirmed and listed', async () => {
    const receipt = await pay({ reference: 'HOUSE 9' });
    expect(await paymentOf(receipt)).toMatchObject({ source: 'c2b', amount: 321, accountRef: 'HOUSE 9' });
    const { body } = await world.send(`/payments?receipt=${receipt}`, undefined, { key: shop.key().key });
    expect(body.payments).toMatchObject([{ source: 'c2b', status: 'success', phone: expect.stringContaining('126') }]);
    const kinds = (await stored()).filter(
      (row) => row.body.toString().includes(receipt) || Buffer.from(row.body).includes(receipt),
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(['c2b_validation', 'c2b_confirmation']);
  });

  it('a rule of the merchant refuses it before money moves', async () => {
    const which = { applicationId: shop.applicationId, environment: 'sandbox' as const };
    await setC2bRules(world.api.ctx, { ...which, references: ['HOUSE 1'] });
    const receipt = await pay({ reference: 'HOUSE 2' });
    const judged = async () => (await fetch(`${world.simulator.url}/admin/c2b/payments/${receipt}`)).json();
    await expect.poll(judged).toMatchObject({ state: 'rejected' });
    await setC2bRules(world.api.ctx, { ...which, references: [] });
  });

  it('a prompt that is confirmed here before its callback is one payment', async () => {
    const before = (await payments()).length;
    const body = { amount: 77, phone: '0712345126', accountReference: 'HOUSE 3' };
    const { paymentId } = (await world.send('/collect', body, { key: shop.key().key })).body;
    const settled = async () => {
      await world.settle(subjectId);
      await world.settle(paymentId);
      return world.api.ctx.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentId } });
    };
    await expect
      .poll(settled)
      .toMatchObject({ status: 'success', settledBy: 'callback', providerReceipt: expect.any(String) });
    await world.settle(subjectId);
    const { state } = await world.api.ctx.db.prisma.providerCallback.findFirstOrThrow({
      where: { subjectId: paymentId },
    });
    expect(state).toBe('applied');
    expect(await payments()).toHaveLength(before + 1);
  });
});
