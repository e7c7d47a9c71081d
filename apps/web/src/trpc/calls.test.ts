import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { initTRPC, TRPCError } from '@trpc/server';
import { createHTTPHandler } from '@trpc/server/adapters/standalone';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createCalls } from './calls.ts';
import { dataOf, messageOf } from './errors.ts';
import { NoAnswer } from './no-answer.ts';

const t = initTRPC.create({
  errorFormatter: ({ shape }) => ({ ...shape, data: { domainCode: 'conflict', detail: 'It is taken.' } }),
});
const anything = t.procedure.input((input) => input as { text?: string } | undefined);
const router = t.router({
  words: t.router({
    echo: anything.query(({ input }) => ({ said: input?.text ?? null })),
    keep: anything.mutation(({ input }) => `kept ${input?.text}`),
    refuse: anything.query(() => {
      throw new TRPCError({ code: 'CONFLICT', message: 'taken' });
    }),
  }),
});

/** What came in, as `GET /trpc/…`. */
let requests: string[];
let whole: { status: number; body: string } | undefined;
const handle = createHTTPHandler({ router, basePath: '/trpc/', maxBatchSize: 3 });
const server = createServer((request, response) => {
  requests.push(`${request.method} ${request.url}`);
  if (whole) response.writeHead(whole.status).end(whole.body);
  else void handle(request, response);
});
let calls: ReturnType<typeof createCalls>;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  calls = createCalls({ url: `http://127.0.0.1:${port}/trpc`, itemsMax: 3, urlLengthMax: 400 });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

function fresh() {
  requests = [];
  whole = undefined;
}

it('asks what is asked in one moment in one request, and gives each its own answer', async () => {
  fresh();
  const answers = await Promise.all([
    calls.query('words.echo', { text: 'ä & ö' }),
    calls.query('words.echo', undefined),
    calls.query('words.echo', { text: '?' }),
  ]);
  expect(answers).toEqual([{ said: 'ä & ö' }, { said: null }, { said: '?' }]);
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatch(/^GET \/trpc\/words\.echo,words\.echo,words\.echo\?batch=1&input=/);
});

it('sends no more in one request than is allowed, and no longer addresses', async () => {
  fresh();
  const texts = ['a', 'b', 'c', 'd', 'e'.repeat(200), 'f'.repeat(200)];
  const answers = await Promise.all(texts.map((text) => calls.query('words.echo', { text })));
  expect(answers).toEqual(texts.map((said) => ({ said })));
  expect(requests.map((request) => request.split('?')[0]?.split(',').length)).toEqual([3, 2, 1]);
});

it('posts mutations', async () => {
  fresh();
  const answers = await Promise.all([
    calls.mutation('words.keep', { text: 'one' }),
    calls.mutation('words.keep', { text: 'two' }),
  ]);
  expect(answers).toEqual(['kept one', 'kept two']);
  expect(requests).toEqual(['POST /trpc/words.keep,words.keep?batch=1']);
});

it('fails what was refused, and nothing else of the request', async () => {
  fresh();
  const [refused, answered] = await Promise.allSettled([
    calls.query('words.refuse', undefined),
    calls.query('words.echo', { text: 'still' }),
  ]);
  expect(answered).toEqual({ status: 'fulfilled', value: { said: 'still' } });
  expect(refused.status).toBe('rejected');
  const { reason } = refused as PromiseRejectedResult;
  expect(dataOf(reason)?.domainCode).toBe('conflict');
  expect(messageOf(reason)).toBe('It is taken.');
});

it('fails all of a request that was refused as a whole', async () => {
  fresh();
  whole = {
    status: 413,
    body: JSON.stringify({ error: { message: 'Too large.', data: { domainCode: 'x', detail: 'Less.' } } }),
  };
  const failed = await Promise.allSettled([calls.mutation('words.keep', {}), calls.mutation('words.keep', {})]);
  expect(failed.map((one) => one.status === 'rejected' && messageOf(one.reason))).toEqual(['Less.', 'Less.']);
});

it('fails when the answer is not one, or does not come', async () => {
  fresh();
  whole = { status: 502, body: '<h1>Bad gateway</h1>' };
  await expect(calls.query('words.echo', {})).rejects.toThrow();
  whole = { status: 200, body: '[]' };
  await expect(calls.query('words.echo', {})).rejects.toThrow();
  const nowhere = createCalls({ url: 'http://127.0.0.1:1/trpc', itemsMax: 3, urlLengthMax: 400 });
  const error = await nowhere.query('words.echo', {}).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(NoAnswer);
  expect(dataOf(error)).toBeUndefined();
  expect(messageOf(error)).toBe('Tillgate cannot be reached. Check your connection and try again.');
});

it('says of a change without an answer that it may have been made', async () => {
  fresh();
  whole = { status: 502, body: '<h1>Bad gateway</h1>' };
  const lost = await calls.mutation('words.keep', {}).catch((thrown: unknown) => thrown);
  expect(messageOf(lost)).toMatch(/Check whether it was done/);
});

it('sends no change while the device is offline, and none afterwards', async () => {
  fresh();
  vi.stubGlobal('navigator', { onLine: false });
  const refused = await calls.mutation('words.keep', { text: 'one' }).catch((thrown: unknown) => thrown);
  expect(messageOf(refused)).toBe('You are offline. Nothing was sent.');
  vi.unstubAllGlobals();
  expect(await calls.mutation('words.keep', { text: 'two' })).toBe('kept two');
  expect(requests).toHaveLength(1);
});
