import { query, sql } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WebhookWorld, webhookWorld } from '../deliveries/webhooks.fixture.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';
import { allEventTypes, eventTypes, extraEventTypes } from './event.ts';
import { announce, freezeEvent, freezeEvents } from './statements.ts';

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

describe('an endpoint gets', () => {
  const listed: [string, string[], readonly string[]][] = [
    ['the six of the contract, and no extra type, when it names none, as before there were any', [], eventTypes],
    ['an extra type that it names, and nothing else', ['link.paid'], ['link.paid']],
    [
      'types of both kinds that it names',
      ['payment.success', 'link.paid', 'link.ended'],
      ['payment.success', 'link.paid', 'link.ended'],
    ],
    ['the six when it names them, and no extra type', [...eventTypes], eventTypes],
    ['everything that there is when it names everything', [...allEventTypes], allEventTypes],
  ];

  it.each(listed)('%s', async (_, events, expected) => {
    const tenant = await world.application();
    const endpointId = await world.endpoint(tenant, { events });
    const { now: at } = world.time;
    for (const type of [...allEventTypes, 'of.a.later.version']) {
      await announce(world.ctx.db.pool, { type, subjectId: uuidv7(), ...tenant, body: '{}', at });
    }
    const rows = await world.ctx.db.prisma.webhookDelivery.findMany({
      where: { endpointId },
      include: { event: true },
    });
    expect(rows.map(({ event }) => event.type).sort()).toEqual([...expected].sort());
  });

  it('no extra type while it is disabled, whatever it names', async () => {
    const tenant = await world.application();
    await world.endpoint(tenant, { status: 'disabled', events: [...extraEventTypes] });
    await world.endpoint(tenant, { status: 'disabled', deletedAt: world.time.now, events: [...extraEventTypes] });
    const event = { type: 'link.paid', subjectId: uuidv7(), ...tenant, body: '{}', at: world.time.now };
    expect(await announce(world.ctx.db.pool, event)).toBe(0);
  });

  it('the same when a statement freezes events of several rows', async () => {
    const tenant = await world.application();
    const plain = await world.endpoint(tenant);
    const naming = await world.endpoint(tenant, { events: ['link.ended'] });
    const from = sql`
      (SELECT gen_random_uuid() AS id, ${tenant.applicationId}::uuid AS application_id, 'sandbox'::"Environment" AS environment,
        type, '{}' AS body FROM unnest(${['payment.success', 'link.ended']}::text[]) AS type)`;
    const statement = sql`WITH ${freezeEvents(from, world.time.now)} SELECT id FROM queued`;
    expect(await query(world.ctx.db.pool, 'test_freeze_several', statement)).toHaveLength(2);
    const rows = await world.ctx.db.prisma.webhookDelivery.findMany({
      where: { event: { applicationId: tenant.applicationId } },
      include: { event: true },
    });
    expect(Object.fromEntries(rows.map(({ endpointId, event }) => [endpointId, event.type]))).toEqual({
      [plain]: 'payment.success',
      [naming]: 'link.ended',
    });
  });
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
