import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

const closers: (() => unknown)[] = [];

/** Does this at the end of the test. */
export function atEnd(close: () => unknown): void {
  closers.push(close);
}

/** For `afterEach`: the last thing that was opened is closed first. */
export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

/** Listens on a free port until the end of the test. */
export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((done) => server.listen(0, host, done));
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((done) => server.close(done));
  });
  return (server.address() as AddressInfo).port;
}

type Seen = {
  connections: number;
  requests: { method?: string; headers: IncomingHttpHeaders; rawHeaders: string[]; body: string }[];
};

/** A receiver, on the loopback address by default, which counts its connections and requests. */
export async function receiver(answer: RequestListener, host?: string): Promise<{ port: number; seen: Seen }> {
  const seen: Seen = { connections: 0, requests: [] };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { method, headers, rawHeaders } = request;
      seen.requests.push({ method, headers, rawHeaders, body });
      answer(request, response);
    });
  });
  server.on('connection', () => {
    seen.connections += 1;
  });
  return { port: await listen(server, host), seen };
}
