import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteEndpoint } from '../../deliveries/index.ts';
import { type EndpointWorld, endpointWorld } from '../../endpoints/endpoints.fixture.ts';
import { listFailingDeliveries } from './list-failing-deliveries.ts';

let world: EndpointWorld;
beforeAll(async () => {
  world = await endpointWorld();
});
afterAll(() => world.close());

type Change = Parameters<EndpointWorld['delivery']>[1];

/** A delivery after one attempt. `error` is null when it was acknowledged. */
async function attempted(endpointId: string, change: Change, error: string | null = 'It answered 500.') {
  const made = await world.delivery(endpointId, { attemptCount: 1, ...change });
  await world.prisma.webhookAttempt.create({
    data: {
      deliveryId: made.id,
      number: 1,
      endpointId,
      startedAt: world.ago(60),
      durationMs: 5,
      statusCode: error === null ? 200 : 500,
      error,
    },
  });
  return made;
}

async function shop() {
  const { tenant, endpointId } = await world.shop();
  const ctx = { ...world.ctx, tenant, actor: 'operator' };
  const ids = async (input: Parameters<typeof listFailingDeliveries>[1] = {}) =>
    (await listFailingDeliveries(ctx, input)).deliveries.map(({ id }) => id);
  return { tenant, endpointId, ctx, ids };
}

describe('the list of failing deliveries', () => {
  it('has what is tried again and what was given up, of all endpoints, the newest first', async () => {
    const { tenant, endpointId, ids } = await shop();
    const other = await world.endpoint(tenant, { url: 'https://other.example.com/hook' });
    const waiting = await attempted(endpointId, { parkedAt: null, nextAttemptAt: world.ago(-30) });
    world.ctx.clock.advance(1);
    const givenUp = await attempted(other.endpointId, { status: 'exhausted' });
    world.ctx.clock.advance(1);
    await world.delivery(endpointId);
    await attempted(endpointId, { status: 'delivered' }, null);
    await attempted(endpointId, { status: 'cancelled' });
    // Sent again by a person after it was delivered.
    await attempted(endpointId, { status: 'due' }, null);
    expect(await ids()).toEqual([givenUp.id, waiting.id]);
    expect(await ids({ endpointId })).toEqual([waiting.id]);
    expect(await ids({ since: givenUp.createdAt })).toEqual([givenUp.id]);
  });

  it('tells where each stands, without the query string of its endpoint', async () => {
    const { tenant, ctx } = await shop();
    const { endpointId } = await world.endpoint(tenant, { url: 'https://shop.example.com/hook?token=secret' });
    const parked = await attempted(endpointId, {});
    expect(await listFailingDeliveries(ctx, { endpointId })).toEqual({
      deliveries: [
        {
          id: parked.id,
          eventId: parked.eventId,
          type: 'payment.success',
          endpointId,
          endpointUrl: 'https://shop.example.com/hook',
          status: 'due',
          attemptCount: 1,
          lastStatusCode: 500,
          lastError: 'It answered 500.',
          lastAttemptAt: world.ago(60),
          nextAttemptAt: parked.nextAttemptAt,
          isParked: true,
          createdAt: parked.createdAt,
        },
      ],
      older: null,
    });
  });

  it('is paged, each delivery once', async () => {
    const { endpointId, ctx } = await shop();
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      made.unshift((await attempted(endpointId, { status: 'exhausted' })).id);
      world.ctx.clock.advance(1);
    }
    const found: string[] = [];
    let before: string | undefined;
    do {
      const page = await listFailingDeliveries(ctx, { limit: 2, ...(before && { before }) });
      found.push(...page.deliveries.map(({ id }) => id));
      before = page.older ?? undefined;
    } while (before);
    expect(found).toEqual(made);
  });

  it('has nothing of other tenants, and of a deleted endpoint only when it is named', async () => {
    const mine = await shop();
    const theirs = await shop();
    const failed = await attempted(theirs.endpointId, { status: 'exhausted' });
    expect(await mine.ids()).toEqual([]);
    await expect(mine.ids({ endpointId: theirs.endpointId })).rejects.toMatchObject({ code: 'not_found' });
    const live = { ...theirs.ctx, tenant: { ...theirs.tenant, environment: 'production' as const } };
    expect((await listFailingDeliveries(live, {})).deliveries).toEqual([]);
    await deleteEndpoint(world.ctx, { endpointId: theirs.endpointId, ...theirs.tenant });
    expect(await theirs.ids()).toEqual([]);
    expect(await theirs.ids({ endpointId: theirs.endpointId })).toEqual([failed.id]);
  });
});
