import { afterEach, describe, expect, it } from 'vitest';
import { type Json, until } from '../test-client.ts';
import { type C2bBench, startC2bBench, testShortcode } from './test-bench.ts';

let bench: C2bBench;
afterEach(() => bench.close());

const registeredBody = {
  OriginatorCoversationID: expect.any(String),
  ResponseCode: '0',
  ResponseDescription: 'Success',
};
const alreadyRegisteredBody = {
  requestId: expect.any(String),
  errorCode: '500.003.1001',
  errorMessage: 'Urls are already registered.',
};
const badFields: [string, Json][] = [
  ['ShortCode', { ShortCode: '12' }],
  ['ResponseType', { ResponseType: 'completed' }],
  ['ResponseType', { ResponseType: undefined }],
  ...[
    'https://example.com/mpesa/c',
    'https://m-pesa.example.com/c',
    'https://example.com/Safaricom',
    'https://example.com/run.exe',
    'https://example.com/exec',
    'https://example.com/cmd',
    'https://example.com/SQL',
    'https://example.com/?query=1',
    'https://abc.ngrok.io/c',
    'https://mockbin.org/c',
    'https://requestbin.com/c',
    'https://Example.com/c',
    'example.com/c',
    ' https://example.com/c',
  ].flatMap((url): [string, Json][] => [
    ['ConfirmationURL', { ConfirmationURL: url }],
    ['ValidationURL', { ValidationURL: url }],
  ]),
];

describe('registerurl', () => {
  it.each(['v1', 'v2'] as const)('%s registers, with the misspelt id of this product', async (version) => {
    bench = await startC2bBench();
    const { status, json } = await bench.register({}, version);
    expect([status, json]).toEqual([200, registeredBody]);
    expect((await bench.call('GET', '/admin/c2b/registrations')).json).toEqual({
      registrations: [{ shortcode: testShortcode, version, responseType: 'Completed' }],
    });
  });

  it('overwrites freely', async () => {
    bench = await startC2bBench({ externalValidation: false });
    await bench.register({ ConfirmationURL: `${bench.listener.base}/old` });
    expect((await bench.register({}, 'v1')).json).toEqual(registeredBody);
    await bench.simulate();
    await bench.after(1);
    expect(bench.received.map(({ path }) => path)).toEqual(['/pay']);
  });

  it('is one-time while registerOnce is on, and the first URLs stay', async () => {
    bench = await startC2bBench({ registerOnce: true, externalValidation: false });
    await bench.register();
    const { status, json } = await bench.register({ ConfirmationURL: `${bench.listener.base}/new` });
    expect([status, json]).toEqual([500, alreadyRegisteredBody]);
    await bench.simulate();
    await bench.after(1);
    expect(bench.received.map(({ path }) => path)).toEqual(['/pay']);
  });

  it.each(badFields)('refuses a bad %s: %j', async (field, change) => {
    bench = await startC2bBench();
    const { status, json } = await bench.register(change);
    expect([status, json.errorCode, json.errorMessage]).toEqual([400, '400.003.02', `Bad Request - Invalid ${field}`]);
  });

  it('a dead token gets the code of this product', async () => {
    bench = await startC2bBench();
    const { status, json } = await bench.post('/mpesa/c2b/v2/registerurl', {}, { authorization: 'Bearer gone' });
    expect([status, json.errorCode]).toEqual([400, '400.003.01']);
  });
});

describe('the magic shortcodes', () => {
  it.each([
    ['999901', [200, 'Success', 500, 'Urls are already registered.']],
    ['999902', [500, 'Urls are already registered.', 500, 'Urls are already registered.']],
    ['999903', [200, 'Success', 200, 'Validation and Confirmation URLs are already registered']],
    ['999904', [200, 'success', 200, 'success']],
    ['999905', [500, 'Duplicate notification info, SP ID 107031', 500, 'Duplicate notification info, SP ID 107031']],
    ['999908', [500, 'Internal Server Error', 500, 'Internal Server Error']],
  ])('%s answers twice as documented', async (ShortCode, expected) => {
    bench = await startC2bBench();
    const answers = [await bench.register({ ShortCode }), await bench.register({ ShortCode })];
    const seen = answers.flatMap(({ status, json }) => [status, json.ResponseDescription ?? json.errorMessage]);
    expect(seen).toEqual(expected);
  });

  it('999904 answers in the old form: an empty ConversationID and no ResponseCode', async () => {
    bench = await startC2bBench();
    const { json } = await bench.register({ ShortCode: '999904' });
    expect(json).toEqual({ ConversationID: '', OriginatorCoversationID: '', ResponseDescription: 'success' });
  });

  it('999906 registers on v1 only', async () => {
    bench = await startC2bBench();
    const { status, json } = await bench.register({ ShortCode: '999906' });
    expect([status, json.errorCode]).toEqual([401, '401.003.01']);
    expect((await bench.register({ ShortCode: '999906' }, 'v1')).json).toEqual(registeredBody);
  });

  it('999907 never answers', async () => {
    bench = await startC2bBench();
    const abort = new AbortController();
    const hanging = fetch(`${bench.url}/mpesa/c2b/v2/registerurl`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await bench.refreshToken()}`, 'content-type': 'application/json' },
      body: JSON.stringify(bench.registration({ ShortCode: '999907' })),
      signal: abort.signal,
    });
    hanging.catch(() => undefined);
    await until(async () => (await bench.requests()).counts['POST /mpesa/c2b/v2/registerurl'] === 1);
    abort.abort();
    await expect(hanging).rejects.toThrow();
    expect((await bench.call('GET', '/admin/c2b/registrations')).json.registrations).toEqual([]);
  });

  it('999909 and 999910 answer with a page and a fault', async () => {
    bench = await startC2bBench();
    expect((await bench.register({ ShortCode: '999909' })).headers.get('content-type')).toContain('text/html');
    expect(Object.keys((await bench.register({ ShortCode: '999910' })).json)).toEqual(['fault']);
  });
});
