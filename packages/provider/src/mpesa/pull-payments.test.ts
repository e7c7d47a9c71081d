import { afterEach, describe, expect, it } from 'vitest';
import { json, type Reply } from '../kit/testing.ts';
import { parseOfflinePayment } from './parse-offline-payment.ts';
import { classifyPulled, classifyPullRegistration } from './pull-payments.ts';
import { accessToken, paybill, startProvider } from './testing.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(reply: Reply) {
  const started = await startProvider(() => reply);
  closers.push(started.close);
  return started;
}

const row = {
  transactionId: 'UKN3AB12CD',
  trxDate: '2026-11-23T09:30:05Z',
  msisdn: 722000000,
  sender: 'MPESA',
  transactiontype: 'c2b-pay-bill-debit',
  billreference: 'INV-7',
  amount: '168.00',
  organizationname: 'Duka',
};
const listOf = (rows: unknown) => ({
  ResponseRefID: '1-2-3',
  ResponseCode: '1000',
  ResponseMessage: 'Success',
  Response: rows,
});
const judged = (body: Record<string, unknown>, statusCode = 200) =>
  classifyPulled({ kind: 'answered', statusCode, json: body, text: '' }, '600123');
const window = { from: new Date('2026-11-23T06:00:00Z'), to: new Date('2026-11-23T21:30:09Z'), offset: 200 };

describe('a pull', () => {
  it('on the wire: the time of Nairobi, the offset as text', async () => {
    const { provider, calls } = await start(json(200, listOf([[row]])));
    const answer = await provider.rail(paybill).offline.pull(window);
    expect(calls()[0]).toMatchObject({
      method: 'POST',
      path: '/pulltransactions/v1/query',
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(JSON.parse(calls()[0]?.body ?? '')).toEqual({
      ShortCode: '600123',
      StartDate: '2026-11-23 09:00:00',
      EndDate: '2026-11-24 00:30:09',
      OffSetValue: '200',
    });
    expect(answer).toMatchObject({ kind: 'accepted', rows: 1 });
  });

  it('reads a row as the confirmation that never came', () => {
    const answer = judged(listOf([[row]]));
    if (answer.kind !== 'accepted') throw new Error('refused');
    const [payment] = answer.payments;
    expect(payment).toMatchObject({ receipt: 'UKN3AB12CD', transactionType: 'c2b-pay-bill-debit' });
    expect(parseOfflinePayment(payment?.body ?? new Uint8Array())).toEqual({
      ok: true,
      value: {
        transactionId: 'UKN3AB12CD',
        transactionType: 'c2b-pay-bill-debit',
        amount: '168',
        shortcode: '600123',
        billRefNumber: 'INV-7',
        phone: '254722000000',
        payerName: '',
        organizationBalance: '',
        paidAt: '2026-11-23T09:30:05+03:00',
      },
    });
  });

  it.each([
    ['a masked phone', { msisdn: '2547 ***** 126' }, { phone: '2547 ***** 126' }],
    ['a whole phone', { msisdn: 254712345678 }, { phone: '254712345678' }],
    ['cents', { amount: 233.8 }, { amount: '233.80' }],
    ['local time without seconds', { trxDate: '2026-11-23 09:30' }, { paidAt: '2026-11-23T09:30:00+03:00' }],
    ['fractions of a second', { trxDate: '2026-11-23T09:30:05.250Z' }, { paidAt: '2026-11-23T09:30:05+03:00' }],
    ['no reference', { billreference: null }, { billRefNumber: '' }],
  ])('reads %s', (_, change, expected) => {
    const answer = judged(listOf([[{ ...row, ...change }]]));
    const body = answer.kind === 'accepted' ? answer.payments[0]?.body : undefined;
    expect(parseOfflinePayment(body ?? new Uint8Array())).toMatchObject({ ok: true, value: expected });
  });

  it.each([
    ['nested once', [row, row], 2, 2],
    ['nested in several lists', [[row], [row]], 2, 2],
    ['an empty list', [[]], 0, 0],
    ['an empty list as text', '[[]]', 0, 0],
    ['a row without a receipt', [[{ ...row, transactionId: '' }, row]], 1, 2],
    ['a row without an amount', [[{ ...row, amount: 'ten' }]], 0, 1],
    ['a row with a day that does not exist', [[{ ...row, trxDate: '2026-02-30T10:00:00Z' }]], 0, 1],
    ['rows that are no objects', [[null, 'x', 7]], 0, 3],
  ])('counts rows of %s', (_, rows, readable, listed) => {
    const answer = judged(listOf(rows));
    if (answer.kind !== 'accepted') throw new Error('refused');
    expect([answer.payments.length, answer.rows]).toEqual([readable, listed]);
  });

  it.each([
    ['no payments', { ResponseCode: '1001', ResponseMessage: 'None', Response: '[[]]' }, 200, 'accepted'],
    ['another code', { ResponseCode: '1002', ResponseMessage: 'Not registered' }, 200, 'rejected'],
    ['an error envelope', { requestId: '1', errorCode: '400.003.01', errorMessage: 'Invalid' }, 400, 'rejected'],
    ['an error under 200', { errorCode: '500.003.02', errorMessage: 'Busy', ResponseCode: '1000' }, 200, 'rejected'],
    ['a list under 500', listOf([[row]]), 500, 'unknown'],
    ['no list', { ResponseCode: '1000', Response: 7 }, 200, 'unknown'],
  ])('with %s is what it says', (_, body, status, kind) => {
    expect(judged(body, status).kind).toBe(kind);
  });
});

describe('a registration for pulled payments', () => {
  it('on the wire', async () => {
    const { provider, calls } = await start(json(200, { ResponseStatus: '1000', ShortCode: '600123' }));
    const registration = { nominatedNumber: '254722000000', callbackUrl: 'https://pay.example.com/pull' };
    expect(await provider.rail(paybill).offline.registerPull(registration)).toEqual({ kind: 'accepted' });
    expect(calls()[0]).toMatchObject({ method: 'POST', path: '/pulltransactions/v1/register' });
    expect(JSON.parse(calls()[0]?.body ?? '')).toEqual({
      ShortCode: '600123',
      RequestType: 'Pull',
      NominatedNumber: '254722000000',
      CallBackURL: 'https://pay.example.com/pull',
    });
  });

  it.each([
    ['registered', { ResponseStatus: '1000' }, 'accepted'],
    ['registered before', { ResponseStatus: 1001 }, 'accepted'],
    ['registered, in the words of the older page', { 'Response Status': '1000' }, 'accepted'],
    ['refused', { ResponseStatus: '1002', ResponseDescription: 'No such shortcode' }, 'rejected'],
    ['nothing', {}, 'unknown'],
  ])('%s', (_, body, kind) => {
    expect(classifyPullRegistration({ kind: 'answered', statusCode: 200, json: body, text: '' }).kind).toBe(kind);
  });

  it('that is refused says why', () => {
    const body = { ResponseStatus: '1002', ResponseDescription: 'No such shortcode' };
    expect(classifyPullRegistration({ kind: 'answered', statusCode: 200, json: body, text: '' })).toMatchObject({
      code: '1002',
      description: 'No such shortcode',
    });
  });
});
