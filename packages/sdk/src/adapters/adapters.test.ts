import { createHmac } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { afterEach, describe, expect, it } from 'vitest';
import { webhookHandler } from '../webhooks/handler.ts';
import type { ReceiverOptions } from '../webhooks/receive.ts';
import type { ExtraWebhookEvent, WebhookEvent } from '../webhooks/verify.ts';
import * as forExpress from './express.ts';
import * as forFastify from './fastify.ts';
import * as forHono from './hono.ts';
import * as forNext from './next.ts';

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const close: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const each of close.splice(0)) await each();
});

type Options = Omit<ReceiverOptions<unknown>, 'toleranceSeconds'>;

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/tillgate`;
}

/** Serves a function of the Fetch API over HTTP. */
const overHttp = (serve: (request: Request) => Response | Promise<Response>) =>
  listen(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { method, url = '/', headers } = incoming;
    const body = method === 'POST' ? { body: Buffer.concat(chunks) } : {};
    const answered = serve(
      new Request(new URL(url, 'http://localhost'), { method, headers: headers as Record<string, string>, ...body }),
    );
    const response = await Promise.resolve(answered).catch(() => new Response('failed', { status: 500 }));
    outgoing.writeHead(response.status).end(await response.text());
  });

/** As Express does by itself, without printing the error. */
const answerErrors: express.ErrorRequestHandler = (error, _request, response, _next) => {
  response.sendStatus(error.status ?? 500);
};

/** Each framework as a merchant sets it up, with a JSON route beside that must still work. */
const frameworks: Record<string, (options: Options) => Promise<string>> = {
  async express(options) {
    const app = express();
    app.post('/tillgate', forExpress.tillgateWebhook(options));
    app.use(express.json());
    app.post('/json', (request, response) => void response.json(request.body));
    app.use(answerErrors);
    return listen(app);
  },
  async 'express after express.raw'(options) {
    const app = express();
    app.post('/tillgate', express.raw({ type: () => true }), forExpress.tillgateWebhook(options));
    app.post('/json', express.json(), (request, response) => void response.json(request.body));
    app.use(answerErrors);
    return listen(app);
  },
  async 'node:http'(options) {
    const receiver = forExpress.tillgateWebhook(options);
    return listen((request, response) => {
      if (request.url === '/json') return void request.pipe(response);
      return receiver(request, response);
    });
  },
  async fastify(options) {
    const app = fastify();
    await app.register(forFastify.tillgateWebhook, { path: '/tillgate', ...options });
    app.post('/json', async (request) => request.body);
    close.push(() => app.close());
    return `${await app.listen({ host: '127.0.0.1', port: 0 })}/tillgate`;
  },
  async hono(options) {
    const app = new Hono();
    app.onError((_error, context) => context.text('failed', 500));
    app.post('/tillgate', forHono.tillgateWebhook(options));
    app.post('/json', async (context) => context.json(await context.req.json()));
    return overHttp((request) => app.fetch(request));
  },
  async next(options) {
    const POST = forNext.tillgateWebhook(options);
    return overHttp((request) =>
      new URL(request.url).pathname === '/json' ? new Response(request.body) : POST(request),
    );
  },
};

const event = { type: 'payment.success', created: 1, data: { amount: 250, accountRef: 'Wanjikũ' } };
function post(url: string, given: { body?: string; key?: string; signed?: string } = {}) {
  const { body = JSON.stringify(event), key = secret, signed = body } = given;
  const t = Math.floor(Date.now() / 1000);
  const v1 = createHmac('sha256', key).update(`${t}.${signed}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'x-webhook-id': 'd1',
    'x-webhook-signature': `t=${t},v1=${v1}`,
  };
  return fetch(url, { method: 'POST', body, headers }).then(async (response) => ({
    status: response.status,
    text: await response.text(),
  }));
}

describe.each(Object.entries(frameworks))('%s', (_name, serve) => {
  it('passes a genuine event on and acknowledges it', async () => {
    const events: WebhookEvent[] = [];
    const url = await serve({ secret, onEvent: (each) => events.push(each) });
    expect(await post(url)).toEqual({ status: 200, text: 'ok' });
    expect(events).toEqual([{ ...event, id: 'd1', test: false }]);
  });

  it('refuses what is not signed, and says why', async () => {
    const refused: string[] = [];
    const events: WebhookEvent[] = [];
    const url = await serve({
      secret,
      onEvent: (each) => events.push(each),
      onRefused: ({ code }) => refused.push(code),
    });
    const other = await post(url, { key: 'whsec_b3RoZXI=' });
    expect(other).toMatchObject({ status: 400, text: expect.stringMatching(/^no_match: /) });
    const empty = await fetch(url, { method: 'POST' });
    expect([empty.status, await empty.text()]).toEqual([400, expect.stringMatching(/^no_signature: /)]);
    expect({ refused, events }).toEqual({ refused: ['no_match', 'no_signature'], events: [] });
  });

  it('acknowledges samples without passing them on as events', async () => {
    const seen: string[] = [];
    const sample = JSON.stringify({ ...event, data: { ...event.data, test: true } });
    const url = await serve({ secret, onEvent: () => seen.push('event'), onTestEvent: () => seen.push('sample') });
    expect((await post(url, { body: sample })).status).toBe(200);
    expect(seen).toEqual(['sample']);
    const quiet = await serve({ secret, onEvent: () => seen.push('event') });
    expect((await post(quiet, { body: sample })).status).toBe(200);
    expect(seen).toEqual(['sample']);
  });

  it('passes events of extra types to who takes them, and never to code that knows the contract alone', async () => {
    const extra = { ...event, type: 'link.paid' };
    const events: WebhookEvent[] = [];
    const extras: ExtraWebhookEvent[] = [];
    const onEvent = (each: WebhookEvent) => events.push(each);
    const url = await serve({ secret, onEvent, onExtraEvent: (each) => extras.push(each) });
    expect((await post(url, { body: JSON.stringify(extra) })).status).toBe(200);
    expect(extras).toEqual([{ ...extra, id: 'd1', test: false }]);
    const plain = await serve({ secret, onEvent });
    expect((await post(plain, { body: JSON.stringify(extra) })).status).toBe(200);
    expect(events).toEqual([]);
  });

  it('responds with 500 when the event could not be taken, so that it comes again', async () => {
    const url = await serve({
      secret,
      onEvent: async () => {
        throw new Error('the database is unavailable');
      },
    });
    expect((await post(url)).status).toBe(500);
  });

  it('refuses a body that no event has', async () => {
    const url = await serve({ secret, onEvent: () => undefined });
    expect((await post(url, { body: 'x'.repeat(1_100_000) })).status).toBe(413);
  });

  it('leaves the bodies of other routes alone', async () => {
    const url = await serve({ secret, onEvent: () => undefined });
    const response = await fetch(url.replace('/tillgate', '/json'), {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    });
    expect(await response.json()).toEqual({ a: 1 });
  });
});

describe('a body that another layer has touched', () => {
  it('is read by Express when the parser left it alone', async () => {
    const app = express();
    app.use((request, _response, next) => {
      // As parsers of Express 4 do for a content type that is not theirs.
      request.body = {};
      next();
    });
    app.post('/tillgate', forExpress.tillgateWebhook({ secret, onEvent: () => undefined }));
    expect(await post(await listen(app))).toEqual({ status: 200, text: 'ok' });
  });

  it('is taken from where platforms for functions keep its bytes', async () => {
    const app = express();
    const keep = (request: unknown, _response: unknown, bytes: Buffer) =>
      Object.assign(request as object, { rawBody: bytes });
    app.use(express.json({ verify: keep }));
    app.post('/tillgate', forExpress.tillgateWebhook({ secret, onEvent: () => undefined }));
    expect(await post(await listen(app))).toEqual({ status: 200, text: 'ok' });
  });
});

describe('a body that was parsed before', () => {
  it('is refused by Express with the reason', async () => {
    const app = express();
    app.use(express.json());
    app.post('/tillgate', forExpress.tillgateWebhook({ secret, onEvent: () => undefined }));
    const url = await listen(app);
    expect(await post(url)).toMatchObject({ status: 400, text: expect.stringMatching(/^body_not_raw: /) });
  });

  it('is refused by Hono and by a fetch handler with the reason', async () => {
    const app = new Hono();
    app.use(async (context, next) => {
      await context.req.json();
      await next();
    });
    app.post('/tillgate', forHono.tillgateWebhook({ secret, onEvent: () => undefined }));
    const url = await overHttp((request) => app.fetch(request));
    expect(await post(url)).toMatchObject({ status: 400, text: expect.stringMatching(/^body_not_raw: /) });
  });
});

it('a fetch handler takes only POST', async () => {
  const url = await overHttp(webhookHandler({ secret, onEvent: () => undefined }));
  expect((await fetch(url)).status).toBe(405);
});

it('secrets may come with the request, as bindings of Workers do', async () => {
  const app = new Hono<{ Bindings: { SECRET: string } }>();
  app.post('/tillgate', forHono.tillgateWebhook({ secret: (context) => context.env.SECRET, onEvent: () => undefined }));
  const url = await overHttp((request) => app.fetch(request, { SECRET: secret }));
  expect((await post(url)).status).toBe(200);
  const without = await overHttp((request) => app.fetch(request, {}));
  expect(await post(without)).toMatchObject({ status: 400, text: expect.stringMatching(/^no_secret: /) });
});
