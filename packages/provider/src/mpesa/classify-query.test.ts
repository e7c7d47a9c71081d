import { describe, expect, it } from 'vitest';
import { classifyQuery } from './classify-query.ts';

const id = 'ws_CO_1';
const ok = {
  ResponseCode: '0',
  ResponseDescription: 'The service request has been accepted successsfully',
  MerchantRequestID: '29115-1',
  CheckoutRequestID: id,
  ResultCode: '0',
  ResultDesc: 'The service request is processed successfully.',
};
const error = (errorCode: string, errorMessage: string) => ({ requestId: '1', errorCode, errorMessage });
const answered = (statusCode: number, json?: Record<string, unknown>) =>
  classifyQuery({ kind: 'answered', statusCode, json, text: '' }, id);

describe('final', () => {
  it.each([
    ['0', '0'],
    [0, '0'],
    ['1032', '1032'],
    [1032, '1032'],
    ['SFC_IC0003', 'SFC_IC0003'],
    ['01', '01'],
    [' 1037 ', '1037'],
  ])('ResultCode %j is %j', (sent, resultCode) => {
    expect(answered(200, { ...ok, ResultCode: sent })).toEqual({
      kind: 'told',
      fact: {
        outcome: resultCode === '0' ? 'success' : 'failed',
        code: resultCode,
        text: ok.ResultDesc,
        receipt: null,
        amount: null,
      },
    });
  });

  it('without an echo of the id, and with a ResponseCode that is a number', () => {
    expect(answered(200, { ResponseCode: 0, ResultCode: '0' })).toEqual({
      kind: 'told',
      fact: { outcome: 'success', code: '0', text: '', receipt: null, amount: null },
    });
  });
});

describe('pending', () => {
  it.each(['4999', 4999])('ResultCode %j', (ResultCode) => {
    expect(answered(200, { ...ok, ResultCode })).toMatchObject({
      kind: 'told',
      fact: { outcome: 'open', code: '4999' },
    });
  });

  it.each([
    [500, error('500.001.1001', 'The transaction is being processed')],
    [200, error('500.001.1001', 'The transaction is still under processing')],
    [200, { ...ok, ResultCode: '500.001.1001', ResultDesc: 'being processed' }],
  ])('500.001.1001 that says so, HTTP %i', (statusCode, body) => {
    expect(answered(statusCode, body)).toMatchObject({ kind: 'told', fact: { outcome: 'open', code: '500.001.1001' } });
  });
});

describe('no answer, so never a failed payment', () => {
  it.each<[string, number, Record<string, unknown> | undefined]>([
    ['500.001.1001 with an empty message under HTTP 200', 200, error('500.001.1001', '')],
    ['500.001.1001 for an unknown id', 500, error('500.001.1001', 'The transaction does not Exist')],
    ['500.001.1001 as a result that says nothing', 200, { ...ok, ResultCode: '500.001.1001', ResultDesc: '' }],
    ['an error beside a result', 200, { ...ok, errorCode: '500.001.1001' }],
    ['an unreadable error beside a result', 200, { ...ok, errorCode: {} }],
    ['busy', 500, error('500.003.02', 'System is busy')],
    ['an invalid field', 400, error('400.002.02', 'Bad Request')],
    ['a fault', 500, { fault: { faultstring: 'Spike arrest', detail: { errorcode: 'policies.ratelimit.x' } } }],
    ['429', 429, undefined],
    ['HTML', 502, undefined],
    ['a result under HTTP 500', 500, ok],
    ['a result under HTTP 302', 302, ok],
    ['a ResponseCode other than 0', 200, { ...ok, ResponseCode: '1' }],
    ['no ResponseCode', 200, { ...ok, ResponseCode: undefined }],
    ['no ResultCode', 200, { ...ok, ResultCode: undefined }],
    ['a blank ResultCode', 200, { ...ok, ResultCode: ' ' }],
    ['a ResultCode that is no code', 200, { ...ok, ResultCode: { a: 0 } }],
    ['a ResultCode "00"', 200, { ...ok, ResultCode: '00' }],
    ['the answer for another prompt', 200, { ...ok, CheckoutRequestID: 'ws_CO_2' }],
  ])('%s', (_name, statusCode, body) => {
    expect(answered(statusCode, body)).toMatchObject({ kind: 'no_answer' });
  });

  it.each(['never_sent', 'no_answer'] as const)('an exchange that was %s', (kind) => {
    expect(classifyQuery({ kind, cause: 'why' }, id)).toEqual({ kind: 'no_answer', cause: 'why' });
  });
});
