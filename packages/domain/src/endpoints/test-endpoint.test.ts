import { afterAll, beforeAll, expect, it } from 'vitest';
import { disableEndpoint } from '../deliveries/disable-endpoint.ts';
import { allEventTypes } from '../outbox/index.ts';
import { type EndpointWorld, endpointWorld } from './endpoints.fixture.ts';
import { testEndpoint, testsPerMinuteMax } from './test-endpoint.ts';

let world: EndpointWorld;
beforeAll(async () => {
  world = await endpointWorld();
});
afterAll(() => world.close());

it.each(allEventTypes)(
  'a test of %s goes to this endpoint alone, whatever types it wants, and says that it is one',
  async (type) => {
    const { tenant, endpointId } = await world.shop({ events: ['payment.failed'] });
    await world.endpoint(tenant);
    const { eventId, deliveryId } = await testEndpoint(world.ctx, { endpointId, ...tenant, type });
    const event = await world.prisma.webhookEvent.findUniqueOrThrow({
      where: { id: eventId },
      include: { deliveries: true },
    });
    const now = world.ctx.clock.now();
    expect(event).toMatchObject({ ...tenant, type, test: true, createdAt: now });
    expect(event.deliveries).toMatchObject([
      { id: deliveryId, endpointId, copy: 0, status: 'due', nextAttemptAt: now, parkedAt: now },
    ]);
    expect(JSON.parse(event.body)).toMatchObject({
      type,
      created: Math.floor(now.getTime() / 1000),
      data: { applicationId: tenant.applicationId, env: 'sandbox', test: true },
    });
    expect(event.body).toContain(event.subjectId);
    expect(world.wakeUps()).toBeGreaterThan(0);
  },
);

it('is audited with its type', async () => {
  const { endpointId } = await world.shop();
  const { deliveryId } = await testEndpoint(world.ctx, { endpointId });
  const audit = await world.prisma.auditEntry.findMany({ where: { subjectId: endpointId, action: 'endpoint.tested' } });
  expect(audit).toMatchObject([{ actor: 'operator', detail: { type: 'payment.success', deliveryId } }]);
});

it('an endpoint gets at most 10 tests per minute, however many are made at once, and others are not held back', async () => {
  const { tenant, endpointId } = await world.shop();
  const other = await world.endpoint(tenant);
  const results = await Promise.allSettled(Array.from({ length: 15 }, () => testEndpoint(world.ctx, { endpointId })));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(testsPerMinuteMax);
  expect(results.find((result) => result.status === 'rejected')).toMatchObject({
    reason: { code: 'rate_limited', extras: { retryAfterSeconds: 60 } },
  });
  await testEndpoint(world.ctx, { endpointId: other.endpointId });
  world.ctx.clock.advance(59);
  await expect(testEndpoint(world.ctx, { endpointId })).rejects.toMatchObject({ extras: { retryAfterSeconds: 1 } });
  world.ctx.clock.advance(1);
  await testEndpoint(world.ctx, { endpointId });
});

it('a disabled endpoint is not tested, and the refusal says what to do', async () => {
  const { endpointId } = await world.shop();
  await disableEndpoint(world.ctx, { endpointId });
  await expect(testEndpoint(world.ctx, { endpointId })).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'The endpoint is disabled: enable it first.',
  });
});

it('an unknown type is refused', async () => {
  const { endpointId } = await world.shop();
  const type = 'payment.refunded' as 'payment.success';
  await expect(testEndpoint(world.ctx, { endpointId, type })).rejects.toMatchObject({
    extras: { issues: [{ path: 'type' }] },
  });
});
