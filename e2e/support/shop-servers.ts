import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tillgateWebhook as forExpress } from '@tillgate/sdk/express';
import { tillgateWebhook as forFastify } from '@tillgate/sdk/fastify';
import { tillgateWebhook as forHono } from '@tillgate/sdk/hono';
import { tillgateWebhook as forNext } from '@tillgate/sdk/next';
import type { ReceiverOptions, WebhookEvent } from '@tillgate/sdk/webhooks';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';

type Options = Pick<ReceiverOptions<unknown>, 'secret' | 'onEvent' | 'onTestEvent' | 'onRefused'>;

/** A server of a merchant, and what it was told. */
export type ShopServer = {
  url: string;
  events: WebhookEvent[];
  samples: WebhookEvent[];
  /** Codes of refusals. */
  refused: string[];
  /** Endpoints have their secret only after they have a URL. */
  setSecret(secret: string): void;
  close(): Promise<unknown>;
};

async function listen(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tillgate`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Serves a function of the Fetch API, as Next.js and runtimes at the edge do. */
const overHttp = (serve: (request: Request) => Response | Promise<Response>) =>
  listen(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { method, url = '/', headers } = incoming;
    const body = Buffer.concat(chunks);
    const init = { method, headers: headers as Record<string, string>, body };
    const response = await serve(new Request(new URL(url, 'http://localhost'), init));
    outgoing.writeHead(response.status).end(await response.text());
  });

const frameworks = {
  express(options: Options) {
    const app = express();
    app.post('/tillgate', forExpress(options));
    app.use(express.json());
    return listen(app);
  },
  async fastify(options: Options) {
    const app = fastify();
    await app.register(forFastify, { path: '/tillgate', ...options });
    return { url: `${await app.listen({ host: '127.0.0.1', port: 0 })}/tillgate`, close: () => app.close() };
  },
  hono(options: Options) {
    const app = new Hono();
    app.post('/tillgate', forHono(options));
    return overHttp((request) => app.fetch(request));
  },
  next: (options: Options) => overHttp(forNext(options)),
};

export type Framework = keyof typeof frameworks;
export const frameworkNames = Object.keys(frameworks) as Framework[];

/** Starts a server that receives webhooks with an adapter of the SDK. */
export async function startShopServer(framework: Framework): Promise<ShopServer> {
  const told = { events: [] as WebhookEvent[], samples: [] as WebhookEvent[], refused: [] as string[] };
  let secret = '';
  const { url, close } = await frameworks[framework]({
    secret: () => secret,
    onEvent: (event) => told.events.push(event),
    onTestEvent: (event) => told.samples.push(event),
    onRefused: ({ code }) => told.refused.push(code),
  });
  return {
    url,
    close,
    ...told,
    setSecret(next) {
      secret = next;
    },
  };
}
