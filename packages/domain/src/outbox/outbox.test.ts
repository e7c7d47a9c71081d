import { query, sql } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type WebhookWorld, webhookWorld } from '../deliveries/webhooks.fixture.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';
import { announce, freezeEvent } from './statements.ts';

let world: WebhookWorld;

beforeAll(async () => {
  world = await webhookWorld();
});
afterAll(() => world.close());

it('an event goes to every enabled endpoint of its tenant that wants it, and to no other', async () => {
  const tenant = await world.application();
  const other = await world.application();
  const wanting = [
    await world.endpoint(tenant),
    await world.endpoint(tenant, { events: ['payment.failed', 'payment.success'] }),
  ];
  await world.endpoint(tenant, { events: ['payment.failed'] });
  await world.endpoint(tenant, { status: 'disabled' });
  await world.endpoint({ ...tenant, environment: 'production' });
  await world.endpoint(other);
  const ids = await world.queue(tenant);
  const rows = await Promise.all(ids.map(world.delivery));
  expect(rows.map(({ endpointId }) => endpointId).sort()).toEqual(wanting.sort());
});

it('a delivery starts due, in the queue of its endpoint and with the body as it was rendered', async () => {
  const tenant = await world.application();
  const endpointId = await world.endpoint(tenant);
  const subjectId = uuidv7();
  const at = new Date('2026-03-01T10:00:00.000Z');
  const body = '{"type":"payment.failed","created":1,"data":{"n":"Wanjikũ"}}';
  expect(await announce(world.ctx.db.pool, { type: 'payment.failed', subjectId, ...tenant, body, at })).toBe(1);
  const [queued] = await world.ctx.db.prisma.webhookDelivery.findMany({ where: { endpointId } });
  expect(await world.delivery(queued?.id ?? '')).toMatchObject({
    event: { type: 'payment.failed', subjectId, body, ...tenant, createdAt: at },
    status: 'due',
    attemptCount: 0,
    nextAttemptAt: at,
    parkedAt: at,
    claimedUntil: null,
    createdAt: at,
    endedAt: null,
  });
});

it('an event reaches an endpoint once, however often and by however many it is queued', async () => {
  const tenant = await world.application();
  await world.endpoint(tenant);
  const subjectId = uuidv7();
  const queued = await Promise.all(Array.from({ length: 8 }, () => world.queue(tenant, subjectId)));
  expect(new Set(queued.flat()).size).toBe(1);
  const { now } = world.time;
  const again = { type: 'payment.success', subjectId, ...tenant, body: '{"other":true}', at: now };
  expect(await announce(world.ctx.db.pool, again)).toBe(0);
});

it('an event without endpoints is kept all the same', async () => {
  const tenant = await world.application();
  const subjectId = uuidv7();
  expect(await world.queue(tenant, subjectId)).toEqual([]);
  expect(await world.ctx.db.prisma.webhookEvent.findMany({ where: { subjectId } })).toMatchObject([
    { ...tenant, type: 'payment.success', test: false, createdAt: world.time.now },
  ]);
});

it('queued in a transaction that rolls back, nothing is left', async () => {
  const tenant = await world.application();
  await world.endpoint(tenant);
  const subjectId = uuidv7();
  const client = await world.ctx.db.pool.connect();
  await client.query('BEGIN');
  const { now } = world.time;
  const event = { type: 'payment.success', subjectId, ...tenant, body: '{}', at: now };
  expect(await announce(client, event)).toBe(1);
  await client.query('ROLLBACK');
  client.release();
  expect(await world.ctx.db.prisma.webhookDelivery.count({ where: { event: { subjectId } } })).toBe(0);
  expect(await world.ctx.db.prisma.webhookEvent.count({ where: { subjectId } })).toBe(0);
});

it('as part of the statement that makes the event, it queues only when the event was made', async () => {
  const tenant = await world.application();
  const endpointId = await world.endpoint(tenant);
  const settleAndQueue = (failingSince: Date | null) =>
    query<{ id: string }>(
      world.ctx.db.pool,
      'test_settle_and_queue',
      sql`
        WITH settled AS (
          UPDATE webhook_endpoints SET failing_since = ${failingSince} WHERE id = ${endpointId} AND failing_since IS NULL
          RETURNING id, application_id, environment),
        ${freezeEvent(sql`settled`, { type: 'payment.success', body: '{}' }, world.time.now)}
        SELECT id FROM queued`,
    );
  expect(await settleAndQueue(world.time.now)).toHaveLength(1);
  expect(await settleAndQueue(world.time.now)).toEqual([]);
});

it('the workers are told that deliveries wait, and a queue that fails is not the caller’s problem', async () => {
  await signalWaiting(world.ctx, 'deliveries.waiting');
  expect(world.published).toMatchObject([{ name: 'deliveries.waiting', data: {} }]);
  const broken = { ...world.ctx, publish: () => Promise.reject(new Error('queue is down')) };
  await signalWaiting(broken, 'deliveries.waiting');
  expect(world.logged).toMatchObject([{ level: 'warn' }]);
});
