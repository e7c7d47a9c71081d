import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = {
  id: string;
  event: string;
  signature: string;
  rawBody: string;
  body: { type: string; created: number; data: Record<string, unknown> };
  headers: IncomingHttpHeaders;
  /** When it came, in epoch milliseconds. */
  at: number;
};

/** A merchant's webhook receiver. */
export type MerchantHook = { url: string; received: Received[]; close(): Promise<void> };

/** Keeps all that it receives, and answers with `status`: 200 by default. */
export async function startMerchantHook(
  status: (received: Received) => number = () => 200,
  path = '/hook',
): Promise<MerchantHook> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const rawBody = Buffer.concat(chunks).toString('utf8');
    const header = (name: string) => String(request.headers[name] ?? '');
    const webhook: Received = {
      id: header('x-webhook-id'),
      event: header('x-webhook-event'),
      signature: header('x-webhook-signature'),
      rawBody,
      body: JSON.parse(rawBody),
      headers: request.headers,
      at: Date.now(),
    };
    received.push(webhook);
    response.writeHead(status(webhook), { 'content-type': 'text/plain' }).end('thanks');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The check of spec 6.3, as a merchant would write it. */
export function isAuthentic(delivery: Received, secret: string): boolean {
  const t = /t=(\d+)/.exec(delivery.signature)?.[1] ?? '';
  const expected = createHmac('sha256', secret).update(`${t}.${delivery.rawBody}`).digest();
  return [...delivery.signature.matchAll(/v1=([0-9a-f]{64})/g)].some((match) =>
    timingSafeEqual(Buffer.from(match[1] ?? '', 'hex'), expected),
  );
}
