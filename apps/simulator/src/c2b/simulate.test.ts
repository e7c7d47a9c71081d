import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { type Json, until } from '../test-client.ts';
import { type C2bBench, startC2bBench, testPhone, testShortcode } from './test-bench.ts';

let bench: C2bBench;
afterEach(() => bench.close());

const notificationKeys = [
  'TransactionType',
  'TransID',
  'TransTime',
  'TransAmount',
  'BusinessShortCode',
  'BillRefNumber',
  'InvoiceNumber',
  'OrgAccountBalance',
  'ThirdPartyTransID',
  'MSISDN',
  'FirstName',
  'MiddleName',
  'LastName',
];
const badFields: [string, Json][] = [
  ['ShortCode', { ShortCode: 'x' }],
  ['CommandID', { CommandID: 'Pay' }],
  ['Amount', { Amount: 0 }],
  ['Amount', { Amount: 250_001 }],
  ['Msisdn', { Msisdn: '0712345678' }],
  ['BillRefNumber', { BillRefNumber: '' }],
  ['BillRefNumber', { BillRefNumber: undefined }],
  ['BillRefNumber', { BillRefNumber: 'x'.repeat(21) }],
];

const answerValidation = (body: string, status = 200): void =>
  bench.listener.answer((path) => (path === '/pay' ? { status: 200, body: '{}' } : { status, body }));

describe('simulate', () => {
  it('validates with a blank balance first, then confirms with a filled one and the echo of the validation', async () => {
    bench = await startC2bBench({ now: () => Date.UTC(2026, 9, 15, 14, 30, 12) });
    await bench.register();
    answerValidation('{"ResultCode":"0","ResultDesc":"Accepted","ThirdPartyTransID":"third-1"}');
    const { status, json } = await bench.simulate();
    expect([status, json]).toEqual([
      200,
      {
        OriginatorCoversationID: expect.any(String),
        ResponseCode: '0',
        ResponseDescription: 'Accept the service request successfully.',
      },
    ]);
    const { transactionId } = await bench.after(1);
    expect(bench.received.map(({ path }) => path)).toEqual(['/pay?validation=1', '/pay']);
    const common = {
      TransactionType: 'Pay Bill',
      TransID: transactionId,
      TransTime: '20261015173012',
      TransAmount: '5.00',
      BusinessShortCode: testShortcode,
      BillRefNumber: 'INV-7',
      InvoiceNumber: '',
      MSISDN: '2547 ***** 678',
      FirstName: 'WANJIKU',
      MiddleName: '',
      LastName: '',
    };
    expect(bench.validations()).toEqual([{ ...common, OrgAccountBalance: '', ThirdPartyTransID: '' }]);
    expect(bench.confirmations()).toEqual([
      { ...common, OrgAccountBalance: '5000005.00', ThirdPartyTransID: 'third-1' },
    ]);
    expect(Object.keys(bench.confirmations()[0] ?? {})).toEqual(notificationKeys);
    expect(transactionId).toMatch(/^UJF[A-Z0-9]{7}$/);
  });

  it('hashes the phone where v1 is registered', async () => {
    bench = await startC2bBench();
    await bench.register({}, 'v1');
    await bench.simulate({}, 'v1');
    await bench.after(1);
    expect(bench.confirmations()[0]?.MSISDN).toBe(createHash('sha256').update(testPhone).digest('hex'));
  });

  it('pays a till without a reference', async () => {
    bench = await startC2bBench();
    await bench.register();
    expect((await bench.simulate({ CommandID: 'CustomerBuyGoodsOnline', BillRefNumber: null })).status).toBe(200);
    await bench.after(1);
    expect(bench.confirmations()[0]).toMatchObject({ TransactionType: 'Buy Goods', BillRefNumber: '' });
  });

  it.each(['C2B00011', 'C2B00012', 'C2B00013', 'C2B00014', 'C2B00015', 'C2B00016', '1'])(
    'a validation answered with %s ends the payment: no money, no confirmation',
    async (code) => {
      bench = await startC2bBench();
      await bench.register();
      answerValidation(JSON.stringify({ ResultCode: code, ResultDesc: 'Rejected' }));
      await bench.simulate();
      const view = await bench.after(0);
      expect([view.state, view.validation?.verdict, view.validation?.resultCode]).toEqual([
        'rejected',
        'rejected',
        code,
      ]);
      expect(bench.confirmations()).toEqual([]);
    },
  );

  it.each([
    ['Completed', 'completed', 1],
    ['Cancelled', 'cancelled', 0],
  ])(
    'a validation that is not answered in time follows ResponseType %s',
    async (ResponseType, state, confirmations) => {
      bench = await startC2bBench({ validationTimeoutMs: 30 });
      await bench.register({ ResponseType });
      const release = bench.listener.hold();
      await bench.simulate();
      await until(async () => (await bench.payments())[0]?.validation !== null);
      release();
      const view = await bench.after(confirmations);
      expect([view.state, view.validation?.verdict]).toEqual([state, 'unreachable']);
      expect(bench.confirmations()).toHaveLength(confirmations);
    },
  );

  it.each([
    ['no JSON', 'accepted', 200],
    ['no ResultCode', '{}', 200],
    ['a ResultCode of another type', '{"ResultCode":null}', 200],
    ['an error', '{"ResultCode":"0"}', 500],
  ])('%s is no verdict', async (_name, body, status) => {
    bench = await startC2bBench();
    await bench.register({ ResponseType: 'Cancelled' });
    answerValidation(body, status);
    await bench.simulate();
    expect((await bench.after(0)).state).toBe('cancelled');
  });

  it('a merchant without external validation is asked nothing', async () => {
    bench = await startC2bBench({ externalValidation: false });
    await bench.register();
    await bench.simulate();
    await bench.after(1);
    expect(bench.validations()).toEqual([]);
  });

  it('a shortcode without URLs is paid and nobody is told', async () => {
    bench = await startC2bBench();
    await bench.simulate();
    expect(await bench.after(0)).toMatchObject({ state: 'completed', version: null, validation: null });
    expect(bench.received).toEqual([]);
  });

  it.each(badFields)('refuses a bad %s: %j', async (field, change) => {
    bench = await startC2bBench();
    const { status, json } = await bench.simulate(change);
    expect([status, json.errorCode, json.errorMessage]).toEqual([400, '400.003.02', `Bad Request - Invalid ${field}`]);
    expect(await bench.payments()).toEqual([]);
  });
});

describe('POST /admin/c2b/pay', () => {
  it('pays the shortcode registered last, masked or plain', async () => {
    bench = await startC2bBench();
    await bench.register();
    const { status, json } = await bench.pay({ amount: 150, phone: testPhone, reference: 'INV-8', plainPhone: true });
    expect(status).toBe(200);
    expect(json).toMatchObject({ shortcode: testShortcode, kind: 'paybill', amount: 150, reference: 'INV-8' });
    const view = await bench.after(1);
    expect((await bench.call('GET', `/admin/c2b/payments/${json.transactionId}`)).json).toEqual(view);
    expect(bench.confirmations()[0]).toMatchObject({
      MSISDN: testPhone,
      TransID: json.transactionId,
      TransAmount: '150.00',
    });
    await bench.pay({ shortcode: testShortcode, amount: 1, phone: testPhone });
    await until(() => bench.confirmations().length === 2);
    expect(bench.confirmations()[1]).toMatchObject({ MSISDN: '2547 ***** 678', TransactionType: 'Buy Goods' });
  });

  it('refuses unknown fields, bad values and a payment to nobody', async () => {
    bench = await startC2bBench();
    expect((await bench.pay({ amount: 5, phone: testPhone })).status).toBe(409);
    for (const change of [{ amount: 0 }, { amount: 1.5 }, { phone: '0712' }, { colour: 'red' }, { shortcode: 'x' }]) {
      expect((await bench.pay({ shortcode: testShortcode, amount: 5, phone: testPhone, ...change })).status).toBe(422);
    }
    expect((await bench.call('GET', '/admin/c2b/payments/nothing')).status).toBe(404);
    expect(await bench.payments()).toEqual([]);
  });

  it('keeps a bounded number, lists by phone, and shows no URL', async () => {
    bench = await startC2bBench({ offlinePaymentsMax: 2 });
    await bench.register();
    for (const amount of [1, 2, 3]) {
      await bench.pay({ amount, phone: amount === 2 ? '254700000001' : testPhone });
      await bench.after(1);
    }
    expect((await bench.payments()).map(({ amount }) => amount)).toEqual([3, 2]);
    expect((await bench.payments('?phone=254700000001')).map(({ amount }) => amount)).toEqual([2]);
    const registrations = (await bench.call('GET', '/admin/c2b/registrations')).json;
    expect(JSON.stringify([await bench.payments(), registrations])).not.toContain(bench.listener.base);
  });

  it('counts the requests of both versions by path', async () => {
    bench = await startC2bBench();
    await bench.register();
    await bench.simulate();
    await bench.simulate({}, 'v1');
    const { counts, requests } = await bench.requests();
    expect(counts).toMatchObject({
      'POST /mpesa/c2b/v2/registerurl': 1,
      'POST /mpesa/c2b/v2/simulate': 1,
      'POST /mpesa/c2b/v1/simulate': 1,
    });
    expect(requests[0]).toMatchObject({ phone: testPhone, amount: 5, accountReference: 'INV-7' });
  });
});
