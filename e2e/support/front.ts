import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testMs } from './patience.ts';

const retryMs = 25;
const retriesMax = 2_000;

/** A stable address before processes that come and go, as a load balancer is. */
export type Front = {
  url: string;
  /** Where requests go from now on; several are taken in turn, none means that nobody is there. */
  pointTo(ports: number[]): void;
  close(): Promise<void>;
};

/**
 * Requests to callers' routes fail as they would; what the provider posts to a hook is repeated until somebody has
 * acknowledged it, so that a test can say that every callback arrives at least once.
 */
export async function startFront(options: { repeatHooks: boolean }): Promise<Front> {
  let ports: number[] = [];
  let turn = 0;
  let closed = false;
  const server = createServer(async (incoming, outgoing) => {
    const body = await bodyOf(incoming).catch(() => undefined);
    if (!body) return;
    const isHook = options.repeatHooks && incoming.url?.includes('-hook/');
    for (let tries = 1; !closed; tries += 1) {
      const port = ports[turn++ % Math.max(ports.length, 1)];
      const answer = port === undefined ? undefined : await forward(port, incoming, body).catch(() => undefined);
      const heard = answer && answer.status < 500;
      if (answer && (heard || !isHook)) {
        outgoing.writeHead(answer.status, answer.headers).end(answer.body);
        return;
      }
      if (!isHook || tries >= retriesMax) break;
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
    outgoing.destroy();
  });
  // A client that is slow must not send on a connection that was closed for being idle.
  server.keepAliveTimeout = testMs;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pointTo(next) {
      ports = next;
    },
    async close() {
      closed = true;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer };

function forward(port: number, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method, url: path, headers } = incoming;
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
      bodyOf(answer).then(
        (received) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: received }),
        reject,
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
