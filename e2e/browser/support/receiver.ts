import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '../../support/until.ts';

export type Received = { id: string; event: string; signature: string; rawBody: string; body: WebhookBody };
export type WebhookBody = { type: string; created: number; data: Record<string, unknown> };

/** A merchant's webhook receiver on this machine. */
export type Receiver = {
  url: string;
  received: Received[];
  /** What it answers from now on; 200 at first. A function may look at the webhook. */
  answer(with_: number | ((webhook: Received) => number)): void;
  /** Waits for a webhook of this type. */
  waitFor(event: string, matches?: (webhook: Received) => boolean): Promise<Received>;
};

export async function startReceiver(): Promise<Receiver & { close(): Promise<void> }> {
  const received: Received[] = [];
  let status: (webhook: Received) => number = () => 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const rawBody = Buffer.concat(chunks).toString('utf8');
    const header = (name: string) => String(request.headers[name] ?? '');
    const webhook = {
      id: header('x-webhook-id'),
      event: header('x-webhook-event'),
      signature: header('x-webhook-signature'),
      rawBody,
      body: JSON.parse(rawBody) as WebhookBody,
    };
    received.push(webhook);
    response.writeHead(status(webhook), { 'content-type': 'text/plain' }).end('thanks');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    answer(next) {
      status = typeof next === 'number' ? () => next : next;
    },
    waitFor: (event, matches = () => true) =>
      until(`a webhook ${event}`, () => received.find((one) => one.event === event && matches(one))),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
