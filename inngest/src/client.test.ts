import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Log, Publish, Signal, WakeUp } from '@tillgate/domain';
import type pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient, createPublisher } from './client.ts';

/**
 * An Inngest server that takes connections and answers as it is told, at first never. It counts connections that carry
 * a signal of this test: the pool of `fetch` keeps idle ones for a while, and anyone may connect to a port.
 */
async function fakeServer() {
  const eventKey = randomUUID();
  const open = new Map<Socket, string>();
  let requests = 0;
  let openMax = 0;
  const orders = new Set<string>();
  let answer: ((response: ServerResponse) => void) | undefined;
  const server = createServer(async (request, response) => {
    if (request.url !== `/e/${eventKey}`) return response.writeHead(404).end();
    requests += 1;
    const { socket } = request;
    if (!open.has(socket)) socket.on('close', () => open.delete(socket));
    open.set(socket, 'the body has not come');
    openMax = Math.max(open.size, openMax);
    const body = await text(request).catch(() => '');
    if (open.has(socket)) open.set(socket, body);
    for (const [, orderId] of body.matchAll(/"orderId":"(\d+)"/g)) orders.add(orderId ?? '');
    return answer?.(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    eventKey,
    baseUrl: `http://127.0.0.1:${port}`,
    counts: () => ({ requests, openMax }),
    /** What each open connection has brought. */
    open: () => [...open.values()],
    orders: () => [...orders],
    answers(next: (response: ServerResponse) => void) {
      answer = next;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const takes = (response: ServerResponse) => response.end(JSON.stringify({ ids: ['1'], status: 200 }));
const refuses = (response: ServerResponse) => response.writeHead(401).end(JSON.stringify({ ids: [], status: 401 }));
const pool = { query: async () => ({ rows: [] }) } as unknown as pg.Pool;
let server: Awaited<ReturnType<typeof fakeServer>>;
afterEach(() => server.close());

async function publisher(sendTimeoutMs: number, now?: () => number) {
  server = await fakeServer();
  const { baseUrl, eventKey } = server;
  const lines: string[] = [];
  const reasons: unknown[] = [];
  const record = (level: string) => (fields: object, message: string) => {
    lines.push(`${level}: ${message}`);
    reasons.push('err' in fields ? fields.err : undefined);
  };
  const log: Log = { debug() {}, info: record('info'), warn: record('warn'), error: record('error') };
  const client = createClient({ kind: 'server', baseUrl, eventKey, sendTimeoutMs, now }, log);
  return { ...createPublisher(client, { pool, log }), lines, reasons };
}

const order = (n: number): Signal => ({ name: 'order.approved', id: `order:${n}`, data: { orderId: String(n) } });
/** As many signals at once as failed ones open the circuit. */
const severalOrders = (publish: Publish) =>
  Promise.all(Array.from({ length: 5 }, (_, n) => publish([order(1_000 + n)])));
const wakeUp = (name: WakeUp): Signal => ({ name, id: `${name}:1`, data: {} });

describe('an Inngest server that hangs', () => {
  it('gets so many signals at once and no more, whatever is published, and that is said once', async () => {
    const { publish, lines } = await publisher(600_000);
    await Promise.all(Array.from({ length: 500 }, (_, n) => publish([order(n)])));
    await expect.poll(() => server.open().length).toBe(64);
    expect(server.counts().requests).toBe(64);
    expect(lines).toEqual(['warn: The queue takes no signals at present. The sweeps publish them again.']);
  });

  it('keeps no connection, is called no more, and that is said once', async () => {
    const { publish, close, lines } = await publisher(20);
    await publish([wakeUp('callbacks.waiting')]);
    await severalOrders(publish);
    await expect.poll(() => lines.length).toBe(1);
    const { requests } = server.counts();
    for (let n = 0; n < 200; n += 1) await publish([order(n)]);
    await expect.poll(() => server.open()).toEqual([]);
    // On a machine that stalls, the circuit may have tried again meanwhile.
    expect(server.counts().requests).toBeLessThan(requests + 10);
    expect(server.counts().openMax).toBeLessThan(10);
    await close();
    expect(lines).toEqual([expect.stringMatching(/^warn: The Inngest server takes no signals\./)]);
  });

  it('gets signals again when it answers again, and that is said once', async () => {
    let passedMs = 0;
    const { publish, close, lines } = await publisher(500, () => Date.now() + passedMs);
    await severalOrders(publish);
    await expect.poll(() => lines.length).toBe(1);
    server.answers(takes);
    passedMs = 5_000;
    await expect
      .poll(async () => {
        await publish([order(2)]);
        return lines.length;
      })
      .toBe(2);
    const published = Array.from({ length: 10 }, (_, n) => String(100 + n));
    for (const orderId of published) await publish([order(Number(orderId))]);
    await close();
    expect(server.orders()).toEqual(expect.arrayContaining(published));
    expect(lines[1]).toBe('info: The Inngest server takes signals again.');
  });
});

it('an Inngest server that refuses the event key is called no more, and the log names the variable', async () => {
  const { publish, close, lines, reasons } = await publisher(60_000);
  server.answers(refuses);
  await severalOrders(publish);
  await expect.poll(() => lines.length).toBe(1);
  await close();
  expect(String(reasons[0])).toContain('INNGEST_EVENT_KEY');
  expect(lines).toHaveLength(1);
});
