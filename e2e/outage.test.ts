import { type Cable, startCable } from '@tillgate/db/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { call } from './support/client.ts';
import { viewProvider } from './support/provider-view.ts';
import { createStack, type Stack } from './support/stack.ts';

let stack: Stack;
let cable: Cable;
beforeAll(async () => {
  stack = await createStack({ simulator: { delayMs: 100, slowAckMs: 1_500 } });
  cable = await startCable(stack.test.urlAs('api'));
});
afterEach(() => stack.killAll());
afterAll(async () => {
  await stack.close();
  cable.close();
});

it('an answer of the provider that comes while the database is unavailable is kept until it is back', async () => {
  const merchant = await stack.merchant();
  const { key } = merchant.key();
  await stack.startApi({ DATABASE_URL: cable.url });
  await stack.startWorker();
  const magic = (await (await fetch(`${stack.provider}/admin/magic`)).json()) as {
    scenarios: { slug: string; phone: string }[];
  };
  const phone = magic.scenarios.find(({ slug }) => slug === 'slow-ack')?.phone;
  const collecting = call(`${stack.baseUrl}/collect`, key, {
    method: 'POST',
    body: { amount: 10, phone },
    idempotencyKey: 'outage',
  });
  const prompts = async () =>
    ((await (await fetch(`${stack.provider}/admin/requests`)).json()) as { counts: Record<string, number> }).counts[
      'POST /mpesa/stkpush/v1/processrequest'
    ] ?? 0;
  await expect.poll(prompts).toBe(1);
  cable.cut();
  // The acknowledgement has come when the prompt is answered: from then on only the database is missing.
  await expect.poll(() => stack.lines.some((line) => line.includes('The database is unavailable.'))).toBe(true);
  cable.mend();
  const answer = await collecting;
  expect(answer.status).toBe(202);
  const again = await call(`${stack.baseUrl}/collect`, key, {
    method: 'POST',
    body: { amount: 10, phone },
    idempotencyKey: 'outage',
  });
  expect(again).toEqual(answer);
  expect(await prompts()).toBe(1);
  await expect
    .poll(async () => (await call(`${stack.baseUrl}/status/${answer.body.paymentId}`, key)).body.status)
    .toBe('success');
});

it('offline payments that come while the database is unavailable are taken, in order and once, over kill -9 too', async () => {
  const merchant = await stack.merchant();
  const api = await stack.startApi({ DATABASE_URL: cable.url });
  await stack.startWorker();
  const { confirmationUrl, shortcode } = (
    await call(`${stack.baseUrl}/c2b-register`, merchant.key().key, { method: 'POST', body: {} })
  ).body;
  const receipts = Array.from({ length: 6 }, (_one, index) => `TKS000000${index}`);
  const post = async (TransID: string) => {
    const body = { TransID, TransAmount: '10.00', BusinessShortCode: shortcode, OrgAccountBalance: '1.00', MSISDN: '' };
    const response = await fetch(String(confirmationUrl), { method: 'POST', body: JSON.stringify(body) });
    await response.body?.cancel();
    return response.status;
  };
  cable.cut();
  for (const receipt of receipts.slice(0, 3)) expect(await post(receipt)).toBe(200);
  await api.kill();
  await stack.startApi({ DATABASE_URL: cable.url });
  // The provider repeats one of them: it stays one.
  for (const receipt of [...receipts.slice(3), receipts[0] ?? '']) expect(await post(receipt)).toBe(200);
  cable.mend();
  const { payment, providerCallback, c2bRegistration } = stack.ctx.db.prisma;
  const own = { applicationId: merchant.applicationId };
  await expect.poll(() => payment.count({ where: own })).toBe(receipts.length);
  const { id: subjectId } = await c2bRegistration.findFirstOrThrow({ where: own });
  const rows = await providerCallback.findMany({ where: { subjectId }, orderBy: { id: 'asc' } });
  expect(rows.map(({ body }) => JSON.parse(Buffer.from(body).toString()).TransID)).toEqual(receipts);
  const times = rows.map(({ receivedAt }) => receivedAt.getTime());
  expect(times).toEqual([...times].sort((one, other) => one - other));
});

it('a database host that vanishes without closing a connection: callbacks are kept, and all goes on with the next host', async () => {
  const merchant = await stack.merchant();
  const { key } = merchant.key();
  const workerCable = await startCable(stack.test.urlAs('worker'));
  await stack.startApi({ DATABASE_URL: cable.url });
  const worker = await stack.startWorker({ DATABASE_URL: workerCable.url });
  const { confirmationUrl, shortcode } = (
    await call(`${stack.baseUrl}/c2b-register`, key, { method: 'POST', body: {} })
  ).body;
  for (const each of [cable, workerCable]) each.silence();
  const request = {
    method: 'POST',
    body: { amount: 10, phone: '254712000001', accountReference: 'VANISHED' },
    idempotencyKey: 'vanished',
  } as const;
  const collecting = call(`${stack.baseUrl}/collect`, key, request);
  const offline = { TransID: 'TKV0000001', TransAmount: '10.00', BusinessShortCode: shortcode, MSISDN: '' };
  const posted = await fetch(String(confirmationUrl), { method: 'POST', body: JSON.stringify(offline) });
  expect(posted.status).toBe(200);
  const refused = await collecting;
  expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  // Whoever runs the worker starts it again.
  expect(await worker.ended()).toBe(1);
  for (const each of [cable, workerCable]) each.mend();
  await stack.startWorker({ DATABASE_URL: workerCable.url });
  await expect.poll(async () => (await call(`${stack.baseUrl}/collect`, key, request)).status).toBe(202);
  expect(await viewProvider(stack.provider).prompts('VANISHED')).toHaveLength(1);
  const { payment } = stack.ctx.db.prisma;
  const settled = { applicationId: merchant.applicationId, status: 'success' } as const;
  await expect.poll(() => payment.count({ where: settled })).toBe(2);
  await stack.killAll();
  workerCable.close();
});

it('a worker that finds no database at its start says so in its log, and ends to be started again', async () => {
  const before = stack.lines.length;
  const worker = await stack.startWorker({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' });
  expect(await worker.ended()).toBe(1);
  await expect
    .poll(() => stack.lines.slice(before).filter((line) => line.includes('"level":60')))
    .toEqual([expect.stringContaining('The worker ends, to be started again.')]);
  expect(stack.lines.slice(before).filter((line) => !line.startsWith('{'))).toEqual([]);
});

it('requests that find all connections taken wait for one, the process stays up, and no prompt is sent twice', async () => {
  const { key } = (await stack.merchant()).key();
  const api = await stack.startApi({ DATABASE_POOL_MAX: '2' });
  await stack.startWorker();
  const { pool } = stack.test.database;
  const holder = await pool.connect();
  // Whoever wants to write a payment waits, and keeps its connection.
  await holder.query('BEGIN; LOCK TABLE payments IN EXCLUSIVE MODE');
  const collect = (n: number) =>
    call(`${stack.baseUrl}/collect`, key, {
      method: 'POST',
      body: { amount: 10 + n, phone: `2547120000${10 + n}`, accountReference: `FULL${n}` },
      idempotencyKey: `full-${n}`,
    });
  const orders = Array.from({ length: 12 }, (_, n) => n);
  const asked = orders.map(collect);
  const waiting = async () => {
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE application_name = 'tillgate-api' AND wait_event_type = 'Lock' AND datname = current_database()`,
    );
    return rows[0]?.count;
  };
  await expect.poll(waiting).toBe(2);
  const provider = viewProvider(stack.provider);
  expect((await fetch(`http://127.0.0.1:${api.port}/healthz`)).status).toBe(200);
  await holder.query('COMMIT');
  holder.release();
  for (const { status } of await Promise.all(asked)) expect([202, 409, 503]).toContain(status);
  for (const n of orders) {
    await expect.poll(async () => (await collect(n)).status).toBe(202);
    await expect.poll(async () => (await provider.prompts(`FULL${n}`)).length).toBe(1);
  }
});

it('an API that stands still while its claims lapse sends no prompt twice, and each prompt has its payment', async () => {
  const merchant = await stack.merchant();
  const { key } = merchant.key();
  const provider = viewProvider(stack.provider);
  const references = Array.from({ length: 40 }, (_, n) => `STILL${n}`);
  const collect = (accountReference: string, n: number) =>
    call(`${stack.baseUrl}/collect`, key, {
      method: 'POST',
      body: { amount: 10, phone: `2547120001${10 + n}`, accountReference },
      idempotencyKey: accountReference,
    });
  const sent = async () =>
    (await provider.allPrompts())
      .map(({ accountReference }) => accountReference)
      .filter((each) => references.includes(each));
  await stack.startWorker();
  const still = await stack.startApi();
  const asked = references.map(collect);
  await expect.poll(async () => (await sent()).length).toBeGreaterThan(0);
  process.kill(still.pid, 'SIGSTOP');
  await stack.test.database.pool.query(
    `UPDATE idempotency_records SET lease_until = now() - interval '1 minute' WHERE id IN (
      SELECT id FROM idempotency_records WHERE state = 'in_flight' FOR UPDATE SKIP LOCKED)`,
  );
  await stack.startApi();
  for (const { status } of await Promise.all(references.map(collect))) expect([202, 409, 502, 503]).toContain(status);
  process.kill(still.pid, 'SIGCONT');
  for (const { status } of await Promise.all(asked)) expect([202, 409, 502, 503]).toContain(status);
  const { payment } = stack.ctx.db.prisma;
  const where = { applicationId: merchant.applicationId, status: 'success' } as const;
  const paid = async () => (await payment.findMany({ where })).map(({ accountRef }) => accountRef).sort();
  // Keys that were claimed and not sent stay without a prompt. What was sent is one payment for each key.
  await expect
    .poll(async () => [await paid(), new Set(await sent()).size])
    .toEqual([(await sent()).sort(), (await sent()).length]);
});
