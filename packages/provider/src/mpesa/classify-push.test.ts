import { describe, expect, it } from 'vitest';
import { classifyPush } from './classify-push.ts';

const ids = { MerchantRequestID: '29115-1', CheckoutRequestID: 'ws_CO_1' };
const ok = { ...ids, ResponseCode: '0', ResponseDescription: 'Success', CustomerMessage: 'Success' };
const error = (errorCode: unknown, errorMessage: unknown = 'said so') => ({ requestId: '1', errorCode, errorMessage });
const fault = (errorcode: string, faultstring = 'a fault') => ({ fault: { faultstring, detail: { errorcode } } });
const answered = (statusCode: number, json?: Record<string, unknown>) =>
  classifyPush({ kind: 'answered', statusCode, json, text: '' });

describe('accepted needs every proof', () => {
  it('200, JSON, ResponseCode "0", a CheckoutRequestID and no error', () => {
    expect(answered(200, ok)).toEqual({ kind: 'accepted', merchantRequestId: '29115-1', checkoutRequestId: 'ws_CO_1' });
  });

  it.each([
    ['a ResponseCode that is a number', { ...ok, ResponseCode: 0 }],
    ['empty error fields', { ...ok, errorCode: '', errorMessage: null }],
    ['fields nobody knows', { ...ok, Novelty: [1] }],
  ])('%s does not spoil it', (_name, body) => {
    expect(answered(200, body)).toMatchObject({ kind: 'accepted' });
  });

  it('a missing MerchantRequestID is an empty one', () => {
    expect(answered(200, { ...ok, MerchantRequestID: undefined })).toMatchObject({
      kind: 'accepted',
      merchantRequestId: '',
    });
  });
});

describe('what claims acceptance without proof is unknown', () => {
  it.each<[string, number, Record<string, unknown>]>([
    ['no CheckoutRequestID', 200, { ResponseCode: '0' }],
    ['a blank CheckoutRequestID', 200, { ...ok, CheckoutRequestID: ' ' }],
    ['a CheckoutRequestID that is no text', 200, { ...ok, CheckoutRequestID: 7 }],
    ['an error code beside it', 200, { ...ok, errorCode: '400.002.02' }],
    ['an unreadable error code beside it', 200, { ...ok, errorCode: { a: 1 } }],
    ['a fault beside it', 200, { ...ok, fault: {} }],
    ['a failing status', 500, ok],
    ['a refusing status', 400, ok],
    ['a redirect', 302, ok],
    ['"00", success of other products', 200, { ...ok, ResponseCode: '00' }],
  ])('%s', (_name, statusCode, body) => {
    expect(answered(statusCode, body)).toMatchObject({ kind: 'unknown' });
  });
});

describe('rejected by the provider', () => {
  it.each<[string, number, Record<string, unknown> | undefined, string]>([
    ['an invalid field', 400, error('400.002.02', 'Bad Request - Invalid Amount'), '400.002.02'],
    ['an error envelope under HTTP 200', 200, error('400.002.05'), '400.002.05'],
    ['a 4xx code under HTTP 500', 500, error('404.001.03'), '404.001.03'],
    ['a ResponseCode other than 0', 200, { ...ok, ResponseCode: '1' }, '1'],
    ['the core busy', 500, error('500.003.02', 'System is busy'), '500.003.02'],
    ['a quota violation', 503, error('500.003.03', 'Quota Violation'), '500.003.03'],
    [
      'a spike arrest fault',
      500,
      fault('policies.ratelimit.SpikeArrestViolation'),
      'policies.ratelimit.SpikeArrestViolation',
    ],
    ['a quota fault', 500, fault('policies.ratelimit.QuotaViolation'), 'policies.ratelimit.QuotaViolation'],
    ['429 without a body', 429, undefined, 'http_429'],
    ['429 with a code', 429, error('500.001.9'), '500.001.9'],
    ['401 with a fault', 401, fault('oauth.v2.InvalidAccessToken'), 'oauth.v2.InvalidAccessToken'],
    ['400 with an empty body', 400, undefined, 'http_400'],
    ['403 from a firewall page', 403, undefined, 'http_403'],
    ['400 with a code of another form', 400, error('Bad Request'), 'Bad Request'],
  ])('%s', (_name, statusCode, body, code) => {
    expect(answered(statusCode, body)).toMatchObject({ kind: 'rejected', by: 'provider', code });
  });

  it.each([
    ['Wrong credentials'],
    ['[MerchantValidate] -  Wrong  credentials'],
    ['Merchant does not exist'],
    ['Invalid Access Token'],
    ['Unable to lock subscriber, a transaction is already in process for the current subscriber'],
    ['Unable to lock subscriber: a transaction is being processed'],
    ['Insufficient funds'],
    ['The balance is insufficient for the transaction'],
    ['Unable to process request'],
    ['something new'],
    [''],
  ])('500.001.1001 with "%s", whatever the status', (message) => {
    for (const statusCode of [200, 400, 500, 503]) {
      expect(answered(statusCode, error('500.001.1001', message))).toMatchObject({
        kind: 'rejected',
        by: 'provider',
        code: '500.001.1001',
      });
    }
  });
});

describe('unknown', () => {
  it.each<[string, number, Record<string, unknown> | undefined]>([
    ['being processed', 500, error('500.001.1001', 'The transaction is being processed')],
    ['under processing', 200, error('500.001.1001', 'The transaction is still under processing')],
    ['an internal error', 500, error('500.003.1001', 'Internal Server Error')],
    ['service unavailable', 500, error('500.002.1001', 'Service is currently unavailable')],
    ['a 5xx code under HTTP 200', 200, error('500.002.1001')],
    ['a 5xx code under HTTP 400', 400, error('500.002.1001')],
    ['maintenance', 500, error('00.002.1001')],
    ['a code that is no text', 500, error({ nested: true })],
    ['a gateway timeout fault', 504, fault('messaging.adaptors.http.flow.GatewayTimeout')],
    ['500 without JSON', 500, undefined],
    ['502 without JSON', 502, undefined],
    ['503 without JSON', 503, undefined],
    ['504 without JSON', 504, undefined],
    ['408', 408, undefined],
    ['409', 409, undefined],
    ['499', 499, undefined],
    ['200 without JSON', 200, undefined],
    ['200 with an empty object', 200, {}],
    ['200 with ids only', 200, ids],
    ['200 with a ResponseCode that is no code', 200, { ...ok, ResponseCode: [0] }],
    ['204', 204, undefined],
    ['a redirect that may follow upon an act', 303, undefined],
    ['a moved address', 301, undefined],
  ])('%s', (_name, statusCode, body) => {
    expect(answered(statusCode, body)).toMatchObject({ kind: 'unknown' });
  });

  it('an exchange that was cut after sending', () => {
    expect(classifyPush({ kind: 'no_answer', cause: 'UND_ERR_SOCKET' })).toEqual({
      kind: 'unknown',
      cause: 'UND_ERR_SOCKET',
    });
  });
});

describe('rejected because nobody was asked', () => {
  it('never sent', () => {
    expect(classifyPush({ kind: 'never_sent', cause: 'ECONNREFUSED' })).toEqual({
      kind: 'rejected',
      by: 'unreachable',
      code: 'unreachable',
      description: 'The provider could not be reached (ECONNREFUSED).',
    });
  });

  it.each([307, 308])('HTTP %i, which asks for the same request elsewhere', (statusCode) => {
    expect(answered(statusCode)).toMatchObject({ kind: 'rejected', by: 'unreachable' });
  });
});

describe('texts from outside', () => {
  it('are bounded and on one line', () => {
    const long = answered(400, error('4'.repeat(500), `a\nb${'x'.repeat(5_000)}`));
    if (long.kind !== 'rejected') throw new Error('not rejected');
    expect(long.code.length).toBe(64);
    expect(long.description).toMatch(/^a bx+$/);
    expect(long.description.length).toBe(500);
  });
});

it.each([
  ['429', { statusCode: 429, json: undefined }, 30],
  [
    'a spike arrest',
    { statusCode: 500, json: { fault: { detail: { errorcode: 'policies.ratelimit.SpikeArrestViolation' } } } },
    30,
  ],
  ['the core busy', { statusCode: 500, json: { errorCode: '500.003.02', errorMessage: 'busy' } }, 30],
  ['another refusal', { statusCode: 403, json: undefined }, undefined],
])('%s tells how long to wait when nothing was done', (_what, answer, seconds) => {
  const classified = classifyPush({ kind: 'answered', text: '', retryAfterSeconds: 30, ...answer });
  expect(classified.kind).toBe('rejected');
  expect('retryAfterSeconds' in classified ? classified.retryAfterSeconds : undefined).toBe(seconds);
});
