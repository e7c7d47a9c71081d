import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const keepAliveMs = 300_000;

export type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Listens on a free local port and returns the address. */
export async function listen(server: Server): Promise<string> {
  // A client that is slow must not send on a connection that was closed for being idle.
  server.keepAliveTimeout = keepAliveMs;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Closes the server and all its connections. */
export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** The whole body of a message. */
export async function bodyOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Sends a request on to another address. */
export function forward(url: string, incoming: IncomingMessage, body: Buffer): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: incoming.method, headers: incoming.headers, agent: false }, (answer) => {
      bodyOf(answer).then(
        (received) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: received }),
        reject,
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
