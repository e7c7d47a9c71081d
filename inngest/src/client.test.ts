import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Bell, Log, Signal } from '@tillgate/domain';
import type pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient, createPublisher } from './client.ts';

/** An Inngest server that takes connections and never answers. */
async function hangingServer() {
  let requests = 0;
  let open = 0;
  const server = createServer(() => {
    requests += 1;
  });
  server.on('connection', (socket) => {
    open += 1;
    socket.on('close', () => {
      open -= 1;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    counts: () => ({ requests, open }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const quiet: Log = { debug() {}, info() {}, warn() {}, error() {} };
const pool = { query: async () => ({ rows: [] }) } as unknown as pg.Pool;
let server: Awaited<ReturnType<typeof hangingServer>>;
afterEach(() => server.close());

async function hangingPublisher(sendTimeoutMs: number) {
  server = await hangingServer();
  const { baseUrl } = server;
  const client = createClient({ kind: 'server', baseUrl, eventKey: 'key', sendTimeoutMs }, quiet);
  return createPublisher(client, { pool, log: quiet });
}

const order = (n: number): Signal => ({ name: 'order.approved', id: `order:${n}`, data: { orderId: String(n) } });
const bell = (name: Bell): Signal => ({ name, id: `${name}:1`, data: {} });

describe('an Inngest server that hangs', () => {
  it('gets so many signals at once and no more, whatever is published', async () => {
    const { publish } = await hangingPublisher(600_000);
    await Promise.all(Array.from({ length: 500 }, (_, n) => publish([order(n)])));
    await expect.poll(() => server.counts().open).toBe(64);
    expect(server.counts().requests).toBe(64);
  });

  it('keeps no connection', async () => {
    const publisher = await hangingPublisher(20);
    await publisher.publish([order(1), bell('callbacks.waiting')]);
    await expect.poll(() => server.counts().requests).toBeGreaterThan(2);
    await expect.poll(() => server.counts().open).toBe(0);
    await publisher.close();
  });
});
