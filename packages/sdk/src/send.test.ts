import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { TillgateOptions } from './config.ts';
import { isTillgateError, TillgateApiError, TillgateConnectionError } from './errors.ts';
import {
  type Answer,
  apiKey,
  connectionTo,
  cut,
  instantClock,
  json,
  page,
  refusal,
  silence,
  startScriptedApi,
} from './scripted-api.fixture.ts';
import { type Call, send } from './send.ts';
import type { MoneyOptions } from './types.ts';
import { version } from './version.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const collect: Call = { method: 'POST', path: '/collect', body: { amount: 10 }, repetition: 'money' };
const read: Call = { method: 'GET', path: '/status/1', repetition: 'nothing' };
const ask: Call = { method: 'POST', path: '/transaction-status', body: {}, repetition: 'more' };
const accepted = json({ paymentId: 'p1' }, 202);

async function play(
  answers: Answer[],
  call = collect,
  options: MoneyOptions = {},
  config: Partial<TillgateOptions> = {},
) {
  const api = await startScriptedApi(answers);
  open.push(api);
  const clock = instantClock();
  const outcome = await send(connectionTo(api.url, clock, config), call, options).then(
    (value) => ({ value, error: undefined }),
    (error: unknown) => ({ value: undefined, error }),
  );
  return { ...outcome, asked: api.asked, pauses: clock.pauses };
}
const keysOf = ({ asked }: Awaited<ReturnType<typeof play>>) => asked.map(({ headers }) => headers['idempotency-key']);

describe('a request', () => {
  it('carries the key, the body and an idempotency key, and names its client', async () => {
    const { asked, value } = await play([accepted]);
    expect(value).toEqual({ paymentId: 'p1' });
    expect(asked).toHaveLength(1);
    const [{ method, url, headers, body } = { headers: {} as Record<string, string> }] = asked;
    expect({ method, url, body }).toEqual({ method: 'POST', url: '/functions/v1/collect', body: '{"amount":10}' });
    expect(headers).toMatchObject({
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'user-agent': `tillgate-sdk-js/${version}`,
    });
    expect(headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('that moves no money has no idempotency key', async () => {
    expect(keysOf(await play([json({})], read))).toEqual([undefined]);
    expect(keysOf(await play([json({})], ask))).toEqual([undefined]);
  });

  it('has a query of what is given', async () => {
    const query = { phone: '+254 712', before: undefined, status: 'success' };
    const { asked } = await play([json({})], { ...read, path: '/payments', query });
    expect(asked[0]?.url).toBe('/functions/v1/payments?phone=%2B254+712&status=success');
  });

  it('takes the key of the caller, and refuses one that a header cannot carry', async () => {
    expect(keysOf(await play([accepted], collect, { idempotencyKey: 'order 7' }))).toEqual(['order 7']);
    for (const idempotencyKey of ['', ' a', 'a\n', 'é', 'a, b', 'x'.repeat(256)]) {
      const { error, asked } = await play([accepted], collect, { idempotencyKey });
      expect(error).toBeInstanceOf(TypeError);
      expect(asked).toEqual([]);
    }
  });
});

describe('a failed attempt', () => {
  it.each<[string, Answer]>([
    ['a connection that is cut', cut],
    ['429', refusal('rate_limited', 429, { retryAfterSeconds: 2 })],
    ['500', refusal('internal', 500)],
    ['503', refusal('unavailable', 503, { retryAfterSeconds: 5 })],
    ['a first request that still runs', refusal('idempotency_in_flight', 409, { retryAfterSeconds: 1 })],
    ['the page of a proxy', page(504)],
  ])('is repeated with the same key after %s', async (_what, failure) => {
    const played = await play([failure, failure, accepted]);
    expect(played.value).toEqual({ paymentId: 'p1' });
    expect(keysOf(played)).toHaveLength(3);
    expect(new Set(keysOf(played)).size).toBe(1);
    expect(new Set(played.asked.map(({ body }) => body))).toEqual(new Set(['{"amount":10}']));
  });

  it.each<[string, Answer]>([
    ['an unknown outcome', refusal('idempotency_indeterminate', 409, { indeterminate: true, paymentId: 'p1' })],
    [
      'an unknown outcome without a key',
      refusal('provider_unavailable', 502, { indeterminate: true, paymentId: 'p1' }),
    ],
    ['a refusal of the provider', refusal('provider_rejected', 502)],
    ['invalid input', refusal('invalid_input', 422, { issues: [] })],
  ])('is not repeated after %s', async (_what, failure) => {
    const played = await play([failure, accepted]);
    expect(played.asked).toHaveLength(1);
    expect(played.error).toBeInstanceOf(TillgateApiError);
  });

  it('is repeated so often and no more', async () => {
    expect((await play([cut])).asked).toHaveLength(4);
    expect((await play([cut], collect, {}, { maxRetries: 1 })).asked).toHaveLength(2);
    expect((await play([cut], collect, { maxRetries: 0 })).asked).toHaveLength(1);
  });

  it('waits longer each time, and as long as the service asks for', async () => {
    const busy = refusal('rate_limited', 429, { retryAfterSeconds: 9 });
    expect((await play([cut, cut, busy, accepted])).pauses).toEqual([375, 750, 9250]);
    const proxy = page(503, { 'retry-after': '4' });
    expect((await play([proxy, accepted])).pauses).toEqual([4250]);
  });

  it('of a question starts no second one, unless the first was refused', async () => {
    expect((await play([cut, accepted], ask)).asked).toHaveLength(1);
    expect((await play([refusal('rate_limited', 429), accepted], ask)).asked).toHaveLength(2);
  });
});

describe('the end of a call', () => {
  it('comes when an attempt takes too long, whether or not fetch knows signals', async () => {
    let calls = 0;
    const counted: typeof fetch = (...request) => {
      calls += 1;
      return fetch(...request);
    };
    const given = { timeoutMs: 50, maxRetries: 0, idempotencyKey: 'k1' };
    const { error } = await play([silence], collect, given, { fetch: counted });
    expect(error).toMatchObject({ name: 'TillgateConnectionError', code: 'timed_out', idempotencyKey: 'k1' });
    // Not what arrived: on a busy machine the time may be up before the connection is there.
    expect(calls).toBe(1);
    const deaf = { fetch: () => new Promise<never>(() => {}) };
    const late = await play([silence], read, { timeoutMs: 50, maxRetries: 0 }, deaf);
    expect(late.error).toMatchObject({ code: 'timed_out', idempotencyKey: undefined });
  });

  it('comes with the reason of the signal of the caller, and nothing is sent any more', async () => {
    const reason = new Error('the customer left');
    const before = await play([accepted], collect, { signal: AbortSignal.abort(reason) });
    expect(before).toMatchObject({ error: reason, asked: [] });
    const controller = new AbortController();
    const leave: Answer = () => controller.abort(reason);
    const during = await play([leave], collect, { signal: controller.signal });
    expect(during.error).toBe(reason);
    expect(during.asked).toHaveLength(1);
  });
});

describe('an error', () => {
  it('of the API has what the API said', async () => {
    const decoded = {
      code: '500.001.1001',
      title: 'T',
      cause: 'C',
      fix: 'F',
      category: 'your_setup' as const,
      retryable: false,
      customerMessage: 'Please pay in another way.',
    };
    const upstream = { code: '500.001.1001', description: 'Wrong credentials' };
    const { error } = await play([refusal('provider_rejected', 502, { decoded, upstream, paymentId: 'p1' })]);
    if (!isTillgateError(error) || error.code !== 'provider_rejected') throw error;
    expect(error.decoded?.customerMessage).toBe('Please pay in another way.');
    expect(error.upstream.description).toBe('Wrong credentials');
    expect(error).toMatchObject({ status: 502, paymentId: 'p1', requestId: 'req_1', indeterminate: false });
    expect(error.message).toBe('It is provider_rejected. (provider_rejected, HTTP 502, req_1)');
    expect(error.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('of the connection says that the request may have been carried out, and with which key to repeat it', async () => {
    const { error } = await play([cut], collect, { maxRetries: 0, idempotencyKey: 'k2' });
    expect(error).toBeInstanceOf(TillgateConnectionError);
    expect(error).toMatchObject({ code: 'connection_failed', idempotencyKey: 'k2', cause: expect.any(Error) });
    expect(String(error)).toContain('repeat it with the same idempotencyKey');
  });

  it.each<[string, Answer, number]>([
    ['a page', page(200), 200],
    ['a page that is missing', page(404), 404],
    ['a redirect', page(308, { location: 'https://elsewhere.example.com' }), 308],
    ['JSON of something else', json({ message: 'Forbidden' }, 403), 403],
    ['JSON that is cut off', (response) => response.end('{"paymentId":'), 200],
  ])('says that %s is not the API', async (_what, answer, status) => {
    const { error, asked } = await play([answer], read);
    expect(error).toMatchObject({ code: 'unexpected_response', status });
    expect(asked).toHaveLength(1);
  });

  it('never shows the API key', async () => {
    for (const answer of [cut, page(500), refusal('forbidden', 403)]) {
      const { error } = await play([answer], collect, { maxRetries: 0 });
      expect(inspect(error, { showHidden: true, depth: 10 })).not.toContain('k3yk3y');
      expect(JSON.stringify(error)).not.toContain('k3yk3y');
    }
  });

  it('is told from others, also when it comes from another copy of the package', () => {
    expect(isTillgateError(new Error('x'))).toBe(false);
    expect(isTillgateError({ code: 'rate_limited' })).toBe(false);
    const other = Object.assign(new Error('x'), { [Symbol.for('@tillgate/sdk error')]: true });
    expect(isTillgateError(other)).toBe(true);
  });
});
