import { afterEach, describe, expect, it } from 'vitest';
import type { HttpAnswer } from '../kit/http.ts';
import {
  hang,
  json,
  MemoryTokenStore,
  movableClock,
  type Reply,
  recordingLog,
  startFakeProvider,
} from '../kit/testing.ts';
import { createMpesa } from './index.ts';
import { paybill } from './testing.ts';
import { classifyPasskeyTrial } from './try-credentials.ts';

const answered = (statusCode: number, json: object) => ({ kind: 'answered', statusCode, json, text: '' }) as HttpAnswer;
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

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(oauth: Reply, reply: Reply, timeoutMs = 10_000) {
  const fake = await startFakeProvider((seen) => (seen.path.startsWith('/oauth') ? oauth : reply));
  closers.push(fake.close);
  const provider = createMpesa({
    sandboxUrl: fake.url,
    productionUrl: fake.url,
    timeoutMs,
    clock: movableClock(new Date('2026-03-01T21:30:05Z')),
    log: recordingLog(),
    tokens: new MemoryTokenStore(),
  });
  closers.push(() => provider.close());
  return { provider, tokensAsked: () => fake.seenAt('/oauth').length, queries: () => fake.seenAt('/mpesa') };
}

const token = json(200, { access_token: 'access-token-of-a-test', expires_in: 3599 });
const noPrompt = json(500, { errorCode: '500.001.1001', errorMessage: 'The transaction does not Exist' });

describe('trials on the wire', () => {
  it('ask for a token each time, also while one is kept, and when the provider gives the same one again', async () => {
    const { provider, tokensAsked } = await start(token, noPrompt);
    expect(await provider.rail(paybill).trials.token()).toMatchObject({ ok: true });
    expect(await provider.rail(paybill).trials.token()).toMatchObject({ ok: true });
    expect(tokensAsked()).toBe(2);
    expect(await provider.rail(paybill).trials.prompt()).toMatchObject({ ok: true });
    expect(tokensAsked()).toBe(2);
  });

  it('ask about a prompt that nobody has, with the password of now', async () => {
    const { provider, queries } = await start(token, noPrompt);
    await provider.rail(paybill).trials.prompt();
    const [query] = queries();
    expect(query?.path).toBe('/mpesa/stkpushquery/v1/query');
    expect(JSON.parse(query?.body ?? '')).toMatchObject({
      CheckoutRequestID: expect.stringMatching(/^ws_CO_[0-9a-f-]{36}$/),
    });
  });

  it.each<[string, Reply]>([
    ['a refused key', json(400, { errorCode: '400.008.01', errorMessage: 'Invalid Authentication passed' })],
    ['silence', hang],
    [
      'an echo of the key',
      (response, seen) =>
        void response
          .writeHead(401)
          .end(JSON.stringify({ errorCode: '401', errorMessage: seen.headers.authorization })),
    ],
  ])('%s is no good, and gives no secret away', async (_name, oauth) => {
    const { provider } = await start(oauth, noPrompt, 400);
    const trials = [await provider.rail(paybill).trials.token(), await provider.rail(paybill).trials.prompt()];
    for (const trial of trials) expect(trial).toEqual({ ok: false, detail: expect.any(String) });
    expect(JSON.stringify(trials)).not.toMatch(/of-a-test|Basic [A-Za-z0-9]{8}/);
  });
});
