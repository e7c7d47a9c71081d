import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteEndpoint, disableEndpoint } from '../deliveries/index.ts';
import { type EndpointWorld, endpointWorld } from '../endpoints/endpoints.fixture.ts';
import type { EventType } from '../outbox/index.ts';
import { getRecovery, listRecoveries } from '../reading/recoveries/index.ts';
import { cancelRecovery } from './cancel-recovery.ts';
import { recoverFailed } from './recover-failed.ts';
import { batchMax } from './recovery.ts';
import { replayMissing } from './replay-missing.ts';
import * as recoveries from './statements.ts';
import { sweepRecoveries } from './sweep-recoveries.ts';
import { workRecovery } from './work-recovery.ts';

let world: EndpointWorld;
beforeAll(async () => {
  world = await endpointWorld();
});
afterAll(() => world.close());

const day = 86_400;

/** Works at a recovery until it ends. Returns what each batch queued. */
async function finish(recoveryId: string): Promise<number[]> {
  const queued: number[] = [];
  for (;;) {
    const batch = await workRecovery(world.worker, { recoveryId });
    queued.push(batch.queued);
    if (batch.ended) return queued;
  }
}

/** Ids of an endpoint's deliveries that are in its queue now. */
async function queuedIds(endpointId: string): Promise<string[]> {
  const now = world.ctx.clock.now();
  const rows = await world.prisma.webhookDelivery.findMany({
    where: { endpointId, status: 'due', nextAttemptAt: now, parkedAt: now, endedAt: null },
  });
  return rows.map(({ id }) => id).sort();
}

/** Many deliveries or events, one millisecond apart, the last one a second ago. */
const bulk = {
  async failed(endpointId: string, count: number) {
    const { applicationId, environment } = await world.endpointRow(endpointId);
    const { id: eventId } = await world.event({ applicationId, environment });
    await world.prisma.$executeRaw`
      INSERT INTO webhook_deliveries (id, endpoint_id, event_id, copy, status, attempt_count, created_at, ended_at)
      SELECT gen_random_uuid(), ${endpointId}::uuid, ${eventId}::uuid, n, 'exhausted', 13, at, at
      FROM (SELECT n, ${world.ago(1)}::timestamptz - n * interval '1 millisecond' AS at FROM generate_series(1, ${count}::int) n) made`;
  },
  async events(applicationId: string, count: number) {
    await world.prisma.$executeRaw`
      INSERT INTO webhook_events (id, application_id, environment, type, subject_id, body, created_at)
      SELECT gen_random_uuid(), ${applicationId}::uuid, 'sandbox', 'payment.success', gen_random_uuid(), '{}',
        ${world.ago(1)}::timestamptz - n * interval '1 millisecond'
      FROM generate_series(1, ${count}::int) n`;
  },
};

describe.each([
  ['recoverFailed', recoverFailed, 'failed'],
  ['replayMissing', replayMissing, 'missing'],
] as const)('%s', (_, verb, kind) => {
  it('writes down who asked for what, and has it worked at', async () => {
    const { tenant, endpointId } = await world.shop();
    const [since, until] = [world.ago(7200), world.ago(3600)];
    const started = await verb(world.ctx, { endpointId, ...tenant, since, until });
    expect(started).toEqual({ recoveryId: expect.any(String), started: true, since, until });
    const { recoveryId } = started;
    expect(await getRecovery(world.ctx, { recoveryId, ...tenant })).toEqual({
      recoveryId,
      endpointId,
      ...tenant,
      kind,
      status: 'running',
      since,
      until,
      queuedCount: 0,
      progress: 0,
      requestedBy: 'operator',
      createdAt: world.ctx.clock.now(),
      endedAt: null,
    });
    expect(world.ctx.events.at(-1)).toMatchObject({ name: 'recovery.due', data: { recoveryId } });
    expect(await world.actions(recoveryId)).toEqual(['recovery.started']);
  });

  it('pressed twice, or by two at once, is once while it runs', async () => {
    const { endpointId } = await world.shop();
    const since = world.ago(3600);
    const answers = await Promise.all([1, 2, 3].map(() => verb(world.ctx, { endpointId, since })));
    const [{ recoveryId } = { recoveryId: '' }] = answers;
    expect(new Set(answers.map((answer) => answer.recoveryId)).size).toBe(1);
    expect(answers.filter(({ started }) => started)).toHaveLength(1);
    world.ctx.clock.advance(60);
    const running = { recoveryId, started: false, since };
    expect(await verb(world.ctx, { endpointId, since: world.ago(day) })).toMatchObject(running);
    await finish(recoveryId);
    expect(await verb(world.ctx, { endpointId, since })).toMatchObject({ started: true });
  });

  it('works at 1,200 rows in three batches, each one commit, and ends with its count in the audit', async () => {
    const { tenant, endpointId } = await world.shop();
    await (kind === 'failed' ? bulk.failed(endpointId, 1200) : bulk.events(tenant.applicationId, 1200));
    const { recoveryId } = await verb(world.ctx, { endpointId, since: world.ago(3600) });
    expect(await workRecovery(world.worker, { recoveryId })).toEqual({ ended: false, queued: batchMax });
    const halfway = await getRecovery(world.ctx, { recoveryId });
    expect(halfway).toMatchObject({ status: 'running', queuedCount: batchMax });
    expect(halfway.progress).toBeGreaterThan(0.99);
    expect(await finish(recoveryId)).toEqual([batchMax, 200]);
    expect(await queuedIds(endpointId)).toHaveLength(1200);
    expect(await getRecovery(world.ctx, { recoveryId })).toMatchObject({
      status: 'completed',
      queuedCount: 1200,
      progress: 1,
      endedAt: world.ctx.clock.now(),
    });
    const audit = await world.prisma.auditEntry.findFirst({
      where: { subjectId: recoveryId, action: 'recovery.completed' },
    });
    expect(audit).toMatchObject({
      actor: 'system',
      applicationId: tenant.applicationId,
      detail: { endpointId, kind, queuedCount: 1200 },
    });
    expect(world.wakeUps()).toBeGreaterThan(0);
  });

  it('of several workers at once one works and the others do nothing, and none queues a delivery twice', async () => {
    const { tenant, endpointId } = await world.shop();
    await (kind === 'failed' ? bulk.failed(endpointId, 1200) : bulk.events(tenant.applicationId, 1200));
    const { recoveryId } = await verb(world.ctx, { endpointId, since: world.ago(3600) });
    let queued = 0;
    for (let ended = false; !ended; ) {
      const batches = await Promise.all([1, 2, 3, 4].map(() => workRecovery(world.worker, { recoveryId })));
      queued += batches.reduce((sum, batch) => sum + batch.queued, 0);
      ended = batches.some((batch) => batch.ended);
      for (const batch of batches) if (batch.held) expect(batch).toEqual({ ended: false, queued: 0, held: true });
    }
    expect(queued).toBe(1200);
    expect(await queuedIds(endpointId)).toHaveLength(1200);
    expect(await world.prisma.webhookDelivery.count({ where: { endpointId } })).toBe(1200);
    expect((await getRecovery(world.ctx, { recoveryId })).queuedCount).toBe(1200);
  });

  it('a batch that dies before its commit is as if it had not been, and one that dies after it is not repeated', async () => {
    const { tenant, endpointId } = await world.shop();
    await (kind === 'failed' ? bulk.failed(endpointId, 700) : bulk.events(tenant.applicationId, 700));
    const { recoveryId } = await verb(world.ctx, { endpointId, since: world.ago(3600) });
    const batch = { recoveryId, limit: batchMax, now: world.ctx.clock.now(), auditId: uuidv7() };
    const work = kind === 'failed' ? recoveries.resendBatch : recoveries.replayBatch;
    const dying = world.worker.db.transaction(async (db) => {
      expect(await work(db, batch)).toMatchObject({ queued: batchMax });
      throw new Error('killed');
    });
    await expect(dying).rejects.toThrow('killed');
    expect(await queuedIds(endpointId)).toEqual([]);
    // The answer of this one is lost with its worker. A dead connection may hold the recovery for a moment longer.
    while ((await work(world.worker.db.pool, batch)) === undefined);
    expect(await finish(recoveryId)).toEqual([200]);
    expect(await queuedIds(endpointId)).toHaveLength(700);
    expect((await getRecovery(world.ctx, { recoveryId })).queuedCount).toBe(700);
  });

  it('is cancelled when its endpoint is disabled or deleted meanwhile, and sends nothing', async () => {
    for (const stop of [disableEndpoint, deleteEndpoint]) {
      const { tenant, endpointId } = await world.shop();
      await (kind === 'failed' ? bulk.failed(endpointId, 2) : bulk.events(tenant.applicationId, 2));
      const { recoveryId } = await verb(world.ctx, { endpointId, since: world.ago(3600) });
      await stop(world.ctx, { endpointId });
      expect(await workRecovery(world.worker, { recoveryId })).toEqual({ ended: true, queued: 0 });
      expect(await queuedIds(endpointId)).toEqual([]);
      expect(await getRecovery(world.ctx, { recoveryId })).toMatchObject({ status: 'cancelled', queuedCount: 0 });
      expect(await world.actions(recoveryId)).toEqual(['recovery.cancelled', 'recovery.started']);
    }
  });

  it('is refused for a disabled endpoint, for one of somebody else, and for times that make no sense', async () => {
    const { tenant, endpointId } = await world.shop();
    const since = world.ago(60);
    const { applicationId } = await world.tenant();
    await expect(verb(world.ctx, { endpointId, applicationId, since })).rejects.toMatchObject({ code: 'not_found' });
    await expect(verb(world.ctx, { endpointId: uuidv7(), since })).rejects.toMatchObject({ code: 'not_found' });
    for (const [times, path] of [
      [{ since: world.ago(0) }, 'since'],
      [{ since: world.ago(-60) }, 'since'],
      [{ since: world.ago(60), until: world.ago(61) }, 'since'],
      [{ since: world.ago(60), until: world.ago(-1) }, 'until'],
      [{ since: world.ago(30 * day + 61) }, 'since'],
    ] as const) {
      await expect(verb(world.ctx, { endpointId, ...times })).rejects.toMatchObject({
        code: 'invalid_input',
        extras: { issues: [{ path }] },
      });
    }
    await disableEndpoint(world.ctx, { endpointId });
    await expect(verb(world.ctx, { endpointId, since })).rejects.toMatchObject({
      message: 'The endpoint is disabled: enable it first.',
    });
    expect((await listRecoveries(world.ctx, { endpointId, ...tenant })).recoveries).toEqual([]);
  });
});

describe('recovering what failed', () => {
  it('sends ended failures anew, brings retries forward, and leaves all else alone', async () => {
    const { tenant, endpointId } = await world.shop();
    const make = (more: Parameters<EndpointWorld['delivery']>[1], of: Parameters<EndpointWorld['delivery']>[2] = {}) =>
      world.delivery(endpointId, { createdAt: world.ago(60), ...more }, of);
    const exhausted = await make({ status: 'exhausted', attemptCount: 13 });
    const cancelled = await make({ status: 'cancelled', attemptCount: 2 });
    const retry = await make({ parkedAt: null, nextAttemptAt: world.ago(-3600), attemptCount: 7, attemptsBefore: 2 });
    const edges = [
      await make({ status: 'exhausted', createdAt: world.ago(120) }),
      await make({ status: 'exhausted', createdAt: world.ago(0) }),
    ];
    const untouched = [
      await make({ status: 'delivered', attemptCount: 1 }),
      await make({ parkedAt: null, nextAttemptAt: world.ago(-15) }),
      await make({ parkedAt: null, nextAttemptAt: world.ago(-60), attemptCount: 1, claimedUntil: world.ago(-20) }),
      await make({ status: 'exhausted' }, { test: true }),
      await make({ status: 'exhausted' }, { bodyErasedAt: world.ago(1) }),
      await make({ status: 'exhausted', createdAt: world.ago(121) }),
      await world.delivery((await world.endpoint(tenant)).endpointId, {
        status: 'exhausted',
        createdAt: world.ago(60),
      }),
    ];
    const { recoveryId } = await recoverFailed(world.ctx, { endpointId, since: world.ago(120) });
    expect(await finish(recoveryId)).toEqual([5]);
    const queued = [exhausted, cancelled, retry, ...edges].map(({ id }) => id);
    expect(await queuedIds(endpointId)).toEqual([...queued].sort());
    const anew = { resentAt: world.ctx.clock.now(), claimedUntil: null };
    expect(await world.deliveryRow(exhausted.id)).toMatchObject({ ...anew, attemptCount: 13, attemptsBefore: 13 });
    expect(await world.deliveryRow(cancelled.id)).toMatchObject({ ...anew, attemptCount: 2, attemptsBefore: 2 });
    expect(await world.deliveryRow(retry.id)).toMatchObject({ ...anew, attemptCount: 7, attemptsBefore: 2 });
    for (const row of untouched) expect(await world.deliveryRow(row.id)).toEqual(row);
  });

  it('twice over the same time sends again only what failed again', async () => {
    const { endpointId } = await world.shop();
    const rows = await Promise.all([1, 2].map(() => world.delivery(endpointId, { status: 'exhausted' })));
    const since = world.ago(60);
    expect(await finish((await recoverFailed(world.ctx, { endpointId, since })).recoveryId)).toEqual([2]);
    await world.prisma.webhookDelivery.update({
      where: { id: rows[0]?.id },
      data: { status: 'delivered', nextAttemptAt: null, parkedAt: null, endedAt: world.ctx.clock.now() },
    });
    expect(await finish((await recoverFailed(world.ctx, { endpointId, since })).recoveryId)).toEqual([0]);
  });
});

describe('replaying what is missing', () => {
  it('makes deliveries of what the endpoint wants and never had, and of nothing else', async () => {
    const { tenant, endpointId } = await world.shop({ events: ['payment.success', 'payout.result'] });
    const other = await world.endpoint(tenant);
    const event = (more: Parameters<EndpointWorld['event']>[1], of = tenant) =>
      world.event(of, { createdAt: world.ago(60), ...more });
    const wanted = [
      await event({}),
      await event({ type: 'payout.result' }),
      await event({ createdAt: world.ago(120) }),
    ];
    await world.delivery(other.endpointId, { eventId: wanted[0]?.id });
    await event({ type: 'payment.failed' });
    await event({ test: true });
    await event({ bodyErasedAt: world.ago(1) });
    await event({ createdAt: world.ago(121) });
    await event({}, { ...tenant, environment: 'production' });
    await event({}, await world.tenant());
    const had = [
      await world.delivery(endpointId, { status: 'cancelled' }, { createdAt: world.ago(60) }),
      await world.delivery(endpointId, { status: 'delivered', copy: 1 }, { createdAt: world.ago(60) }),
    ];
    const { recoveryId } = await replayMissing(world.ctx, { endpointId, since: world.ago(120) });
    expect(await finish(recoveryId)).toEqual([3]);
    const ids = await queuedIds(endpointId);
    const made = await world.prisma.webhookDelivery.findMany({ where: { id: { in: ids } } });
    expect(made.map(({ eventId }) => eventId).sort()).toEqual(wanted.map(({ id }) => id).sort());
    for (const row of made) expect(row).toMatchObject({ copy: 0, attemptCount: 0, createdAt: world.ctx.clock.now() });
    for (const row of had) expect(await world.deliveryRow(row.id)).toEqual(row);
    expect(await world.prisma.webhookDelivery.count({ where: { endpointId: other.endpointId } })).toBe(1);
  });

  const listed: [string, EventType[], EventType[]][] = [
    ['none gets the six of the contract', [], ['payment.failed', 'refund.result']],
    ['an extra type gets it', ['link.paid'], ['link.paid']],
    ['both kinds gets both', ['payment.failed', 'link.ended'], ['payment.failed', 'link.ended']],
  ];
  it.each(listed)(
    'an endpoint that names %s, and a second replay finds nothing missing',
    async (_, events, expected) => {
      const { tenant, endpointId } = await world.shop({ events });
      for (const type of ['payment.failed', 'refund.result', 'link.paid', 'link.ended', 'of.a.later.version']) {
        await world.event(tenant, { type });
      }
      const since = world.ago(60);
      const { recoveryId } = await replayMissing(world.ctx, { endpointId, since });
      expect(await finish(recoveryId)).toEqual([expected.length]);
      const ids = await queuedIds(endpointId);
      const made = await world.prisma.webhookDelivery.findMany({
        where: { id: { in: ids } },
        include: { event: true },
      });
      expect(made.map(({ event }) => event.type).sort()).toEqual(expected.toSorted());
      expect(await finish((await replayMissing(world.ctx, { endpointId, since })).recoveryId)).toEqual([0]);
    },
  );
});

describe('a recovery that nobody is at', () => {
  it('is published at once, and anew every 5 s, by one of several sweeps, each time under another event id', async () => {
    const { endpointId } = await world.shop();
    const { recoveryId } = await recoverFailed(world.ctx, { endpointId, since: world.ago(60) });
    const published = () =>
      world.ctx.events.filter((event) => event.name === 'recovery.due' && event.data.recoveryId === recoveryId);
    world.ctx.clock.advance(1);
    await Promise.all([1, 2, 3].map(() => sweepRecoveries(world.worker)));
    expect(published()).toHaveLength(2);
    world.ctx.clock.advance(4.999);
    await sweepRecoveries(world.worker);
    expect(published()).toHaveLength(2);
    world.ctx.clock.advance(0.001);
    await sweepRecoveries(world.worker);
    expect(new Set(published().map(({ id }) => id)).size).toBe(3);
    await finish(recoveryId);
    world.ctx.clock.advance(60);
    await sweepRecoveries(world.worker);
    expect(published()).toHaveLength(3);
  });

  it('is left alone while batches are made', async () => {
    const { endpointId } = await world.shop();
    await bulk.failed(endpointId, 700);
    const { recoveryId } = await recoverFailed(world.ctx, { endpointId, since: world.ago(60) });
    world.ctx.clock.advance(4);
    await workRecovery(world.worker, { recoveryId });
    world.ctx.clock.advance(4);
    const before = world.ctx.events.length;
    await sweepRecoveries(world.worker);
    const again = world.ctx.events.slice(before);
    expect(again.filter(({ data }) => 'recoveryId' in data && data.recoveryId === recoveryId)).toEqual([]);
  });

  it('a queue that fails is not the caller’s problem', async () => {
    const { endpointId } = await world.shop();
    const broken = { ...world.ctx, publish: () => Promise.reject(new Error('queue is down')) };
    expect(await recoverFailed(broken, { endpointId, since: world.ago(60) })).toMatchObject({ started: true });
  });
});

describe('a person', () => {
  it('ends a recovery where it is, once; what is queued stays queued', async () => {
    const { tenant, endpointId } = await world.shop();
    await bulk.failed(endpointId, 700);
    const { recoveryId } = await recoverFailed(world.ctx, { endpointId, since: world.ago(60) });
    await workRecovery(world.worker, { recoveryId });
    const answers = await Promise.all([1, 2].map(() => cancelRecovery(world.ctx, { recoveryId, ...tenant })));
    expect(answers.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
    expect(answers.filter(({ cancelled }) => cancelled)).toHaveLength(1);
    expect(await workRecovery(world.worker, { recoveryId })).toEqual({ ended: true, queued: 0 });
    expect(await queuedIds(endpointId)).toHaveLength(batchMax);
    expect(await world.actions(recoveryId)).toEqual(['recovery.cancelled', 'recovery.started']);
  });

  it('sees recoveries newest first, page by page, and none of somebody else', async () => {
    const { tenant, endpointId } = await world.shop();
    const made: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { recoveryId } = await recoverFailed(world.ctx, { endpointId, since: world.ago(60) });
      made.unshift(recoveryId);
      await finish(recoveryId);
      world.ctx.clock.advance(1);
    }
    const first = await listRecoveries(world.ctx, { endpointId, ...tenant, limit: 2 });
    const rest = await listRecoveries(world.ctx, { endpointId, limit: 2, before: first.next ?? '' });
    const ids = [...first.recoveries, ...rest.recoveries].map(({ recoveryId }) => recoveryId);
    expect([ids, rest.next]).toEqual([made, null]);
    const { applicationId } = await world.tenant();
    const [recoveryId = ''] = made;
    const refused = await Promise.allSettled([
      getRecovery(world.ctx, { recoveryId, applicationId }),
      cancelRecovery(world.ctx, { recoveryId, applicationId }),
      listRecoveries(world.ctx, { endpointId, applicationId }),
      getRecovery(world.ctx, { recoveryId: uuidv7() }),
      workRecovery(world.worker, { recoveryId: uuidv7() }),
    ]);
    for (const result of refused) expect(result).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } });
  });
});
