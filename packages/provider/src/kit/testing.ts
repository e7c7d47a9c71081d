import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Clock, Log, TokenStore } from '@tillgate/domain';

/** A token store in memory that follows the port's rules. Counts reads and attempts to take a lease. */
export class MemoryTokenStore implements TokenStore {
  readonly #rows = new Map<string, { token: string; expiresAt: Date }>();
  readonly #leases = new Map<string, { lease: string; endsAtMs: number }>();
  reads = 0;
  leaseTries = 0;

  async read(id: string) {
    this.reads += 1;
    return this.#rows.get(id);
  }

  async lease(id: string, replacing: string | undefined, leaseMs: number) {
    this.leaseTries += 1;
    const held = this.#leases.get(id);
    if ((held !== undefined && held.endsAtMs > Date.now()) || this.#rows.get(id)?.token !== replacing) return undefined;
    const lease = randomUUID();
    this.#leases.set(id, { lease, endsAtMs: Date.now() + leaseMs });
    return lease;
  }

  async store(id: string, lease: string, token: string, expiresAt: Date) {
    if (this.#leases.get(id)?.lease !== lease) return;
    this.#leases.delete(id);
    this.#rows.set(id, { token, expiresAt });
  }

  async release(id: string, lease: string) {
    if (this.#leases.get(id)?.lease === lease) this.#leases.delete(id);
  }

  /** Everything stored, as JSON. */
  dump(): string {
    return JSON.stringify([...this.#rows]);
  }
}

/** A log that keeps its lines as JSON text. */
export function recordingLog(): Log & { lines: string[] } {
  const lines: string[] = [];
  const write = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }));
  return { lines, debug: write, info: write, warn: write, error: write };
}

/** A clock that moves only when told to. */
export function movableClock(now: Date): Clock & { advance(ms: number): void } {
  let atMs = now.getTime();
  return {
    now: () => new Date(atMs),
    advance: (ms) => {
      atMs += ms;
    },
  };
}

export type SeenRequest = {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  /** Number of the connection. Equal numbers mean that the connection was reused. */
  connection: number;
};
export type Reply = (response: ServerResponse, seen: SeenRequest, socket: Socket) => void;

/** Starts a fake provider on a free local port. It replies with what `route` returns and records the requests. */
export async function startFakeProvider(route: (seen: SeenRequest) => Reply) {
  const seen: SeenRequest[] = [];
  const connections = new Map<Socket, number>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one: SeenRequest = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        connection: connections.get(request.socket) ?? 0,
      };
      seen.push(one);
      route(one)(response, one, request.socket);
    });
  });
  let opened = 0;
  server.on('connection', (socket) => {
    opened += 1;
    connections.set(socket, opened);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    seenAt: (path: string) => seen.filter((one) => one.path.startsWith(path)),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Replies with a JSON body. */
export function json(statusCode: number, body: unknown): Reply {
  return (response) => {
    response.writeHead(statusCode, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

/** Replies with any text. */
export function text(statusCode: number, body: string, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(statusCode, headers).end(body);
  };
}

/** Reads the whole request and then cuts the connection. */
export const cut: Reply = (_response, _seen, socket) => {
  socket.destroy();
};

/** Never replies. */
export const hang: Reply = () => {};
