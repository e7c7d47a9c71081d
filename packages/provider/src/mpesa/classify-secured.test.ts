import { describe, expect, it } from 'vitest';
import { classifySecured } from './classify-secured.ts';

const ids = { ConversationID: 'AG_20260301_1', OriginatorConversationID: 'ours-1' };
const ok = { ...ids, ResponseCode: '0', ResponseDescription: 'Accept the service request successfully.' };
const error = (errorCode: unknown, errorMessage: unknown = 'said so') => ({ requestId: '1', errorCode, errorMessage });
const fault = (errorcode: string) => ({ fault: { faultstring: 'a fault', detail: { errorcode } } });
const answered = (statusCode: number, json?: Record<string, unknown>) =>
  classifySecured({ kind: 'answered', statusCode, json, text: '' }, 'sent-1');

describe('accepted needs every proof', () => {
  it('2xx, JSON, ResponseCode "0", a ConversationID and no error', () => {
    expect(answered(200, ok)).toEqual({
      kind: 'accepted',
      conversationId: 'AG_20260301_1',
      originatorConversationId: 'ours-1',
    });
  });

  it('an answer that does not echo the OriginatorConversationID keeps the one that was sent', () => {
    const silent = { ...ok, OriginatorConversationID: undefined };
    expect(answered(200, silent)).toMatchObject({ kind: 'accepted', originatorConversationId: 'sent-1' });
    expect(classifySecured({ kind: 'answered', statusCode: 200, json: silent, text: '' })).toMatchObject({
      originatorConversationId: '',
    });
  });

  it.each<[string, number, Record<string, unknown>]>([
    ['no ConversationID', 200, { ...ok, ConversationID: '' }],
    ['an error code beside it', 200, { ...ok, errorCode: '400.002.02' }],
    ['a fault beside it', 200, { ...ok, fault: {} }],
    ['a failing status', 500, ok],
    ['a refusing status', 400, ok],
    ['"00", success of other products', 200, { ...ok, ResponseCode: '00' }],
  ])('%s makes it unknown', (_name, statusCode, body) => {
    expect(answered(statusCode, body)).toMatchObject({ kind: 'unknown' });
  });
});

describe('a repeated OriginatorConversationID is unknown, because the first may have gone through', () => {
  it.each<[string, number, Record<string, unknown>]>([
    ['its code and sentence', 500, error('500.002.1001', 'Duplicate OriginatorConversationID.')],
    ['its code and silence', 500, error('500.002.1001', '')],
    ['its code and a sentence nobody knows', 500, error('500.002.1001', 'Hello')],
    ['its code under HTTP 400', 400, error('500.002.1001', '')],
    [
      'its sentence under a refusing code',
      400,
      error('400.002.02', 'Bad Request - Duplicate OriginatorConversationID'),
    ],
    ['its sentence under the ambiguous code', 500, error('500.001.1001', 'Duplicate initiator conversation')],
    ['the code of the core', 200, { ...ids, ResponseCode: '15' }],
    ['the code of the core under HTTP 400', 400, { ...ids, ResponseCode: 15 }],
  ])('%s', (_name, statusCode, body) => {
    expect(answered(statusCode, body)).toMatchObject({
      kind: 'unknown',
      cause: expect.stringContaining('this OriginatorConversationID was used before'),
    });
  });

  it('and a service that is unavailable under the same code is unknown for that reason', () => {
    const unavailable = answered(500, error('500.002.1001', 'Service is currently unavailable'));
    expect(unavailable).toMatchObject({ kind: 'unknown', cause: expect.not.stringContaining('used before') });
  });
});

describe('rejected by the provider', () => {
  it.each<[string, number, Record<string, unknown> | undefined, string]>([
    ['an invalid field', 400, error('400.002.02', 'Bad Request - Invalid PartyB'), '400.002.02'],
    ['an error envelope under HTTP 200', 200, error('400.002.05'), '400.002.05'],
    ['no such product', 401, error('401.003.01'), '401.003.01'],
    ['a 4xx code under HTTP 500', 500, error('404.001.03'), '404.001.03'],
    ['the core busy', 500, error('500.003.02', 'System is busy'), '500.003.02'],
    ['a quota violation', 500, error('500.003.03', 'Quota Violation'), '500.003.03'],
    [
      'a spike arrest',
      500,
      fault('policies.ratelimit.SpikeArrestViolation'),
      'policies.ratelimit.SpikeArrestViolation',
    ],
    ['429 without a body', 429, undefined, 'http_429'],
    ['400 with an empty body', 400, undefined, 'http_400'],
    ['no such merchant', 500, error('500.001.1001', 'Merchant does not exist'), '500.001.1001'],
    ['a wrong initiator', 500, error('500.001.1001', 'The initiator information is invalid.'), '500.001.1001'],
    ['wrong credentials', 500, error('500.001.1001', 'Wrong  credentials'), '500.001.1001'],
    ['an empty purse', 500, error('500.001.1001', 'Insufficient funds'), '500.001.1001'],
    ['an unknown initiator', 200, { ...ids, ResponseCode: '20' }, '20'],
    ['a locked credential', 200, { ...ids, ResponseCode: 8006 }, '8006'],
  ])('%s', (_name, statusCode, body, code) => {
    expect(answered(statusCode, body)).toMatchObject({ kind: 'rejected', by: 'provider', code });
  });
});

describe('unknown', () => {
  it.each<[string, number, Record<string, unknown> | undefined]>([
    ['the ambiguous code with any sentence', 500, error('500.001.1001', 'Unable to process request')],
    ['the ambiguous code in silence', 500, error('500.001.1001', '')],
    ['the ambiguous code under HTTP 400', 400, error('500.001.1001', 'something new')],
    ['being processed, whatever else it says', 500, error('500.001.1001', 'credentials are being processed')],
    ['an internal error', 500, error('500.003.1001', 'Internal Server Error')],
    ['maintenance', 500, error('00.002.1001')],
    ['a gateway timeout fault', 504, fault('messaging.adaptors.http.flow.GatewayTimeout')],
    ['500 without JSON', 500, undefined],
    ['502 without JSON', 502, undefined],
    ['408', 408, undefined],
    ['200 without JSON', 200, undefined],
    ['200 with an empty object', 200, {}],
    ['200 with ids only', 200, ids],
    ['a redirect', 302, undefined],
    ['kept by the core for sending again', 200, { ...ids, ResponseCode: '100000000' }],
    ['an internal failure of the core', 200, { ...ids, ResponseCode: '17' }],
    ['a ResponseCode nobody knows', 200, { ...ids, ResponseCode: '1' }],
  ])('%s', (_name, statusCode, body) => {
    expect(answered(statusCode, body)).toMatchObject({ kind: 'unknown' });
  });

  it('an exchange that was cut after sending', () => {
    expect(classifySecured({ kind: 'no_answer', cause: 'UND_ERR_SOCKET' })).toEqual({
      kind: 'unknown',
      cause: 'UND_ERR_SOCKET',
    });
  });
});

it('never sent is rejected because nobody was asked', () => {
  expect(classifySecured({ kind: 'never_sent', cause: 'ECONNREFUSED' })).toMatchObject({
    kind: 'rejected',
    by: 'unreachable',
    code: 'unreachable',
  });
});
