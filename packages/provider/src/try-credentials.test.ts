import { describe, expect, it } from 'vitest';
import type { HttpAnswer } from './http.ts';
import { classifyPasskeyTrial } from './try-credentials.ts';

const answered = (statusCode: number, json: object) => ({ kind: 'answered', statusCode, json }) as HttpAnswer;
const error = (statusCode: number, errorCode: string, errorMessage: string) =>
  answered(statusCode, { requestId: 'r', errorCode, errorMessage });

describe('the passkey is good when the provider looked for the prompt', () => {
  it.each([
    ['the simulator', error(500, '500.001.1001', 'The transaction does not Exist')],
    ['a gateway that takes it for young', error(500, '500.001.1001', 'The transaction is being processed')],
    ['a form check after the password', error(400, '400.002.02', 'Bad Request - Invalid CheckoutRequestID')],
    ['a result', answered(200, { ResponseCode: '0', ResultCode: '1037', ResultDesc: 'timeout' })],
  ])('%s', (_, answer) => {
    expect(classifyPasskeyTrial(answer).ok).toBe(true);
  });
});

describe('the passkey is not proved', () => {
  it.each([
    ['wrong', error(500, '500.001.1001', 'Wrong credentials'), /refused the passkey/],
    [
      'wrong, as the merchant',
      error(500, '500.001.1001', '[MerchantValidate] - Wrong credentials'),
      /refused the passkey/,
    ],
    ['the token was refused', error(401, '404.001.03', 'Invalid Access Token'), /access token/],
    ['a fault that says nothing', error(503, '500.003.02', 'Service unavailable'), /did not say/],
    ['no answer', { kind: 'timeout', cause: 'no answer in time' } as unknown as HttpAnswer, /did not answer/],
  ])('%s', (_, answer, detail) => {
    expect(classifyPasskeyTrial(answer)).toEqual({ ok: false, detail: expect.stringMatching(detail) });
  });
});
