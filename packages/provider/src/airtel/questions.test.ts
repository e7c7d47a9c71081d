import { afterEach, describe, expect, it } from 'vitest';
import { json, type Reply } from '../kit/testing.ts';
import { balanceText, classifyBalance } from './ask-balance.ts';
import { classifyHolder } from './find-holder.ts';
import { classifyRefund } from './refund.ts';
import { account, balanceRequest, promptId, refundRest, said, signing, startAirtel } from './testing.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
async function start(reply: Reply) {
  const started = await startAirtel(() => reply);
  closers.push(started.close);
  return { ...started, rail: started.airtel.rail(account) };
}
const answered = (body: object, statusCode = 200) => ({
  kind: 'answered' as const,
  statusCode,
  json: { ...body },
  text: JSON.stringify(body),
});

describe('a question about a prompt', () => {
  it.each<[string, object, object]>([
    [
      'TS',
      said({ id: promptId, status: 'TS', airtel_money_id: 'MP1' }, { success: true }),
      { fact: { receipt: 'MP1' } },
    ],
    ['TE', said({ id: promptId, status: 'TE' }, { response_code: 'DP00800001029' }), { fact: { outcome: 'failed' } }],
    ['TIP', said({ id: promptId, status: 'TIP' }, { success: true }), { fact: { outcome: 'open' } }],
    ['another id', said({ id: 'another', status: 'TS' }, { success: true }), { kind: 'no_answer' }],
    [
      'no such id',
      { status: { response_code: 'DP00800001025', success: false } },
      { kind: 'not_found', code: 'DP00800001025' },
    ],
    ['a refusal', { status: { response_code: 'ROUTER110', success: false } }, { kind: 'no_answer' }],
    ['nothing', {}, { kind: 'no_answer' }],
  ])('tells %s', async (_what, body, expected) => {
    const { rail, calls } = await start(json(200, body));
    expect(await rail.prompts.ask(promptId)).toMatchObject(expected);
    expect(calls()).toMatchObject([{ method: 'GET', path: `/standard/v1/payments/${promptId}`, body: '' }]);
  });

  it('is not asked with an id that is none of ours', async () => {
    const { rail, fake } = await start(json(200, {}));
    for (const id of ['refund/../x', '', 'a?b=c', 'ws_CO_1']) {
      expect(await rail.prompts.ask(id)).toMatchObject({ kind: 'no_answer' });
    }
    expect(fake.seen).toEqual([]);
  });
});

describe('a refund', () => {
  const body = (transaction: object, status: object) => said(transaction, { message: 'SUCCESS', ...status });
  it.each<[string, object, object]>([
    [
      'done, with a receipt of its own',
      body({ airtel_money_id: 'RF1', status: 'SUCCESS' }, { response_code: 'DP00800001001', success: true }),
      { kind: 'accepted', fact: { outcome: 'success', code: '0', receipt: 'RF1' } },
    ],
    [
      'done, with the receipt of the payment',
      body({ airtel_money_id: 'MP1', status: 'TR' }, { success: true }),
      { kind: 'accepted', fact: { outcome: 'success', receipt: null } },
    ],
    [
      'taken',
      body({ airtel_money_id: 'MP1', status: 'SUCCESS' }, { result_code: 'ESB000010', success: true }),
      { kind: 'accepted', fact: { outcome: 'open', receipt: null } },
    ],
    ['in doubt', body({ airtel_money_id: 'MP1', status: 'SUCCESS' }, { success: false }), { kind: 'unknown' }],
    ['in doubt, reversed', body({ airtel_money_id: 'MP1', status: 'TR' }, { success: false }), { kind: 'unknown' }],
    ['without a code', body({ airtel_money_id: 'MP1', status: 'SUCCESS' }, { success: true }), { kind: 'unknown' }],
    ['failed', body({ status: 'TF' }, { response_code: 'DP00800001009', success: false }), { kind: 'rejected' }],
    ['failed in doubt', body({ status: 'TF' }, { response_code: 'DP00800001009', success: true }), { kind: 'unknown' }],
    ['refused', { status: { response_code: 'ROUTER001', success: false } }, { kind: 'rejected', code: 'ROUTER001' }],
    ['bare', {}, { kind: 'unknown' }],
  ])('%s', (_what, reply, expected) => {
    expect(classifyRefund(answered(reply), 'MP1')).toMatchObject(expected);
  });

  it('names the receipt alone, and is signed on a path of its own', async () => {
    const { airtel, calls } = await start(json(200, {}));
    const request = { ...refundRest, transactionId: 'MP1', sendBefore: new Date('2099-01-01T00:00:00Z') };
    for (const one of [account, signing]) await airtel.rail(one).refunds.send(request);
    expect(calls().map(({ path }) => path)).toEqual(['/standard/v1/payments/refund', '/standard/v2/payments/refund']);
    expect(calls().map(({ body: sent }) => sent)).toEqual(Array(2).fill('{"transaction":{"airtel_money_id":"MP1"}}'));
    expect(calls().map(({ headers }) => 'x-key' in headers)).toEqual([false, true]);
  });
});

describe('a balance', () => {
  it.each([
    ['37,600.00', '37600'],
    ['230486.65', '230486.65'],
    ['1,234,567.5', '1234567.50'],
    [' 0.00 ', '0'],
    [12.5, '12.50'],
    ['37600,00', null],
    ['3,7600.00', null],
    ['37,60.00', null],
    ['1,234567', null],
    [',600', null],
    ['37 600.00', null],
    ['37.600,00', null],
    ['-5.00', null],
    ['KES 5', null],
    ['1e3', null],
    ['', null],
    [null, null],
    [undefined, null],
    [Number.NaN, null],
  ])('of %j is %j', (given, sum) => {
    expect(balanceText(given)).toBe(sum);
  });

  const ok = { data: { balance: '37,600.00', currency: 'KES' }, status: { success: true } };
  it('is told in shillings', async () => {
    const { rail, calls } = await start(json(200, ok));
    expect(await rail.questions.balance(balanceRequest)).toEqual({
      kind: 'told',
      answer: [
        { name: 'Airtel Money', currency: 'KES', available: '37600', current: null, reserved: null, uncleared: null },
      ],
    });
    expect(calls()).toMatchObject([{ method: 'GET', path: '/standard/v1/users/balance' }]);
  });

  it.each<[string, object, number]>([
    ['of another currency', { ...ok, data: { balance: '1.00', currency: 'UGX' } }, 200],
    ['of no currency', { ...ok, data: { balance: '1.00' } }, 200],
    ['that is not plain', { ...ok, data: { balance: 'a lot', currency: 'KES' } }, 200],
    ['without success', { ...ok, status: {} }, 200],
    ['under HTTP 500', ok, 500],
  ])('%s is no answer', (_what, body, status) => {
    expect(classifyBalance(answered(body, status))).toMatchObject({ kind: 'no_answer' });
  });
});

describe('the holder of a number', () => {
  const user = (data: object, code = 'DP02200000001', success = true) => ({
    data: { first_name: 'Jane', msisdn: '733123456', ...data },
    status: { response_code: code, success, message: 'Said so' },
  });
  it.each<[string, object, number, object]>([
    ['found', user({ is_barred: false }), 200, { kind: 'told', answer: { hasWallet: true, isBarred: false } }],
    ['barred', user({ is_barred: true }), 200, { answer: { hasWallet: true, isBarred: true } }],
    ['found, and no more', user({}), 200, { answer: { hasWallet: true, isBarred: null } }],
    ['as a number', user({ msisdn: 733123456 }), 200, { answer: { hasWallet: true } }],
    ['none', user({}, 'DP02200000002', false), 200, { kind: 'told', answer: { hasWallet: false } }],
    ['none under HTTP 500', user({}, 'DP02200000002', false), 500, { kind: 'no_answer' }],
    ['another', user({ msisdn: '733000000' }), 200, { kind: 'no_answer' }],
    ['not looked up', user({}, 'DP02200000000', false), 200, { kind: 'no_answer' }],
    ['without success', user({}, 'DP02200000001', false), 200, { kind: 'no_answer' }],
    ['of an unknown code', user({}, 'DP02200000009'), 200, { kind: 'no_answer' }],
  ])('is %s', (_what, body, status, expected) => {
    expect(classifyHolder(answered(body, status), '733123456')).toMatchObject(expected);
  });

  it('is asked for by nine digits, and no name is taken over', async () => {
    const { rail, calls } = await start(json(200, user({ is_barred: false })));
    expect(JSON.stringify(await rail.holders.find('254733123456'))).not.toContain('Jane');
    expect(calls()).toMatchObject([{ method: 'GET', path: '/standard/v1/users/733123456' }]);
    expect(await rail.holders.find('balance')).toMatchObject({ kind: 'no_answer' });
    expect(calls()).toHaveLength(1);
  });
});
