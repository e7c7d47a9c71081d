import { afterEach, beforeEach, expect, it } from 'vitest';
import { attemptDelivery } from './attempt-delivery.ts';
import { drainEndpoint } from './drain-endpoint.ts';
import { listDrainable } from './drainable-statements.ts';
import { sweepDeliveries } from './sweep-deliveries.ts';
import { answered, type WebhookWorld, webhookWorld } from './webhooks.fixture.ts';

let world: WebhookWorld;
const drain = (endpointId: string) => drainEndpoint(world.ctx, { endpointId, lanesMax: 16 });

beforeEach(async () => {
  world = await webhookWorld();
});
afterEach(() => world.close());

/** A delivery whose first attempt has failed, so that the next one is due in five seconds. */
async function failedDelivery() {
  const made = await world.oneDelivery();
  world.script.answer = async () => answered(500);
  await attemptDelivery(world.ctx, made);
  world.script.answer = async () => answered(200);
  return made;
}

it('a delivery whose run was lost is put into its endpoint’s queue once it is ten seconds late', async () => {
  const { endpointId, deliveryId } = await failedDelivery();
  world.advance(14.999);
  expect(await sweepDeliveries(world.ctx)).toBe(0);
  world.advance(0.001);
  expect(await sweepDeliveries(world.ctx)).toBe(1);
  expect(await drain(endpointId)).toBe(1);
  expect(await world.delivery(deliveryId)).toMatchObject({ status: 'delivered' });
  expect(await sweepDeliveries(world.ctx)).toBe(0);
});

it('several workers that sweep at once park each late delivery once', async () => {
  const tenant = await world.application();
  await world.endpoint(tenant);
  await Promise.all(Array.from({ length: 30 }, () => world.queue(tenant)));
  await world.ctx.db.prisma.webhookDelivery.updateMany({ data: { parkedAt: null } });
  world.advance(60);
  const sweeps = await Promise.all(Array.from({ length: 6 }, () => sweepDeliveries(world.ctx)));
  expect(sweeps.reduce((sum, late) => sum + late, 0)).toBe(30);
});

it('what is delivered, waits for its time or is held by a worker is left alone; a lapsed claim is not', async () => {
  const delivered = await world.oneDelivery();
  await attemptDelivery(world.ctx, delivered);
  const waiting = await world.oneDelivery();
  world.script.answer = async () => answered(500);
  await attemptDelivery(world.ctx, waiting);
  const { deliveryId: heldId } = await world.oneDelivery();
  world.script.answer = () => Promise.reject(new Error('killed'));
  await expect(attemptDelivery(world.ctx, { deliveryId: heldId })).rejects.toThrow();
  world.advance(14);
  expect(await sweepDeliveries(world.ctx)).toBe(0);
  world.advance(46);
  expect(await sweepDeliveries(world.ctx)).toBe(2);
  for (const id of [waiting.deliveryId, heldId]) {
    expect(await world.delivery(id)).toMatchObject({ status: 'due', parkedAt: world.time.now });
  }
});

it('a queue whose endpoint lets nothing through is not drained: open circuit, no lane free, rate used up', async () => {
  const { now } = world.time;
  const soon = new Date(now.getTime() + 60_000);
  const queueOf = async (more: Parameters<WebhookWorld['endpoint']>[1]) => {
    const tenant = await world.application();
    const endpointId = await world.endpoint(tenant, more);
    await world.queue(tenant);
    return endpointId;
  };
  await queueOf({ circuitOpenUntil: soon });
  const probed = await queueOf({ circuitOpenUntil: now });
  await queueOf({ ratePerSecond: 10, rateFlowsUntil: soon });
  const flowing = await queueOf({ ratePerSecond: 10, rateFlowsUntil: now });
  const busy = await queueOf({ concurrency: 1 });
  await world.ctx.db.prisma.webhookLane.update({
    where: { endpointId_number: { endpointId: busy, number: 1 } },
    data: { claimedUntil: soon },
  });
  expect((await listDrainable(world.ctx.db.pool, now, 500)).sort()).toEqual([probed, flowing].sort());
});

it('what stands in the queue of a disabled endpoint is cancelled', async () => {
  const { endpointId, deliveryId } = await world.oneDelivery();
  world.advance(10);
  await sweepDeliveries(world.ctx);
  await world.ctx.db.prisma.webhookEndpoint.update({ where: { id: endpointId }, data: { status: 'disabled' } });
  await sweepDeliveries(world.ctx);
  expect(await world.delivery(deliveryId)).toMatchObject({
    status: 'cancelled',
    parkedAt: null,
    endedAt: world.time.now,
  });
});

it('takes the latest first, at most 2000 at once', async () => {
  const tenant = await world.application();
  const endpointId = await world.endpoint(tenant);
  await world.ctx.db.pool.query(
    `WITH made AS (
      INSERT INTO webhook_events (id, application_id, environment, type, subject_id, body, created_at)
      SELECT gen_random_uuid(), $1, 'sandbox', 'payment.success', gen_random_uuid(), '{}', $2 FROM generate_series(1, 2000)
      RETURNING id)
    INSERT INTO webhook_deliveries (id, endpoint_id, event_id, next_attempt_at, created_at)
    SELECT gen_random_uuid(), $3, id, $2, $2 FROM made`,
    [tenant.applicationId, world.time.now, endpointId],
  );
  world.advance(1);
  const [lastId = ''] = await world.queue(tenant);
  await world.ctx.db.prisma.webhookDelivery.update({ where: { id: lastId }, data: { parkedAt: null } });
  world.advance(60);
  expect(await sweepDeliveries(world.ctx)).toBe(2000);
  expect(await world.delivery(lastId)).toMatchObject({ parkedAt: null });
  expect(await sweepDeliveries(world.ctx)).toBe(1);
});
