import { request } from 'node:http';
import { writeMails } from '@tillgate/domain/mails';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectUntilAnswered } from './support/client.ts';
import { type InngestServer, lackingForInngest, startInngestServer } from './support/inngest-server.ts';
import { type MerchantHook, startMerchantHook } from './support/merchant-hook.ts';
import type { Program } from './support/program.ts';
import { createStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

const lacking = lackingForInngest();
if (lacking) process.stderr.write(`SKIPPED: the tests with a real Inngest server. ${lacking}\n`);

let server: InngestServer;
let stack: Stack;
let hook: MerchantHook;
let workers: [Program, Program];
let serial = 0;

type Readiness = { status: string; engine: string; reason?: string };

async function readiness({ port }: Program): Promise<Readiness & { code: number }> {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`);
  return { code: response.status, ...((await response.json()) as Readiness) };
}

const ready = (program: Program) =>
  until('the worker is ready', async () => ((await readiness(program)).code === 200 ? true : undefined));

/** Writes emails, which nothing but a function of the server sends, and waits until each is sent. */
async function mail(count: number): Promise<void> {
  serial += 1;
  const subject = `batch ${serial}`;
  const mails = Array.from({ length: count }, (_, n) => ({ to: `${n}@shop.example`, subject, text: 'Habari\n' }));
  await writeMails(stack.ctx.db.prisma, mails, new Date());
  await until(`${count} mails of ${subject} are sent`, async () => {
    const sent = await stack.ctx.db.prisma.mail.count({ where: { subject, status: 'sent' } });
    return sent === count ? true : undefined;
  });
}

/** Emails that a worker has written about in its log. */
const mailsBy = ({ pid }: Program) =>
  stack.lines.filter((line) => line.includes(`"pid":${pid},`) && line.includes('"subject":"batch')).length;

/** The server stores the name of its own machine. */
const wantedUrl = () => `${server.env.INNGEST_SERVE_ORIGIN}/api/inngest`.replace('127.0.0.1', 'localhost');
const addresses = async () => [...new Set((await server.functions()).map(({ url }) => url.split('?')[0]))];

describe.skipIf(lacking).sequential('two workers on a real Inngest server', () => {
  beforeAll(async () => {
    server = await startInngestServer();
    stack = await createStack({ simulator: { delayMs: 50 }, env: server.env, repeatHooks: true });
    hook = await startMerchantHook();
    workers = [await stack.startWorker(), await stack.startWorker()];
    await server.balance([workers[0].port, workers[1].port]);
    await stack.startApi();
  });
  afterAll(async () => {
    await stack.close();
    await server.close();
    await hook.close();
  });

  it('register their functions at the balancer by themselves, and are ready then', async () => {
    await Promise.all(workers.map(ready));
    expect(await readiness(workers[0])).toEqual({ code: 200, status: 'ok', engine: 'inngest' });
    expect(await addresses()).toEqual([wantedUrl()]);
    expect((await server.functions()).length).toBe(12);
  });

  it('settle a payment and send its webhook', async () => {
    const merchant = await stack.merchant();
    await stack.endpoint(merchant, hook.url);
    const body = { amount: 100, phone: '254712345678', accountReference: 'INNGEST' };
    expect((await collectUntilAnswered(stack.baseUrl, merchant.key().key, body, 'one')).status).toBe(202);
    await until('the webhook', () => hook.received[0]);
  });

  it('share the work, and the second does all of it when the first is killed', async () => {
    await mail(60);
    expect(workers.map(mailsBy).every((count) => count > 0)).toBe(true);
    await workers[0].kill();
    await mail(60);
  });

  it('cannot be pointed elsewhere by a request without a signature', async () => {
    const [, worker] = workers;
    const evil = '127.0.0.1:9';
    const forgeries: Record<string, string>[] = [
      {},
      { 'x-forwarded-host': evil },
      { 'x-inngest-sync-kind': 'in_band' },
    ];
    for (const headers of forgeries) expect(await putAs(evil, worker.port, headers)).toBe(401);
    expect(await addresses()).toEqual([wantedUrl()]);
    await mail(3);
    const { INNGEST_SERVE_ORIGIN: _, ...without } = server.env;
    await expect(stack.startWorker({ ...without, INNGEST_SERVE_ORIGIN: '' })).rejects.toThrow(
      'INNGEST_SERVE_ORIGIN: is needed by INNGEST_BASE_URL',
    );
  });

  it('hand over what an API without INNGEST_* wrote into the mailbox', async () => {
    const id = 'from-the-mailbox';
    await stack.test.database.pool.query(
      `INSERT INTO engine_events (id, name, data, ts) VALUES ($1, 'mail.due', '{"mailId":"01980000-0000-7000-8000-000000000000"}', $2),
        ('a-wake-up', 'callbacks.waiting', '{}', $2)`,
      [id, Date.now()],
    );
    await until('the mailbox is empty', async () => {
      const { rows } = await stack.test.database.pool.query('SELECT 1 FROM engine_events');
      return rows.length === 0 ? true : undefined;
    });
    await until('the server has the signal', async () => ((await server.hasEvent(id)) ? true : undefined));
    expect(await server.hasEvent('a-wake-up')).toBe(false);
  });

  it('say that the server is away, and register again when it comes back without its memory', async () => {
    const [, worker] = workers;
    await server.halt();
    const away = await until('the worker is not ready', async () => {
      const found = await readiness(worker);
      return found.code === 503 ? found : undefined;
    });
    expect(away.reason).toMatch(/^The Inngest server cannot be reached: .*ECONNREFUSED/);
    expect((await fetch(`http://127.0.0.1:${worker.port}/healthz`)).status).toBe(200);
    await server.resumeEmpty();
    await ready(worker);
    expect(await addresses()).toEqual([wantedUrl()]);
    await mail(3);
  });

  it('go on while old rows of the server are deleted', async () => {
    await server.prune();
    await mail(3);
  });

  it.each(['INNGEST_SIGNING_KEY', 'INNGEST_EVENT_KEY'])('do not start with a wrong %s, and say so', async (name) => {
    await expect(stack.startWorker({ [name]: 'ab'.repeat(32) })).rejects.toThrow(`${name}: The Inngest server refuses`);
  });
});

/** An unsigned registration with a `Host` of somebody else's. `fetch` would not send it. */
async function putAs(forgedHost: string, port: number, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, method: 'PUT', path: '/api/inngest', headers: { ...headers, host: forgedHost } },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    sent.on('error', reject).end('{}');
  });
}
