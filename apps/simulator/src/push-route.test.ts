import { afterEach, describe, expect, it } from 'vitest';
import { type Bench, startBench, testPasskey, until } from './test-client.ts';

let bench: Bench;
afterEach(() => bench.close());

const pushPath = '/mpesa/stkpush/v1/processrequest';
const error = (errorCode: string, errorMessage: string) => ({ requestId: expect.any(String), errorCode, errorMessage });

describe('POST /mpesa/stkpush/v1/processrequest: 200', () => {
  it('answers exactly the five documented strings', async () => {
    bench = await startBench();
    const answer = await bench.push();
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      MerchantRequestID: expect.stringMatching(/^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{16}$/),
      CheckoutRequestID: expect.stringMatching(/^ws_CO_\d{17}712345678$/),
      ResponseCode: '0',
      ResponseDescription: 'Success. Request accepted for processing',
      CustomerMessage: 'Success. Request accepted for processing',
    });
  });

  it('the CheckoutRequestID carries the Nairobi date, day first', async () => {
    bench = await startBench({ now: () => Date.UTC(2026, 11, 31, 22, 5, 6, 7) });
    expect((await bench.push()).json.CheckoutRequestID).toBe('ws_CO_01012027010506007712345678');
  });

  it('a hundred concurrent pushes to one phone get a hundred different ids', async () => {
    bench = await startBench({ autoAnswer: false });
    const answers = await Promise.all(Array.from({ length: 100 }, () => bench.push()));
    expect(new Set(answers.map(({ json }) => json.CheckoutRequestID)).size).toBe(100);
    expect(new Set(answers.map(({ json }) => json.MerchantRequestID)).size).toBe(100);
  });

  it.each([
    { BusinessShortCode: 174379, PartyB: 174379, PartyA: 254112345678, PhoneNumber: 254112345678, Amount: '1' },
    // Defaults of the provider's own SDKs, and of another one.
    { TransactionDesc: 'Lipa na mpesa online' },
    { TransactionDesc: 'x'.repeat(21) },
    { TransactionType: 'CustomerPayBillOnline ', TransactionDesc: 'Lipa Na Mpesa Online' },
    { Amount: 250_000, TransactionDesc: undefined, AccountReference: 'ABCDEFGHIJKL' },
    { TransactionType: 'CustomerBuyGoodsOnline', PartyB: '5551234', CallBackURL: 'https://example.invalid/a/b?c=1' },
  ])('accepts numbers and strings alike, and the edges: %j', async (change) => {
    bench = await startBench({ autoAnswer: false });
    expect((await bench.push(change)).status).toBe(200);
  });
});

describe('POST /mpesa/stkpush/v1/processrequest: 400', () => {
  it.each<[string, unknown[]]>([
    ['BusinessShortCode', ['1743', '12345678', 'abcde', undefined, 1743.79]],
    ['Password', ['', undefined]],
    ['Timestamp', ['2026112009300', '2026-11-20 09:30:00', undefined]],
    ['TransactionType', ['CustomerPayBill', ' CustomerPayBillOnline', 'customerpaybillonline', undefined]],
    ['Amount', [0, -1, 1.5, '1.5', '1.00', 250_001, 'ten', '', null, undefined, [1]]],
    ['PartyA', ['0712345678', '254812345678', undefined]],
    ['PartyB', ['1', undefined]],
    ['PhoneNumber', ['0712345678', '+254712345678', '25471234567', '254612345678', undefined]],
    ['AccountReference', ['', '   ', 'ABCDEFGHIJKLM', undefined]],
    ['TransactionDesc', ['x'.repeat(183), 5]],
    [
      'CallBackURL',
      [
        'http://Example.invalid/hook',
        'https://example.invalid/MPESA/1',
        'https://example.invalid/m-pesa',
        'https://safaricom.example.invalid/1',
        'https://example.invalid/executive',
        'https://example.invalid/a?cmd=1',
        'https://example.invalid/mysql',
        'https://example.invalid/Query',
        'https://example.invalid/a b',
        ' https://example.invalid/a',
        'ftp://example.invalid/a',
        'https:/example.invalid',
        'example.invalid/a',
        'https://user@example.invalid/a',
        undefined,
      ],
    ],
  ])('says which field is invalid: %s', async (field, values) => {
    bench = await startBench();
    for (const value of values) {
      const answer = await bench.push({ [field]: value });
      expect([value, answer.status]).toEqual([value, 400]);
      expect(answer.json).toEqual(error('400.002.02', `Bad Request - Invalid ${field}`));
    }
    expect(await bench.prompts()).toEqual([]);
  });

  it('a body that is no JSON object is an invalid payload', async () => {
    bench = await startBench();
    for (const body of ['{"a":', '', '[]', 'null', '"text"']) {
      const answer = await bench.post(pushPath, body);
      expect([body, answer.status]).toEqual([body, 400]);
      expect(answer.json).toEqual(error('400.002.05', 'Invalid Request Payload'));
    }
    const form = await bench.post(pushPath, 'Amount=1', { 'content-type': 'application/x-www-form-urlencoded' });
    expect(form.json.errorCode).toBe('400.002.05');
    const huge = await bench.push({ Remarks: 'x'.repeat(70_000) });
    expect([huge.status, huge.json.errorCode]).toEqual([400, '400.002.05']);
  });
});

describe('POST /mpesa/stkpush/v1/processrequest: 404 and 500', () => {
  it('the token is judged before the body', async () => {
    bench = await startBench();
    const unknown = await bench.post(pushPath, '{', { authorization: 'Bearer nothing' });
    expect([unknown.status, unknown.json]).toEqual([404, error('404.001.03', 'Invalid Access Token')]);
    const basic = await bench.post(pushPath, '{', { authorization: 'Basic a2V5OnNlY3JldA==' });
    expect([basic.status, basic.json]).toEqual([404, error('404.001.04', 'Invalid Authentication Header')]);
    const none = await bench.call('POST', pushPath, { body: '{}' });
    expect(none.json.errorCode).toBe('404.001.04');
  });

  it('the Password must be made of this shortcode, the passkey and this very Timestamp', async () => {
    bench = await startBench();
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const wrong = [
      { Password: base64(`174379otherpasskey20261120093000`) },
      { Timestamp: '20261120093001' },
      { BusinessShortCode: '600000', PartyB: '600000' },
      { Password: `174379${testPasskey}20261120093000` },
    ];
    for (const change of wrong) {
      const answer = await bench.push(change);
      expect([answer.status, answer.json]).toEqual([500, error('500.001.1001', 'Wrong credentials')]);
    }
    expect(await bench.prompts()).toEqual([]);
  });

  it('another passkey can be configured', async () => {
    bench = await startBench({ passkey: 'ours', autoAnswer: false });
    expect((await bench.push()).json.errorMessage).toBe('Wrong credentials');
    const Password = Buffer.from('174379ours20261120093000').toString('base64');
    expect((await bench.push({ Password })).status).toBe(200);
  });
});

describe('rules that are off unless switched on', () => {
  it('a repeated push just works by default', async () => {
    bench = await startBench();
    await bench.push();
    expect((await bench.push()).status).toBe(200);
    await until(() => bench.received.length === 2);
    expect(bench.received.map(({ callback }) => callback.ResultCode)).toEqual([0, 0]);
  });

  it('subscriber lock: a second push is refused while the first prompt is open, and only for that phone', async () => {
    bench = await startBench({ subscriberLock: true, autoAnswer: false });
    const first = await bench.push();
    const second = await bench.push();
    expect([second.status, second.json]).toEqual([
      500,
      error(
        '500.001.1001',
        '[STK_CB - ]Unable to lock subscriber, a transaction is already in process for the current subscriber',
      ),
    ]);
    expect((await bench.push({ PhoneNumber: '254712345679' })).status).toBe(200);
    await bench.answer(first.json.CheckoutRequestID, { answer: 'cancel' });
    expect((await bench.push()).status).toBe(200);
  });

  it('same amount: a second payment of it within two minutes ends in 17, later it is paid', async () => {
    let nowMs = Date.UTC(2026, 10, 20);
    bench = await startBench({ sameAmountRule: true, autoAnswer: false, now: () => nowMs });
    const pay = async (change = {}) => {
      const { json } = await bench.push(change);
      const answer = await bench.answer(json.CheckoutRequestID, { answer: 'approve' });
      return (answer.json.outcome as { resultCode: number }).resultCode;
    };
    expect(await pay()).toBe(0);
    expect(await pay()).toBe(17);
    expect(await pay({ Amount: 251 })).toBe(0);
    nowMs += 120_001;
    expect(await pay()).toBe(0);
  });

  it('a paybill push whose PartyB is another number is accepted and fails after the PIN', async () => {
    bench = await startBench();
    expect((await bench.push({ PartyB: '600000' })).status).toBe(200);
    await until(() => bench.received.length === 1);
    expect(bench.received[0]?.callback).toMatchObject({ ResultCode: 'SFC_IC0003' });
    expect(bench.received[0]?.text).toContain('"ResultCode":"SFC_IC0003"');
  });
});
