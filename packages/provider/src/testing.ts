import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Clock, Log, ProviderAccount, TokenStore } from '@tillgate/domain';
import { createProvider, type ProviderOptions } from './index.ts';

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

/** The first token of the fake in {@link startProvider}. Later tokens end with a number. */
export const accessToken = 'access-token-of-a-test';

/** Starts a provider adapter and a fake that issues tokens and otherwise replies with what `route` returns. */
export async function startProvider(route: (seen: SeenRequest) => Reply, options: Partial<ProviderOptions> = {}) {
  let tokens = 0;
  const fake = await startFakeProvider((seen) => {
    if (!seen.path.includes('/oauth/')) return route(seen);
    tokens += 1;
    return json(200, { access_token: tokens === 1 ? accessToken : `${accessToken}-${tokens}`, expires_in: 3599 });
  });
  const log = recordingLog();
  const provider = createProvider({
    sandboxUrl: fake.url,
    productionUrl: `${fake.url}/production/`,
    timeoutMs: 5_000,
    clock: movableClock(new Date('2026-03-01T21:30:05Z')),
    log,
    tokens: new MemoryTokenStore(),
    ...options,
  });
  const close = async () => {
    await provider.close();
    await fake.close();
  };
  const calls = () => fake.seen.filter(({ path }) => /\/(mpesa|pulltransactions)\//.test(path));
  return { provider, fake, log, close, calls };
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

export const paybill: ProviderAccount = {
  environment: 'sandbox',
  product: 'paybill',
  shortcode: '600123',
  tillNumber: null,
  consumerKey: 'consumer-key-of-a-test',
  consumerSecret: 'consumer-secret-of-a-test',
  passkey: 'passkey-of-a-test',
  initiator: { name: 'initiator-of-a-test', password: 'password-of-a-test' },
  c2bVersion: null,
};

export const till: ProviderAccount = { ...paybill, product: 'till', shortcode: '600456', tillNumber: '5123456' };

export const request = {
  amount: 250,
  phone: '254712345678',
  accountRef: 'INV-001',
  description: 'Two bags of maize',
  callbackUrl: 'https://pay.example.com/functions/v1/hook/0a1b2c',
  sendBefore: new Date('2099-01-01T00:00:00Z'),
};
