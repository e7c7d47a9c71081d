import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EndpointWorld, endpointWorld } from '../endpoints/endpoints.fixture.ts';
import { updateEndpoint } from '../endpoints/index.ts';
import { answered, recordingCourier } from '../testing/index.ts';
import { cancelDelivery } from './cancel-delivery.ts';
import { deleteEndpoint } from './delete-endpoint.ts';
import { disableEndpoint } from './disable-endpoint.ts';
import { drainEndpoint } from './drain-endpoint.ts';
import { resendDeliveries } from './resend-deliveries.ts';
import { resendDelivery } from './resend-delivery.ts';
import { sendAsNew } from './send-as-new.ts';
import { sweepDeliveries } from './sweep-deliveries.ts';

let world: EndpointWorld;
beforeAll(async () => {
  world = await endpointWorld();
});
afterAll(() => world.close());

const dueAgain = () => {
  const now = world.ctx.clock.now();
  return { status: 'due', nextAttemptAt: now, parkedAt: now, resentAt: now, endedAt: null, claimedUntil: null };
};

describe('a delivery of somebody else and a missing one', () => {
  it.each([
    ['resendDelivery', resendDelivery],
    ['sendAsNew', sendAsNew],
    ['cancelDelivery', cancelDelivery],
  ] as const)('are the same to %s, and nothing happens to them', async (_, verb) => {
    const { tenant, endpointId } = await world.shop();
    const { id: deliveryId } = await world.delivery(endpointId, { parkedAt: null, nextAttemptAt: world.ago(-60) });
    const before = await world.deliveryRow(deliveryId);
    const { applicationId } = await world.tenant();
    for (const input of [
      { deliveryId, applicationId },
      { deliveryId, ...tenant, environment: 'production' as const },
      { deliveryId: uuidv7() },
    ]) {
      await expect(verb(world.ctx, input)).rejects.toMatchObject({
        code: 'not_found',
        message: 'There is no such delivery.',
      });
    }
    expect(await world.deliveryRow(deliveryId)).toEqual(before);
    expect(await world.actions(deliveryId)).toEqual([]);
  });
});

describe('sending a delivery again', () => {
  it.each(['delivered', 'exhausted', 'cancelled'] as const)(
    'starts the whole schedule of a %s one anew, under the same id, and is audited',
    async (status) => {
      const { tenant, endpointId } = await world.shop();
      const { id: deliveryId } = await world.delivery(endpointId, { status, attemptCount: 13 });
      expect(await resendDelivery(world.ctx, { deliveryId, ...tenant })).toEqual({ deliveryId, queued: true });
      expect(await world.deliveryRow(deliveryId)).toMatchObject({
        ...dueAgain(),
        attemptCount: 13,
        attemptsBefore: 13,
        copy: 0,
      });
      const audit = await world.prisma.auditEntry.findMany({ where: { subjectId: deliveryId } });
      expect(audit).toMatchObject([
        {
          actor: 'operator',
          action: 'delivery.resent',
          applicationId: tenant.applicationId,
          detail: { was: status },
        },
      ]);
      expect(world.wakeUps()).toBeGreaterThan(0);
    },
  );

  it('brings a retry forward and goes on in the schedule from there', async () => {
    const { endpointId } = await world.shop();
    const waiting = { parkedAt: null, nextAttemptAt: world.ago(-3600), attemptCount: 7, attemptsBefore: 2 };
    const { id: deliveryId } = await world.delivery(endpointId, waiting);
    expect(await resendDelivery(world.ctx, { deliveryId })).toEqual({ deliveryId, queued: true });
    expect(await world.deliveryRow(deliveryId)).toMatchObject({ ...dueAgain(), attemptCount: 7, attemptsBefore: 2 });
  });

  it('does nothing to one that is queued, due or being attempted', async () => {
    const { endpointId } = await world.shop();
    const onTheirWay = [
      await world.delivery(endpointId),
      await world.delivery(endpointId, { parkedAt: null }),
      await world.delivery(endpointId, { parkedAt: null, claimedUntil: world.ago(-20) }),
    ];
    for (const before of onTheirWay) {
      const { id: deliveryId } = before;
      expect(await resendDelivery(world.ctx, { deliveryId })).toEqual({ deliveryId, queued: false });
      expect(await world.deliveryRow(deliveryId)).toEqual(before);
      expect(await world.actions(deliveryId)).toEqual([]);
    }
  });

  it('pressed twice, or by two at once, is once; pressed again after 10 s it is another time', async () => {
    const { endpointId } = await world.shop();
    const { id: deliveryId } = await world.delivery(endpointId, { status: 'exhausted', attemptCount: 13 });
    const answers = await Promise.all([1, 2, 3].map(() => resendDelivery(world.ctx, { deliveryId })));
    expect(answers.filter(({ queued }) => queued)).toHaveLength(1);
    const delivered = { status: 'delivered' as const, attemptCount: 14, nextAttemptAt: null, parkedAt: null };
    const ended = { ...delivered, endedAt: world.ctx.clock.now() };
    await world.prisma.webhookDelivery.update({ where: { id: deliveryId }, data: ended });
    world.ctx.clock.advance(9.999);
    expect(await resendDelivery(world.ctx, { deliveryId })).toMatchObject({ queued: false });
    world.ctx.clock.advance(0.001);
    expect(await resendDelivery(world.ctx, { deliveryId })).toMatchObject({ queued: true });
    expect(await world.actions(deliveryId)).toEqual(['delivery.resent', 'delivery.resent']);
  });

  it('while its endpoint is being disabled sends nothing: what is queued is cancelled by the next sweep', async () => {
    const { endpointId } = await world.shop();
    const { id: deliveryId } = await world.delivery(endpointId, { status: 'exhausted' });
    await Promise.allSettled([resendDelivery(world.ctx, { deliveryId }), disableEndpoint(world.ctx, { endpointId })]);
    await sweepDeliveries(world.worker);
    expect(['exhausted', 'cancelled']).toContain((await world.deliveryRow(deliveryId)).status);
  });
});

describe('what was sent again reaches the receiver', () => {
  const drain = async (endpointId: string, ...answers: number[]) => {
    const courier = recordingCourier();
    courier.posts.answer(...answers.map((statusCode) => answered(statusCode)));
    await drainEndpoint({ ...world.worker, courier, random: () => 0 }, { endpointId, lanesMax: 1 });
    return courier.posts.calls;
  };
  const inSeconds = (at: Date | null) => ((at?.getTime() ?? 0) - world.ctx.clock.now().getTime()) / 1000;

  it('under the same id, with the schedule from its start, and at the URL of now', async () => {
    const { endpointId } = await world.shop();
    const { id: deliveryId } = await world.delivery(endpointId, { status: 'exhausted', attemptCount: 13 });
    await updateEndpoint(world.ctx, { endpointId, url: 'https://shop.example.com/new' });
    await resendDelivery(world.ctx, { deliveryId });
    const posts = await drain(endpointId, 500);
    expect(posts).toMatchObject([{ url: 'https://shop.example.com/new', headers: { 'x-webhook-id': deliveryId } }]);
    const row = await world.deliveryRow(deliveryId);
    expect([row.status, row.attemptCount, inSeconds(row.nextAttemptAt)]).toEqual(['due', 14, 5]);
  });

  it('a retry brought forward waits afterwards as long as it would have had to', async () => {
    const { endpointId } = await world.shop();
    const waiting = { parkedAt: null, nextAttemptAt: world.ago(-600), attemptCount: 5, attemptsBefore: 1 };
    const { id: deliveryId } = await world.delivery(endpointId, waiting);
    await resendDelivery(world.ctx, { deliveryId });
    expect(await drain(endpointId, 500)).toHaveLength(1);
    expect(inSeconds((await world.deliveryRow(deliveryId)).nextAttemptAt)).toBe(1800);
  });

  it('as new under another id; what is cancelled does not', async () => {
    const { endpointId } = await world.shop();
    const { id: original } = await world.delivery(endpointId, { status: 'delivered' });
    const { id: cancelled } = await world.delivery(endpointId);
    await cancelDelivery(world.ctx, { deliveryId: cancelled });
    const { deliveryId } = await sendAsNew(world.ctx, { deliveryId: original });
    expect((await drain(endpointId)).map(({ headers }) => headers['x-webhook-id'])).toEqual([deliveryId]);
    expect(await world.deliveryRow(deliveryId)).toMatchObject({ status: 'delivered', attemptCount: 1 });
  });
});

describe('sending as new', () => {
  it('makes another delivery of the event with an id of its own and leaves the first as it is', async () => {
    const { tenant, endpointId } = await world.shop();
    const original = await world.delivery(endpointId, { status: 'delivered', attemptCount: 1 });
    const { deliveryId, queued } = await sendAsNew(world.ctx, { deliveryId: original.id, ...tenant });
    expect([queued, deliveryId === original.id]).toEqual([true, false]);
    expect(await world.deliveryRow(original.id)).toEqual(original);
    const now = world.ctx.clock.now();
    expect(await world.deliveryRow(deliveryId)).toMatchObject({
      eventId: original.eventId,
      endpointId,
      copy: 1,
      status: 'due',
      attemptCount: 0,
      nextAttemptAt: now,
      parkedAt: now,
      createdAt: now,
    });
    const audit = await world.prisma.auditEntry.findMany({ where: { subjectId: deliveryId } });
    expect(audit).toMatchObject([{ action: 'delivery.sent_as_new', detail: { copyOf: original.id } }]);
  });

  it('pressed twice, or by two at once, on the delivery or on its copy, makes one; after 10 s another', async () => {
    const { endpointId } = await world.shop();
    const { id: deliveryId, eventId } = await world.delivery(endpointId);
    const answers = await Promise.all([1, 2, 3].map(() => sendAsNew(world.ctx, { deliveryId })));
    const [first] = answers;
    expect(new Set(answers.map((answer) => answer.deliveryId)).size).toBe(1);
    expect(answers.filter(({ queued }) => queued)).toHaveLength(1);
    world.ctx.clock.advance(9.999);
    const again = await sendAsNew(world.ctx, { deliveryId: first?.deliveryId ?? '' });
    expect(again).toEqual({ deliveryId: first?.deliveryId, queued: false });
    world.ctx.clock.advance(0.001);
    const other = await sendAsNew(world.ctx, { deliveryId });
    expect(other.queued).toBe(true);
    const rows = await world.prisma.webhookDelivery.findMany({ where: { eventId }, orderBy: { copy: 'asc' } });
    expect(rows.map(({ id, copy }) => [id, copy])).toEqual([
      [deliveryId, 0],
      [first?.deliveryId, 1],
      [other.deliveryId, 2],
    ]);
  });
});

it.each([
  ['resendDelivery', resendDelivery],
  ['sendAsNew', sendAsNew],
] as const)('%s sends nothing to a disabled or deleted endpoint, and the refusal says why', async (_, verb) => {
  const { endpointId } = await world.shop();
  const { id: deliveryId, eventId } = await world.delivery(endpointId, { status: 'exhausted' });
  await disableEndpoint(world.ctx, { endpointId });
  await expect(verb(world.ctx, { deliveryId })).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'The endpoint is disabled: enable it first.',
  });
  await deleteEndpoint(world.ctx, { endpointId });
  await expect(verb(world.ctx, { deliveryId })).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'The endpoint is deleted: nothing is sent to it.',
  });
  expect(await world.prisma.webhookDelivery.count({ where: { eventId, status: 'due' } })).toBe(0);
});

describe('cancelling', () => {
  it('gives up one that waits, once, and is audited', async () => {
    const { endpointId } = await world.shop();
    for (const waiting of [{}, { parkedAt: null, nextAttemptAt: world.ago(-60), claimedUntil: world.ago(60) }]) {
      const { id: deliveryId } = await world.delivery(endpointId, waiting);
      const answers = await Promise.all([1, 2].map(() => cancelDelivery(world.ctx, { deliveryId })));
      expect(answers.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
      expect(answers.filter(({ cancelled }) => cancelled)).toHaveLength(1);
      expect(await world.deliveryRow(deliveryId)).toMatchObject({
        status: 'cancelled',
        nextAttemptAt: null,
        parkedAt: null,
        endedAt: world.ctx.clock.now(),
      });
      expect(await world.actions(deliveryId)).toEqual(['delivery.cancelled']);
    }
  });

  it('leaves one that has ended as it is', async () => {
    const { endpointId } = await world.shop();
    for (const status of ['delivered', 'exhausted'] as const) {
      const before = await world.delivery(endpointId, { status });
      const { id: deliveryId } = before;
      expect(await cancelDelivery(world.ctx, { deliveryId })).toEqual({ deliveryId, status, cancelled: false });
      expect(await world.deliveryRow(deliveryId)).toEqual(before);
    }
  });

  it('is refused while an attempt is being made', async () => {
    const { endpointId } = await world.shop();
    const before = await world.delivery(endpointId, { parkedAt: null, claimedUntil: world.ago(-20) });
    await expect(cancelDelivery(world.ctx, { deliveryId: before.id })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('being attempted right now'),
    });
    expect(await world.deliveryRow(before.id)).toEqual(before);
  });
});

describe('what is left of an erased body', () => {
  it.each([
    ['resendDelivery', resendDelivery],
    ['sendAsNew', sendAsNew],
  ] as const)('is not sent by %s', async (_, verb) => {
    const { tenant, endpointId } = await world.shop();
    const { id } = await world.delivery(endpointId, { status: 'delivered' }, { bodyErasedAt: world.ago(1) });
    const before = await world.deliveryRow(id);
    await expect(verb(world.ctx, { deliveryId: id, ...tenant })).rejects.toMatchObject({
      code: 'invalid_input',
      extras: { issues: [{ path: 'deliveryId', name: 'deliveryBodyGone' }] },
    });
    expect(await world.deliveryRow(id)).toEqual(before);
    expect(await world.prisma.webhookDelivery.count({ where: { endpointId } })).toBe(1);
  });
});

describe('sending chosen deliveries again', () => {
  it('says what became of each, audits those that it queued, and one that cannot be sent stops no other', async () => {
    const { tenant, endpointId } = await world.shop();
    const [failed, under, erased] = [
      await world.delivery(endpointId, { status: 'exhausted', attemptCount: 13 }),
      await world.delivery(endpointId, { claimedUntil: world.ago(-60) }),
      await world.delivery(endpointId, { status: 'delivered' }, { bodyErasedAt: world.ago(1) }),
    ];
    const deliveryIds = [erased.id, under.id, failed.id, failed.id];
    expect(await resendDeliveries(world.ctx, { deliveryIds, ...tenant })).toEqual({
      results: [
        { deliveryId: erased.id, result: 'erased' },
        { deliveryId: under.id, result: 'under_way' },
        { deliveryId: failed.id, result: 'queued' },
      ],
    });
    expect(await world.deliveryRow(failed.id)).toMatchObject({ ...dueAgain(), attemptsBefore: 13 });
    expect(await world.actions(failed.id)).toEqual(['delivery.resent']);
    expect(await world.actions(erased.id)).toEqual([]);
    // Pressed again at once: nothing is sent twice.
    const again = await resendDeliveries(world.ctx, { deliveryIds: [failed.id], ...tenant });
    expect(again.results).toEqual([{ deliveryId: failed.id, result: 'under_way' }]);
  });

  it('sends nothing to a disabled endpoint', async () => {
    const { tenant, endpointId } = await world.shop();
    const { id } = await world.delivery(endpointId, { status: 'exhausted' });
    await disableEndpoint(world.ctx, { endpointId, ...tenant });
    const { results } = await resendDeliveries(world.ctx, { deliveryIds: [id], ...tenant });
    expect(results).toEqual([{ deliveryId: id, result: 'disabled' }]);
  });

  it('sends none of them when one is of another tenant or missing', async () => {
    const [{ tenant, endpointId }, other] = [await world.shop(), await world.shop()];
    const own = await world.delivery(endpointId, { status: 'exhausted' });
    const foreign = await world.delivery(other.endpointId, { status: 'exhausted' });
    for (const id of [foreign.id, uuidv7()]) {
      const refused = resendDeliveries(world.ctx, { deliveryIds: [own.id, id], ...tenant });
      await expect(refused).rejects.toMatchObject({ code: 'not_found', message: 'There is no such delivery.' });
    }
    expect(await world.deliveryRow(own.id)).toMatchObject({ status: 'exhausted', resentAt: null });
    expect(await world.deliveryRow(foreign.id)).toMatchObject({ status: 'exhausted', resentAt: null });
  });

  it('refuses more than a hundred, and none', async () => {
    const { tenant } = await world.shop();
    for (const deliveryIds of [[], Array.from({ length: 101 }, () => uuidv7())]) {
      await expect(resendDeliveries(world.ctx, { deliveryIds, ...tenant })).rejects.toMatchObject({
        code: 'invalid_input',
      });
    }
  });
});
