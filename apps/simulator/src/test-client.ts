import { setTimeout as pause } from 'node:timers/promises';
import { vi } from 'vitest';
import { createSimulator, type SimulatorOptions } from './app.ts';
import type { PromptView } from './prompts.ts';
import { type Json, startListener } from './test-listener.ts';

export type { Json } from './test-listener.ts';

/** Longest wait for a condition in the tests of this folder. */
const waitMaxMs = 120_000;
const pollMs = 5;
const testTimeoutMs = 2 * waitMaxMs;

vi.setConfig({ testTimeout: testTimeoutMs, hookTimeout: testTimeoutMs });

export const testPasskey = 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919';
export const testShortcode = '174379';
const testTimestamp = '20261120093000';

export type Answer = { status: number; headers: Headers; text: string; json: Json };

/** Waits until `read` returns something other than undefined or false. Throws after `waitMaxMs`. */
export const until = async <T>(read: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> => {
  const deadline = Date.now() + waitMaxMs;
  while (Date.now() < deadline) {
    const value = await read();
    if (value !== undefined && value !== false) return value;
    await pause(pollMs);
  }
  throw new Error('the awaited condition did not come true');
};

const parse = (text: string): Json => {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
};

/** The Password of a shortcode at the time of the bodies of this file. */
export const passwordOf = (shortcode: string): string =>
  Buffer.from(`${shortcode}${testPasskey}${testTimestamp}`).toString('base64');

/** A valid push body with changes. */
const pushBodyTo = (callbackUrl: string, change: Json): Json => ({
  BusinessShortCode: testShortcode,
  Password: passwordOf(testShortcode),
  Timestamp: testTimestamp,
  TransactionType: 'CustomerPayBillOnline',
  Amount: 250,
  PartyA: '254712345678',
  PartyB: testShortcode,
  PhoneNumber: '254712345678',
  CallBackURL: callbackUrl,
  AccountReference: 'INV-1',
  TransactionDesc: 'Payment',
  ...change,
});
const queryBody = (checkoutRequestId: unknown, change: Json): Json => ({
  BusinessShortCode: testShortcode,
  Password: passwordOf(testShortcode),
  Timestamp: testTimestamp,
  CheckoutRequestID: checkoutRequestId,
  ...change,
});

/** Reads the router's drawing of itself: one line `├── /path (GET, HEAD)` for each path, indented below its parent. */
const routesOf = (drawing: string): { method: string; path: string }[] => {
  const parents: string[] = [];
  return drawing.split('\n').flatMap((line) => {
    const [, indent = '', segment = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? [];
    if (segment === '') return [];
    const depth = indent.length / 4;
    parents.length = depth;
    parents.push(segment);
    const path = parents.join('');
    return methods === '' ? [] : methods.split(', ').map((method) => ({ method, path }));
  });
};

/** A simulator, a callback listener and a client of the provider's API, all on free ports. */
export const startBench = async (options: SimulatorOptions = {}) => {
  const listener = await startListener();
  const simulator = createSimulator({ delayMs: 0, ackAfterCallbackMs: 0, slowAckMs: 0, ...options });
  const routes = routesOf(simulator.app.printRoutes({ commonPrefix: false }));
  const url = await simulator.listen(0);

  const call = async (method: string, path: string, init: { headers?: Record<string, string>; body?: string } = {}) => {
    const response = await fetch(`${url}${path}`, { method, ...init, signal: AbortSignal.timeout(waitMaxMs) });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parse(text) } satisfies Answer;
  };
  const token = async (pair = 'key:secret'): Promise<string> => {
    const headers = { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
    const answer = await call('GET', '/oauth/v1/generate?grant_type=client_credentials', { headers });
    return String(answer.json.access_token);
  };
  let bearer = await token();
  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    call('POST', path, {
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const pushBody = (change: Json = {}): Json => pushBodyTo(listener.url, change);
  const prompts = async (query = ''): Promise<PromptView[]> =>
    (await call('GET', `/admin/prompts${query}`)).json.prompts as PromptView[];
  return {
    url,
    /** Every method and path of the simulator. */
    routes,
    listener,
    received: listener.received,
    call,
    token,
    /** A new token, used by every later call. */
    refreshToken: async (): Promise<string> => {
      bearer = await token();
      return bearer;
    },
    post,
    pushBody,
    push: (change: Json = {}): Promise<Answer> => post('/mpesa/stkpush/v1/processrequest', pushBody(change)),
    query: (checkoutRequestId: unknown, change: Json = {}): Promise<Answer> =>
      post('/mpesa/stkpushquery/v1/query', queryBody(checkoutRequestId, change)),
    prompts,
    /** The newest prompt, once it has that many callback attempts. */
    promptAfter: (attempts: number): Promise<PromptView> =>
      until(async () => {
        const [prompt] = await prompts();
        return prompt !== undefined && prompt.callbacks.length >= attempts && prompt;
      }),
    answer: (checkoutRequestId: unknown, body: unknown): Promise<Answer> =>
      post(`/admin/prompts/${checkoutRequestId}/answer`, body),
    settings: (change: Json): Promise<Answer> =>
      call('PUT', '/admin/settings', { headers: { 'content-type': 'application/json' }, body: JSON.stringify(change) }),
    requests: async () =>
      (await call('GET', '/admin/requests')).json as { counts: Record<string, number>; requests: Json[] },
    close: async (): Promise<void> => {
      await simulator.close();
      await listener.close();
    },
  };
};

export type Bench = Awaited<ReturnType<typeof startBench>>;
