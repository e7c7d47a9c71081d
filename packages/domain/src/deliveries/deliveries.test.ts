import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EndpointWorld, endpointWorld } from '../endpoints/endpoints.fixture.ts';
import { getDelivery, type ListDeliveriesInput, listDeliveries, scanMax } from '../reading/deliveries/index.ts';
import { deleteEndpoint } from './delete-endpoint.ts';

let world: EndpointWorld;
beforeAll(async () => {
  world = await endpointWorld();
});
afterAll(() => world.close());

/** Every page, and how many there were. */
async function walk(filter: ListDeliveriesInput) {
  const ids: string[] = [];
  let pages = 0;
  for (let { before } = filter; ; ) {
    const page = await listDeliveries(world.ctx, { ...filter, before });
    pages += 1;
    ids.push(...page.deliveries.map(({ deliveryId }) => deliveryId));
    if (page.next === null) return { ids, pages };
    before = page.next;
  }
}

describe('the list of deliveries', () => {
  it('is the newest first, each exactly once, however many are made in one millisecond or meanwhile', async () => {
    const { tenant, endpointId } = await world.shop();
    const made: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const rows = await Promise.all([1, 2, 3].map(() => world.delivery(endpointId)));
      made.push(...rows.map(({ id }) => id).sort());
      world.ctx.clock.advance(1);
    }
    await world.delivery((await world.endpoint(tenant)).endpointId);
    const first = await listDeliveries(world.ctx, { endpointId, ...tenant, limit: 2 });
    await world.delivery(endpointId);
    const rest = await walk({ endpointId, limit: 2, before: first.next ?? '' });
    const newestFirst = [...made].reverse();
    expect([...first.deliveries.map(({ deliveryId }) => deliveryId), ...rest.ids]).toEqual(newestFirst);
  });

  it('tells of each where it stands and how its latest attempt went', async () => {
    const { endpointId } = await world.shop();
    const { id: deliveryId, eventId } = await world.delivery(
      endpointId,
      { attemptCount: 2, parkedAt: null, nextAttemptAt: world.ago(-30) },
      { type: 'payout.result', test: true },
    );
    for (const number of [1, 2]) {
      await world.prisma.webhookAttempt.create({
        data: {
          deliveryId,
          number,
          endpointId,
          startedAt: world.ago(60),
          durationMs: 5,
          statusCode: 499 + number,
          error: `Answer ${number}.`,
        },
      });
    }
    expect(await listDeliveries(world.ctx, { endpointId })).toEqual({
      deliveries: [
        {
          deliveryId,
          eventId,
          type: 'payout.result',
          test: true,
          copy: 0,
          status: 'due',
          attemptCount: 2,
          nextAttemptAt: world.ago(-30),
          createdAt: world.ctx.clock.now(),
          endedAt: null,
          resentAt: null,
          lastStatusCode: 501,
          lastError: 'Answer 2.',
        },
      ],
      next: null,
    });
  });

  it('is narrowed by state, type and time', async () => {
    const { endpointId } = await world.shop();
    const ids = async (filter: Partial<ListDeliveriesInput>) => (await walk({ endpointId, ...filter })).ids;
    const old = await world.delivery(endpointId, { status: 'delivered' });
    world.ctx.clock.advance(10);
    const failed = await world.delivery(endpointId, { status: 'exhausted' }, { type: 'payment.failed' });
    world.ctx.clock.advance(10);
    const young = await world.delivery(endpointId);
    expect(await ids({ status: 'exhausted' })).toEqual([failed.id]);
    expect(await ids({ type: 'payment.failed' })).toEqual([failed.id]);
    expect(await ids({ type: 'payment.success' })).toEqual([young.id, old.id]);
    expect(await ids({ since: failed.createdAt })).toEqual([young.id, failed.id]);
    expect(await ids({ since: failed.createdAt, until: young.createdAt })).toEqual([failed.id]);
    expect(await ids({ until: failed.createdAt, status: 'due' })).toEqual([]);
  });

  it('a filter that fits few of very many looks at a bounded number for each page and still finds them all', async () => {
    const { tenant, endpointId } = await world.shop();
    const rare = await world.delivery(endpointId, { status: 'exhausted' });
    world.ctx.clock.advance(1);
    const { id: eventId } = await world.event(tenant);
    await world.prisma.$executeRaw`
      INSERT INTO webhook_deliveries (id, endpoint_id, event_id, copy, status, created_at, ended_at)
      SELECT gen_random_uuid(), ${endpointId}::uuid, ${eventId}::uuid, n, 'delivered', now, now
      FROM generate_series(1, ${scanMax + 1}::int) n, (SELECT ${world.ctx.clock.now()}::timestamptz AS now) clock`;
    expect(await walk({ endpointId, status: 'exhausted' })).toEqual({ ids: [rare.id], pages: 2 });
  });

  it('refuses a cursor of another endpoint, and sizes that are none', async () => {
    const [one, other] = [await world.shop(), await world.shop()];
    const { id: before } = await world.delivery(other.endpointId);
    const { endpointId } = one;
    for (const [change, path] of [
      [{ before }, 'before'],
      [{ before: uuidv7() }, 'before'],
      [{ limit: 0 }, 'limit'],
      [{ limit: 101 }, 'limit'],
    ] as const) {
      await expect(listDeliveries(world.ctx, { endpointId, ...change })).rejects.toMatchObject({
        code: 'invalid_input',
        extras: { issues: [{ path }] },
      });
    }
  });
});

describe('one delivery', () => {
  it('has its body, and each attempt with its answer, the newest first', async () => {
    const { tenant, endpointId } = await world.shop();
    const body = '{"type":"payment.success","data":{"accountRef":"Mwangi – 7"}}';
    const { id: deliveryId } = await world.delivery(endpointId, { attemptCount: 2 }, { body });
    const attempts = [
      { statusCode: null, error: 'No answer.', address: null, responseBody: null },
      {
        statusCode: 500,
        error: 'The endpoint answered 500.',
        address: '203.0.113.1',
        responseHeaders: { server: 'x' },
        responseBody: 'oops',
      },
    ].map((attempt, index) => ({ number: index + 1, startedAt: world.ago(60 - index), durationMs: 5, ...attempt }));
    for (const data of attempts) {
      await world.prisma.webhookAttempt.create({ data: { deliveryId, endpointId, ...data } });
    }
    const view = await getDelivery(world.ctx, { deliveryId, ...tenant });
    expect(view).toMatchObject({ deliveryId, endpointId, ...tenant, type: 'payment.success', body, underWay: false });
    expect(view.attempts).toEqual([attempts[1], { ...attempts[0], responseHeaders: null }]);
  });

  it('shows when it is being attempted, and no secret of its endpoint', async () => {
    const { endpointId, secret } = await world.shop();
    const { id: deliveryId } = await world.delivery(endpointId, { claimedUntil: world.ago(-20) });
    const view = await getDelivery(world.ctx, { deliveryId });
    expect(view.underWay).toBe(true);
    const { sealedSecret } = await world.endpointRow(endpointId);
    for (const hidden of [secret, sealedSecret]) expect(JSON.stringify(view)).not.toContain(hidden);
  });
});

it('the history of a deleted endpoint stays readable for its owner and nobody else', async () => {
  const { tenant, endpointId } = await world.shop();
  const { id: deliveryId } = await world.delivery(endpointId);
  await deleteEndpoint(world.ctx, { endpointId });
  expect((await listDeliveries(world.ctx, { endpointId, ...tenant })).deliveries).toMatchObject([{ deliveryId }]);
  expect(await getDelivery(world.ctx, { deliveryId, ...tenant })).toMatchObject({ status: 'cancelled' });
  const { applicationId } = await world.tenant();
  const unknown = { code: 'not_found' };
  await expect(listDeliveries(world.ctx, { endpointId, applicationId })).rejects.toMatchObject(unknown);
  await expect(listDeliveries(world.ctx, { endpointId: uuidv7() })).rejects.toMatchObject(unknown);
  await expect(getDelivery(world.ctx, { deliveryId, applicationId })).rejects.toMatchObject(unknown);
  await expect(getDelivery(world.ctx, { deliveryId: uuidv7() })).rejects.toMatchObject(unknown);
});
