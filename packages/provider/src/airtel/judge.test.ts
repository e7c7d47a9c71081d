import { describe, expect, it } from 'vitest';
import { type Judged, judge, type Product } from './judge.ts';
import { saidIn, saidInNotice } from './said.ts';
import { said, taken } from './testing.ts';

const judged = (json: object, product: Product = 'prompt', statusCode = 200) =>
  judge(saidIn({ kind: 'answered', statusCode, json: { ...json }, text: JSON.stringify(json) }), product);
const status = (response_code: string, success: boolean | undefined, message = 'Said so', result_code?: string) => ({
  status: { response_code, result_code, success, message },
});
const state = (letters: unknown, response_code?: string, success = letters === 'TS') =>
  said({ id: 'ours1', status: letters, airtel_money_id: 'MP210603.1234.L06941' }, { response_code, success });

describe('the letters of a state', () => {
  const code = 'DP00800001006';
  it.each<[unknown, Record<Product, string>]>([
    ['TS', { prompt: 'success', payout: 'success', refund: 'success' }],
    ['TF', { prompt: 'failed', payout: 'failed', refund: 'failed' }],
    ['TE', { prompt: 'failed', payout: 'open', refund: 'open' }],
    ['TA', { prompt: 'open', payout: 'open', refund: 'open' }],
    ['TIP', { prompt: 'open', payout: 'open', refund: 'open' }],
    ['TI', { prompt: 'open', payout: 'open', refund: 'open' }],
    ['TR', { prompt: 'open', payout: 'open', refund: 'success' }],
    ['ts', { prompt: 'open', payout: 'open', refund: 'open' }],
    ['TSX', { prompt: 'open', payout: 'open', refund: 'open' }],
    ['constructor', { prompt: 'open', payout: 'open', refund: 'open' }],
  ])('%j decide, whatever the code', (letters, outcomes) => {
    for (const product of ['prompt', 'payout', 'refund'] as const) {
      const [inProcess, paid, odd] = [code, 'DP00800001001', 'DP99'].map((one) => judged(state(letters, one), product));
      for (const one of [inProcess, paid, odd]) {
        expect(one, product).toMatchObject({ kind: 'told', fact: { outcome: outcomes[product], amount: null } });
      }
    }
  });

  it.each([undefined, null, '', ' ', 7, {}, ['TS']])('%j are none', (letters) => {
    expect(judged(state(letters, 'DP00800001001', true))).toMatchObject({ kind: 'unproven' });
  });

  it.each([400, 401, 404, 500, 502, 504, 302])('count for nothing under HTTP %d', (http) => {
    for (const letters of ['TS', 'TF'])
      expect(judged(state(letters, code), 'payout', http)).toMatchObject({ kind: 'unproven' });
  });

  it('of a success have the code 0 and the receipt, and only of a success', () => {
    expect(judged(state('TS', 'DP00800001001'))).toMatchObject({
      fact: { code: '0', receipt: 'MP210603.1234.L06941' },
    });
    for (const letters of ['TF', 'TE', 'TA', 'TI']) {
      expect(judged(state(letters, 'DP00800001002'))).toMatchObject({ fact: { code: 'DP00800001002', receipt: null } });
    }
  });

  it.each([undefined, null, '', '  ', false, 'x'.repeat(129), {}])(
    'of a success may lack a receipt: %j is none',
    (id) => {
      expect(judged(said({ status: 'TS', airtel_money_id: id }, { success: true }))).toMatchObject({
        fact: { outcome: 'success', receipt: null },
      });
    },
  );

  it.each([
    [133410367531, '133410367531'],
    [' MP1 ', 'MP1'],
    ['x'.repeat(128), 'x'.repeat(128)],
  ])('of a success have the receipt %j', (id, receipt) => {
    expect(judged(said({ status: 'TS', airtel_money_id: id }, { success: true }))).toMatchObject({ fact: { receipt } });
  });

  it('of a payout have the receipt that its receiver gets to see', () => {
    const both = said({ status: 'TS', airtel_money_id: 'disburs-1-ours1', reference_id: '1334' }, { success: true });
    expect(judged(both, 'payout')).toMatchObject({ fact: { receipt: '1334' } });
  });

  it.each([
    ['DP00800001024', 'DP00800001024'],
    ['DP00800001006', 'TF'],
    ['DP00800001001', 'TF'],
    ['DP00800001000', 'TF'],
    ['0', 'TF'],
    [undefined, 'TF'],
    ['DP99', 'DP99'],
  ])('of a failure with the code %j have the reason %j', (given, reason) => {
    expect(judged(state('TF', given))).toMatchObject({ fact: { outcome: 'failed', code: reason } });
  });
});

describe('an acknowledgement', () => {
  const takenAs = (codes: object, success: unknown = true, letters = 'SUCCESS') =>
    said({ id: false, status: letters }, { ...codes, success });
  it.each<[string, object, number, Judged['kind']]>([
    ['both codes', taken, 200, 'taken'],
    ['the newer code', takenAs({ response_code: 'DP00800001006' }), 200, 'taken'],
    ['the older code', takenAs({ result_code: 'ESB000010' }), 200, 'taken'],
    ['no state', takenAs({ response_code: 'DP00800001006' }, true, ''), 202, 'taken'],
    ['no code', takenAs({}), 200, 'unproven'],
    ['a code that is not known', takenAs({ response_code: 'DP00800009999' }), 200, 'unproven'],
    ['a code that contradicts', takenAs({ response_code: 'DP00800001007', result_code: 'ESB000010' }), 200, 'unproven'],
    ['the code of something paid', takenAs({ response_code: 'DP00800001001' }), 200, 'unproven'],
    ['success: false', takenAs({ response_code: 'DP00800001006' }, false), 200, 'unproven'],
    ['success as a text', takenAs({ response_code: 'DP00800001006' }, 'true'), 200, 'unproven'],
    ['no success', takenAs({ response_code: 'DP00800001006' }, null), 200, 'unproven'],
    ['HTTP 500', taken, 500, 'unproven'],
    ['HTTP 302', taken, 302, 'unproven'],
    ['HTTP 200 alone', {}, 200, 'unproven'],
  ])('with %s', (_what, json, http, kind) => {
    expect(judged(json, 'prompt', http).kind).toBe(kind);
  });

  it('of a refund that says it was done is one; that it was taken leaves it open', () => {
    expect(judged(takenAs({ response_code: 'DP03520001001' }), 'refund')).toMatchObject({
      fact: { outcome: 'success' },
    });
    expect(judged(takenAs({ response_code: 'DP00800001001', result_code: 'ESB000010' }), 'refund')).toMatchObject({
      fact: { outcome: 'success' },
    });
    expect(judged(takenAs({ result_code: 'ESB000010' }), 'refund').kind).toBe('taken');
    expect(judged(takenAs({ result_code: 'ESB000010' }, false), 'refund').kind).toBe('unproven');
  });
});

describe('a code without letters', () => {
  const refusing = [
    ...['DP00800001004', 'DP00800001010', 'DP00800001026'],
    ...['DP00900001003', 'DP00900001004', 'DP00900001007', 'DP00900001009', 'DP00900001010', 'DP00900001012'],
    ...['DP00900001016', 'DP00900001018', 'DP00900001019', 'DP02010001000'],
    ...['ROUTER001', 'ROUTER003', 'ROUTER005', 'ROUTER006', 'ROUTER007', 'ROUTER110', 'ROUTER112', 'ROUTER114'],
    ...['ROUTER115', 'ROUTER116', 'ROUTER119', 'ESB000033', 'ESB000034', 'ESB000035', 'ESB000036', 'ESB000039'],
  ];
  it.each(refusing)('%s refuses, and only with a no', (code) => {
    for (const http of [200, 400, 403]) {
      expect(judged(status(code, false), 'payout', http)).toEqual({ kind: 'refused', code, text: 'Said so' });
    }
    expect(judged(status(code, undefined), 'payout', 400).kind).toBe('refused');
    expect(judged(status(code, undefined), 'payout', 200).kind).toBe('unproven');
    expect(judged(status(code, true), 'payout', 400).kind).toBe('unproven');
    expect(judged(status(code, false), 'payout', 500).kind).toBe('unproven');
  });

  const proveNothing = [
    ...['DP00800001000', 'DP00800001001', 'DP00800001002', 'DP00800001003', 'DP00800001005', 'DP00800001006'],
    ...['DP00800001007', 'DP00800001008', 'DP00800001009', 'DP00800001024', 'DP00800001029'],
    ...['DP00900001000', 'DP00900001001', 'DP00900001005', 'DP00900001006', 'DP00900001011', 'DP00900001013'],
    ...['DP00900001014', 'ROUTER117', 'ROUTER999', 'ESB000001', 'ESB000004', 'ESB000008', 'ESB000010', 'ESB000011'],
    ...['ESB000014', '0000900', 'constructor', '', 'DP00800001004 '.repeat(9)],
  ];
  it.each(proveNothing)('%j refuses nothing', (code) => {
    for (const http of [200, 400, 403, 404, 408, 500, 502, 503, 504]) {
      for (const success of [false, undefined])
        expect(judged(status(code, success), 'payout', http).kind).toBe('unproven');
    }
  });

  it.each<[string, string, number, Judged['kind']]>([
    ['DP00800001005', 'Msisdn Not Found', 400, 'refused'],
    ['DP00800001005', 'Something Went Wrong', 500, 'unproven'],
    ['DP00800001005', 'Msisdn Not Found', 500, 'unproven'],
    ['DP00900001011', 'Duplicate exttRID', 200, 'used_id'],
    ['DP00900001011', 'Transaction not allowed', 200, 'unproven'],
    ['DP00900001013', 'Missing header/body params', 200, 'refused'],
    ['DP00900001013', 'Invalid Country Code', 200, 'refused'],
    ['DP00900001013', 'Msisdn Length should be 9', 200, 'refused'],
    ['DP00900001013', 'Refused', 200, 'unproven'],
    ['ESB000008', 'Transaction id must be alphanumeric, 5 to 80 characters', 200, 'refused'],
    ['ESB000008', 'Ambiguous', 200, 'unproven'],
  ])('%s with %j under HTTP %d', (code, message, http, kind) => {
    expect(judged(status(code, false, message), 'payout', http).kind).toBe(kind);
  });

  it('refuses only when the other code agrees', () => {
    expect(judged(status('DP00800001010', false, 'No', 'ESB000011')).kind).toBe('refused');
    expect(judged(status('DP00800001010', false, 'No', 'ESB000010')).kind).toBe('unproven');
    expect(judged(status('DP00800001010', false, 'No', 'ESB999999')).kind).toBe('unproven');
    expect(judged(status('DP00800001000', false, 'No', 'ESB000033')).kind).toBe('unproven');
  });
});

describe('an id', () => {
  it.each(['ESB000041', 'DP00900001017'])('that was used (%s) proves nothing, even beside letters', (code) => {
    expect(judged(status(code, false)).kind).toBe('used_id');
    expect(judged(state('TF', code), 'payout').kind).toBe('used_id');
  });

  it.each(['DP00800001025', 'DP00900001015', 'ESB000045'])(
    'that is unknown (%s) is so below 500 and without a yes',
    (code) => {
      expect(judged(status(code, false))).toEqual({ kind: 'unknown_id', code, text: 'Said so' });
      expect(judged(status(code, undefined), 'prompt', 404).kind).toBe('unknown_id');
      expect(judged(status(code, true)).kind).toBe('unproven');
      expect(judged(status(code, false), 'prompt', 500).kind).toBe('unproven');
      expect(judged(state('TIP', code)).kind).toBe('told');
    },
  );
});

describe('the gateway', () => {
  it.each<[object, number, object]>([
    [
      { error: 'invalid_token', error_description: 'Expired' },
      403,
      { kind: 'refused', code: 'invalid_token', text: 'Expired' },
    ],
    [{ error: 'invalid_client' }, 401, { kind: 'refused', code: 'invalid_client' }],
    [{ status: 401, error: 'Unauthorized' }, 401, { kind: 'refused', code: 'http_401' }],
    [{}, 401, { kind: 'refused', code: 'http_401' }],
    [{}, 429, { kind: 'refused', code: 'http_429' }],
    [{}, 403, { kind: 'unproven' }],
    [{}, 404, { kind: 'unproven' }],
    [{ error: 'invalid_token' }, 500, { kind: 'unproven' }],
  ])('%j under HTTP %d', (json, http, expected) => {
    expect(judged(json, 'payout', http)).toMatchObject(expected);
  });
});

it('a notice is judged by its letters alone', () => {
  const notice = (transaction: object) => judge(saidInNotice({ ...transaction }), 'prompt');
  expect(notice({ id: 'ours1', status_code: 'TS', airtel_money_id: 'MP1', message: 'Paid' })).toEqual({
    kind: 'told',
    fact: { outcome: 'success', code: '0', text: 'Paid', receipt: 'MP1', amount: null },
  });
  expect(notice({ id: 'ours1', status_code: 'TF' })).toMatchObject({ fact: { outcome: 'failed', code: 'TF' } });
  expect(notice({ id: 'ours1', status_code: 'SUCCESS' })).toMatchObject({ kind: 'unproven' });
  expect(notice({ id: 'ours1' })).toMatchObject({ kind: 'unproven' });
});
