import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { signingSecretPlace } from '@tillgate/domain/sealing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chooseSeed, randomFrom } from './support/chaos.ts';
import { testMs } from './support/patience.ts';
import { createStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

/** TILLGATE_LONG_TESTS=1 queues 50,000 deliveries. */
const long = process.env.TILLGATE_LONG_TESTS === '1';
const eventCount = long ? 5_000 : 100;
const endpointCount = 10;
const kills = long ? 10 : 3;

let stack: Stack;
let server: Server;
/** How often each x-webhook-id arrived. */
const arrived = new Map<string, number>();
beforeAll(async () => {
  stack = await createStack();
  server = createServer((request, response) => {
    const id = String(request.headers['x-webhook-id']);
    arrived.set(id, (arrived.get(id) ?? 0) + 1);
    request.resume();
    // One endpoint is slower than the others, so that its queue is never empty while they are killed.
    setTimeout(() => response.writeHead(200).end(), request.url === '/0' ? 20 : 0);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await stack.close();
});

function sealedEndpoint(applicationId: string) {
  const owner = { id: uuidv7(), applicationId, environment: 'sandbox' as const };
  const place = signingSecretPlace({ ...owner, endpointId: owner.id });
  return { ...owner, sealedSecret: stack.ctx.seal('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', place) };
}

/**
 * Events with a delivery to each endpoint, straight into the tables. A third of them stand in no queue, as retries
 * whose run was lost: the sweep has to find those. Returns the ids of the deliveries.
 */
async function queueAll(applicationId: string): Promise<string[]> {
  const { prisma, pool } = stack.ctx.db;
  const now = new Date();
  await prisma.webhookEndpoint.createMany({
    data: Array.from({ length: endpointCount }, (_, n) => ({
      ...sealedEndpoint(applicationId),
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${n}`,
      createdAt: now,
    })),
  });
  const { rows } = await pool.query<{ id: string }>(
    `WITH told AS (
      INSERT INTO webhook_events (id, application_id, environment, type, subject_id, body, created_at)
      SELECT gen_random_uuid(), $1, 'sandbox', 'payment.success', gen_random_uuid(), '{}', $2 FROM generate_series(1, $3::int)
      RETURNING id),
    numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM told)
    INSERT INTO webhook_deliveries (id, endpoint_id, event_id, next_attempt_at, parked_at, created_at)
    SELECT gen_random_uuid(), e.id, numbered.id, $2, CASE WHEN n % 3 > 0 THEN $2 END, $2 FROM numbered, webhook_endpoints e
    RETURNING id`,
    [applicationId, now, eventCount],
  );
  return rows.map(({ id }) => id);
}

/** What twenty seconds do: the claims of the worker that was killed lapse. No other one runs. */
async function claimsLapse(): Promise<void> {
  // PostgreSQL finishes what the worker had asked for when it was killed.
  await until('the statements of the worker have ended', async () => {
    const { rows } = await stack.ctx.db.pool.query(
      `SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`,
    );
    return rows.length === 0 || undefined;
  });
  for (const table of ['webhook_lanes', 'webhook_deliveries']) {
    await stack.ctx.db.pool.query(`UPDATE ${table} SET claimed_until = now() WHERE claimed_until > now()`);
  }
}

it('queued deliveries survive kill -9 of the worker: each is made at least once, and none that was not queued', {
  timeout: long ? 1_200_000 : testMs,
}, async () => {
  const { applicationId } = await stack.merchant();
  const queued = await queueAll(applicationId);
  const random = randomFrom(chooseSeed());
  for (let n = 0; n < kills; n += 1) {
    const worker = await stack.startWorker();
    const before = arrived.size;
    const share = (queued.length / (kills + 3)) * 0.8;
    await until('some deliveries are made', () => arrived.size - before >= share || undefined);
    await pause(random() * 50);
    await worker.kill();
    await claimsLapse();
  }
  expect(arrived.size).toBeLessThan(queued.length);
  await stack.startWorker();
  const { prisma } = stack.ctx.db;
  const isDone = async () => (await prisma.webhookDelivery.count({ where: { status: 'due' } })) === 0 || undefined;
  await until('nothing is due any more', isDone, long ? 900_000 : testMs);
  const ids = new Set(queued);
  expect([...ids].filter((id) => !arrived.has(id))).toEqual([]);
  expect([...arrived.keys()].filter((id) => !ids.has(id))).toEqual([]);
  expect(await prisma.webhookDelivery.count({ where: { status: 'delivered' } })).toBe(queued.length);
  const repeats = [...arrived.values()].reduce((sum, times) => sum + times - 1, 0);
  console.log(`${queued.length} deliveries, ${kills} kills: every one made, ${repeats} made again`);
});
