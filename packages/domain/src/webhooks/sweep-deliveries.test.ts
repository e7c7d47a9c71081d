import { afterEach, beforeEach, expect, it } from 'vitest';
import { attemptDelivery } from './attempt-delivery.ts';
import { sweepDeliveries } from './sweep-deliveries.ts';
import { answered, type WebhookWorld, webhookWorld } from './webhooks.fixture.ts';

let world: WebhookWorld;
const publishedIds = () => world.published.map(({ data }) => ('deliveryId' in data ? data.deliveryId : ''));

beforeEach(async () => {
  world = await webhookWorld();
});
afterEach(() => world.close());

it('a delivery whose event was lost is published once it is ten seconds late', async () => {
  const { deliveryId } = await world.oneDelivery();
  world.advance(9.999);
  expect(await sweepDeliveries(world.ctx)).toBe(0);
  world.advance(0.001);
  expect(await sweepDeliveries(world.ctx)).toBe(1);
  expect(publishedIds()).toEqual([deliveryId]);
});

it('it is published again at 20, 40, 80 … seconds of lateness, each time under a new event id', async () => {
  await world.oneDelivery();
  const lateness: number[] = [];
  for (let second = 1; second <= 400; second += 1) {
    world.advance(1);
    if ((await sweepDeliveries(world.ctx)) === 1) lateness.push(second);
  }
  expect(lateness).toEqual([10, 20, 40, 80, 160, 320]);
  expect(new Set(world.published.map(({ id }) => id)).size).toBe(6);
});

it('at least once an hour, however late', async () => {
  await world.oneDelivery();
  world.advance(5 * 86_400);
  await sweepDeliveries(world.ctx);
  world.advance(3599);
  expect(await sweepDeliveries(world.ctx)).toBe(0);
  world.advance(1);
  expect(await sweepDeliveries(world.ctx)).toBe(1);
});

it('lateness starts anew with the next attempt', async () => {
  const { deliveryId } = await world.oneDelivery();
  world.advance(40);
  await sweepDeliveries(world.ctx);
  world.script.answer = async () => answered(500);
  await attemptDelivery(world.ctx, { deliveryId });
  world.advance(5 + 10);
  expect(await sweepDeliveries(world.ctx)).toBe(1);
});

it('several workers that sweep at once publish each delivery once', async () => {
  const tenant = await world.application();
  await world.endpoint(tenant);
  await Promise.all(Array.from({ length: 30 }, () => world.queue(tenant)));
  world.advance(60);
  const counts = await Promise.all(Array.from({ length: 6 }, () => sweepDeliveries(world.ctx)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30);
  expect(new Set(publishedIds()).size).toBe(30);
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
  expect(publishedIds().sort()).toEqual([waiting.deliveryId, heldId].sort());
});

it('takes at most 200 at once, the latest first, and those that were swept do not stand before the others', async () => {
  const tenant = await world.application();
  await world.endpoint(tenant);
  await Promise.all(Array.from({ length: 200 }, () => world.queue(tenant)));
  world.advance(1);
  const [lastId] = await world.queue(tenant);
  world.advance(60);
  expect(await sweepDeliveries(world.ctx)).toBe(200);
  expect(publishedIds()).not.toContain(lastId);
  expect(await sweepDeliveries(world.ctx)).toBe(1);
  expect(publishedIds().at(-1)).toBe(lastId);
});
