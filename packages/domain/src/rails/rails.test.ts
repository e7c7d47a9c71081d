import { describe, expect, it } from 'vitest';
import { decode } from '../catalogue/index.ts';
import { explainCode, isOpenCode, isUnanswered, type Said } from './index.ts';

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

  it.each([
    ['1032', true, false],
    ['1037', true, false],
    ['1019', true, false],
    ['2001', false, false],
    ['4999', false, true],
    ['500.001.1001', false, true],
    ['constructor', false, false],
  ])('%s: nobody answered: %s, still open: %s', (code, unanswered, open) => {
    expect([isUnanswered(code), isOpenCode(code)]).toEqual([unanswered, open]);
  });
});
