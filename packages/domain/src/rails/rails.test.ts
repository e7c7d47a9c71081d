import { describe, expect, it } from 'vitest';
import { decode } from '../catalogue/index.ts';
import {
  addressOf,
  explainCode,
  isAddress,
  isOpenCode,
  isUnanswered,
  numberOf,
  railNames,
  railOfAddress,
  type Said,
} from './index.ts';

it.each(railNames)('an address of %s says its network and its number', (rail) => {
  const address = addressOf(rail, '450123');
  expect([railOfAddress(address), numberOf(address), isAddress(address)]).toEqual([rail, '450123', true]);
});

it.each(['', '12', 'a b', 'airtel:', ':450123', 'airtel:45-01', 'AIRTEL:450123', 'airtel:airtel:450123'])(
  '%j is no address',
  (text) => {
    expect(isAddress(text)).toBe(false);
  },
);

describe('a code of M-PESA', () => {
  it.each<[Said, string, Omit<Parameters<typeof decode>[0], 'code'>]>([
    [{ of: 'prompt', as: 'result' }, '1032', { family: 'stk' }],
    [{ of: 'prompt', as: 'answer' }, '400.002.02', { family: 'api', api: 'stk_push', phase: 'sync' }],
    [{ of: 'prompt', as: 'question' }, '500.001.1001', { family: 'api', api: 'stk_query', phase: 'query' }],
    [{ of: 'payout', as: 'answer' }, '500.002.1001', { family: 'api', api: 'b2c', phase: 'sync' }],
    [{ of: 'payout', as: 'result' }, '2001', { family: 'c2b_b2c', api: 'b2c', phase: 'callback' }],
    [{ of: 'reversal', as: 'answer' }, '500.002.1001', { family: 'api', api: 'reversal', phase: 'sync' }],
    [{ of: 'reversal', as: 'result' }, 'R000001', { family: 'c2b_b2c', api: 'reversal', phase: 'callback' }],
    [
      { of: 'transaction_status', as: 'result' },
      '2001',
      { family: 'c2b_b2c', api: 'transaction_status', phase: 'callback' },
    ],
    [{ of: 'account_balance', as: 'answer' }, '404.001.03', { family: 'api', api: 'account_balance', phase: 'sync' }],
    [{ of: 'offline_urls', as: 'answer' }, '500.003.1001', { family: 'api', api: 'c2b', phase: 'sync' }],
    [{ of: 'qr', as: 'answer' }, '400.002.02', { family: 'api', api: 'qr', phase: 'sync' }],
    [{ of: 'token', as: 'answer' }, '400.008.01', { family: 'api', api: 'token', phase: 'sync' }],
  ])('%j: %s is explained where it was said', (said, code, place) => {
    const explained = explainCode({ code, message: 'Phone number is wrong' }, said);
    expect(explained).toEqual(decode({ ...place, code, message: 'Phone number is wrong' }));
    expect(explained.category).not.toBe('unknown');
  });
});

describe('a code of Airtel Money', () => {
  it.each<[Said, string, Omit<Parameters<typeof decode>[0], 'code'>]>([
    [{ of: 'prompt', as: 'result' }, 'DP00800001007', { family: 'airtel_collection' }],
    [{ of: 'prompt', as: 'answer' }, 'DP00800001026', { family: 'airtel_collection' }],
    [{ of: 'payout', as: 'answer' }, 'DP00900001007', { family: 'airtel_disbursement' }],
    // The code tells its family, also where another one would be expected.
    [{ of: 'payout', as: 'result' }, 'DP00800001009', { family: 'airtel_collection' }],
    [{ of: 'prompt', as: 'answer' }, ' ROUTER003 ', { family: 'airtel_gateway' }],
    [{ of: 'reversal', as: 'answer' }, 'ESB000041', { family: 'airtel_gateway' }],
    [{ of: 'prompt', as: 'question' }, '0000900', { family: 'airtel_gateway' }],
    [{ of: 'token', as: 'answer' }, 'invalid_client', { family: 'airtel_gateway' }],
    [{ of: 'payout', as: 'answer' }, 'http_504', { family: 'airtel_gateway' }],
    [{ of: 'prompt', as: 'result' }, 'not_received', { family: 'airtel_gateway' }],
    // These have no product in them.
    [{ of: 'prompt', as: 'result' }, '0', { family: 'airtel_collection' }],
    [{ of: 'reversal', as: 'result' }, '0', { family: 'airtel_disbursement' }],
    [{ of: 'prompt', as: 'question' }, 'TE', { family: 'airtel_collection' }],
    [{ of: 'payout', as: 'answer' }, 'TF', { family: 'airtel_disbursement' }],
  ])('%j: %s is explained where it belongs', (said, code, place) => {
    const explained = explainCode({ code, message: 'Duplicate' }, said, 'airtel');
    expect(explained).toEqual(decode({ ...place, code, message: 'Duplicate' }));
    expect(explained.category).not.toBe('unknown');
  });

  it.each(['1032', 'TI', 'TR', 'DP00700001001', 'constructor', ''])(
    '%s is not known: nothing may be repeated',
    (code) => {
      for (const of of ['prompt', 'payout'] as const) {
        expect(explainCode({ code }, { of, as: 'result' }, 'airtel')).toMatchObject({
          category: 'unknown',
          retryable: false,
        });
      }
    },
  );

  it.each(['DP00800001007', 'dp00800001007 ', 'ESB000041', 'ROUTER115', 'TF', 'TIP', '0000900'])(
    '%j is explained as its own where no network is named',
    (code) => {
      const said = { of: 'prompt', as: 'result' } as const;
      expect(explainCode({ code }, said)).toEqual(explainCode({ code }, said, 'airtel'));
    },
  );

  it.each(['1032', '17', '400.002.02', 'R000001', 'TJK', 'DP0080', 'constructor'])(
    '%j is none of its own, and M-PESA explains it',
    (code) => {
      const said = { of: 'prompt', as: 'result' } as const;
      expect(explainCode({ code }, said)).toEqual(explainCode({ code }, said, 'mpesa'));
    },
  );
});

describe('a result of a prompt, on any network', () => {
  it.each([
    ['1032', true, false],
    ['1037', true, false],
    ['1019', true, false],
    ['2001', false, false],
    ['4999', false, true],
    ['500.001.1001', false, true],
    ['DP00800001005', true, false],
    ['DP00800001008', true, false],
    ['DP00800001024', true, false],
    ['DP00800001029', true, false],
    ['TE', true, false],
    ['DP00800001002', false, false],
    ['TF', false, false],
    ['DP00800001000', false, true],
    ['DP00800001006', false, true],
    ['TIP', false, true],
    ['TA', false, true],
    ['constructor', false, false],
  ])('%s: nobody answered: %s, still open: %s', (code, unanswered, open) => {
    expect([isUnanswered(code), isOpenCode(code)]).toEqual([unanswered, open]);
  });

  it('was not on the phone of a number without a wallet', () => {
    expect(isUnanswered('DP00800001005', 'MSISDN not found')).toBe(false);
    expect(isUnanswered('DP00800001005', 'User did not enter the PIN')).toBe(true);
  });
});
