import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EndpointWorld, endpointWorld } from '../../endpoints/endpoints.fixture.ts';
import type { Tenant, TenantContext } from '../../kernel/context.ts';
import { getEndpoint } from '../endpoints/get-endpoint.ts';
import { browseEvents } from './browse-events.ts';
import { getEvent } from './get-event.ts';

let world: EndpointWorld;
beforeAll(async () => {
  world = await endpointWorld();
});
afterAll(() => world.close());

const as = (tenant: Tenant): TenantContext => ({ ...world.ctx, tenant, actor: 'operator' });
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

describe('browseEvents', () => {
  it('sums up what became of an event at all endpoints', async () => {
    const { tenant, endpointId } = await world.shop();
    const second = await world.endpoint(tenant, { url: 'https://other.example.com/hook' });
    const event = await world.event(tenant);
    await world.delivery(endpointId, { eventId: event.id, status: 'exhausted' });
    await world.delivery(endpointId, { eventId: event.id, copy: 1, status: 'delivered' });
    await world.delivery(second.endpointId, { eventId: event.id });
    const { rows } = await browseEvents(as(tenant), {});
    expect(rows).toEqual([
      {
        id: event.id,
        type: 'payment.success',
        subjectId: event.subjectId,
        test: false,
        createdAt: event.createdAt,
        deliveries: { due: 1, delivered: 1, exhausted: 1, cancelled: 0 },
      },
    ]);
  });

  it('filters by type, subject, test and by how any delivery stands', async () => {
    const { tenant, endpointId } = await world.shop();
    const failed = await world.event(tenant, { type: 'payment.failed' });
    const tested = await world.event(tenant, { test: true });
    const exhausted = await world.event(tenant);
    await world.delivery(endpointId, { eventId: exhausted.id, status: 'exhausted' });
    const found = async (input: Parameters<typeof browseEvents>[1]) =>
      ids((await browseEvents(as(tenant), input)).rows);
    expect(await found({ type: 'payment.failed' })).toEqual([failed.id]);
    expect(await found({ subjectId: tested.subjectId })).toEqual([tested.id]);
    expect(await found({ test: true })).toEqual([tested.id]);
    expect(await found({ delivery: 'exhausted' })).toEqual([exhausted.id]);
    expect((await found({ delivery: 'none' })).sort()).toEqual([failed.id, tested.id].sort());
    expect(await found({ delivery: 'delivered' })).toEqual([]);
  });

  it('pages, and keeps to its application and environment', async () => {
    const [tenant, other] = [await world.tenant(), await world.tenant()];
    for (let round = 0; round < 5; round += 1) await world.event(tenant);
    await world.event(other);
    await world.event({ ...tenant, environment: 'production' });
    const first = await browseEvents(as(tenant), { limit: 3 });
    const second = await browseEvents(as(tenant), { limit: 3, before: first.older ?? '' });
    expect(new Set(ids([...first.rows, ...second.rows])).size).toBe(5);
    expect(second.older).toBeNull();
  });
});

describe('getEvent', () => {
  it('answers the body and its deliveries', async () => {
    const { tenant, endpointId } = await world.shop();
    const event = await world.event(tenant);
    const delivery = await world.delivery(endpointId, { eventId: event.id, status: 'delivered' });
    expect(await getEvent(as(tenant), { eventId: event.id })).toMatchObject({
      id: event.id,
      body: '{"type":"payment.success"}',
      deliveries: [{ deliveryId: delivery.id, endpointId, url: 'https://shop.example.com/hook', status: 'delivered' }],
    });
  });

  it('does not know events of others, of the other environment, nor missing ones', async () => {
    const [tenant, other] = [await world.tenant(), await world.tenant()];
    const { id } = await world.event(tenant);
    for (const [who, eventId] of [
      [other, id],
      [{ ...tenant, environment: 'production' as const }, id],
      [tenant, uuidv7()],
    ] as const) {
      await expect(getEvent(as(who), { eventId })).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});

it('an endpoint says when it last acknowledged something', async () => {
  const { endpointId } = await world.shop();
  expect((await getEndpoint(world.ctx, { endpointId })).health.lastSuccessAt).toBeNull();
  const { id: deliveryId } = await world.delivery(endpointId, { status: 'delivered' });
  const attempt = { deliveryId, endpointId, durationMs: 5, statusCode: 200 };
  await world.prisma.webhookAttempt.create({ data: { ...attempt, number: 1, startedAt: world.ago(90_000) } });
  await world.prisma.webhookAttempt.create({
    data: { ...attempt, number: 2, startedAt: world.ago(10), statusCode: 500, error: 'It answered 500.' },
  });
  expect((await getEndpoint(world.ctx, { endpointId })).health.lastSuccessAt).toEqual(world.ago(90_000));
});
