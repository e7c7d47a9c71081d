import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteEndpoint } from '../deliveries/delete-endpoint.ts';
import { disableEndpoint } from '../deliveries/disable-endpoint.ts';
import { getEndpoint, listEndpoints } from '../reading/endpoints/index.ts';
import { openCircuit } from './circuit-statements.ts';
import { createEndpoint } from './create-endpoint.ts';
import { enableEndpoint } from './enable-endpoint.ts';
import { type EndpointWorld, endpointWorld } from './endpoints.fixture.ts';
import { rotateSecret } from './rotate-secret.ts';
import { testEndpoint } from './test-endpoint.ts';
import { updateEndpoint } from './update-endpoint.ts';
import { webhookUrlJudge } from './url.ts';

let world: EndpointWorld;
beforeAll(async () => {
  world = await endpointWorld();
});
afterAll(() => world.close());

describe('a circuit', () => {
  it('that has closed since its failures were counted is not opened by a late worker', async () => {
    const { endpointId } = await world.shop();
    const { pool } = world.worker.db;
    const closedAt = world.ago(60);
    await world.prisma.webhookEndpoint.update({ where: { id: endpointId }, data: { circuitClosedAt: closedAt } });
    const until = world.ago(-60);
    expect(await openCircuit(pool, { endpointId, closedAt: null, until })).toBe(false);
    expect(await openCircuit(pool, { endpointId, closedAt: world.ago(120), until })).toBe(false);
    expect(await world.endpointRow(endpointId)).toMatchObject({ circuitOpenUntil: null });
    expect(await openCircuit(pool, { endpointId, closedAt, until })).toBe(true);
    expect(await world.endpointRow(endpointId)).toMatchObject({ circuitOpenUntil: until });
  });
});

describe('an endpoint of somebody else, a missing and a deleted one', () => {
  it.each([
    ['getEndpoint', getEndpoint],
    ['updateEndpoint', updateEndpoint],
    ['disableEndpoint', disableEndpoint],
    ['enableEndpoint', enableEndpoint],
    ['deleteEndpoint', deleteEndpoint],
    ['rotateSecret', rotateSecret],
    ['testEndpoint', testEndpoint],
  ] as const)('are the same to %s, and nothing happens to them', async (_, verb) => {
    const [mine, other] = [await world.tenant(), await world.shop()];
    const before = await world.endpointRow(other.endpointId);
    const deleted = await world.endpoint(mine);
    await deleteEndpoint(world.ctx, { endpointId: deleted.endpointId });
    const unknown = { code: 'not_found', message: 'There is no such webhook endpoint.' };
    const { endpointId } = other;
    for (const input of [
      { endpointId, applicationId: mine.applicationId },
      { endpointId, applicationId: other.tenant.applicationId, environment: 'production' as const },
      { endpointId: uuidv7() },
      { endpointId: deleted.endpointId },
    ]) {
      await expect(verb(world.ctx, input)).rejects.toMatchObject(unknown);
    }
    expect(await world.endpointRow(endpointId)).toEqual(before);
    expect(await world.actions(endpointId)).toEqual(['endpoint.created']);
  });
});

describe('settings', () => {
  it('have defaults, are judged when the endpoint is made, and can be read', async () => {
    const tenant = await world.tenant();
    const { endpointId } = await world.endpoint(tenant);
    expect(await getEndpoint(world.ctx, { endpointId, ...tenant })).toMatchObject({
      description: null,
      concurrency: 4,
      ratePerSecond: null,
    });
    const set = await world.endpoint(tenant, { description: ' Till 1 ', concurrency: 16, ratePerSecond: 1000 });
    expect(await getEndpoint(world.ctx, { endpointId: set.endpointId })).toMatchObject({
      description: 'Till 1',
      concurrency: 16,
      ratePerSecond: 1000,
    });
    for (const [change, path] of [
      [{ concurrency: 0 }, 'concurrency'],
      [{ concurrency: 17 }, 'concurrency'],
      [{ concurrency: 1.5 }, 'concurrency'],
      [{ ratePerSecond: 0 }, 'ratePerSecond'],
      [{ ratePerSecond: 1001 }, 'ratePerSecond'],
      [{ description: '' }, 'description'],
    ] as const) {
      const refused = { code: 'invalid_input', extras: { issues: [{ path }] } };
      await expect(world.endpoint(tenant, change)).rejects.toMatchObject(refused);
      await expect(updateEndpoint(world.ctx, { endpointId, ...change })).rejects.toMatchObject(refused);
    }
  });

  it('a deleted endpoint makes room for another one', async () => {
    const tenant = await world.tenant();
    const made = await Promise.all(Array.from({ length: 16 }, () => world.endpoint(tenant)));
    await expect(world.endpoint(tenant)).rejects.toMatchObject({ code: 'invalid_input' });
    await deleteEndpoint(world.ctx, { endpointId: made[0]?.endpointId ?? '' });
    await world.endpoint(tenant);
    await expect(world.endpoint(tenant)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await listEndpoints(world.ctx, tenant)).toHaveLength(16);
  });
});

describe('a change', () => {
  it('touches what is given and nothing else, and the audit names the fields', async () => {
    const { endpointId } = await world.shop({ description: 'Old', events: ['payment.success'] });
    const before = await world.endpointRow(endpointId);
    const change = { description: null, concurrency: 2, ratePerSecond: 50, events: ['payment.failed' as const] };
    expect(await updateEndpoint(world.ctx, { endpointId, ...change })).toEqual({
      endpointId,
      changed: ['events', 'description', 'concurrency', 'ratePerSecond'],
    });
    expect(await world.endpointRow(endpointId)).toEqual({ ...before, ...change });
    const audit = await world.prisma.auditEntry.findFirst({
      where: { subjectId: endpointId, action: 'endpoint.changed' },
    });
    expect(audit).toMatchObject({
      actor: 'operator',
      organizationId: expect.any(String),
      detail: { environment: 'sandbox', fields: ['events', 'description', 'concurrency', 'ratePerSecond'] },
    });
  });

  it('made twice, or that changes nothing, is audited once', async () => {
    const { endpointId } = await world.shop();
    await Promise.all([1, 2].map(() => updateEndpoint(world.ctx, { endpointId, description: 'null' })));
    expect(await updateEndpoint(world.ctx, { endpointId })).toEqual({ endpointId, changed: [] });
    expect(await world.actions(endpointId)).toEqual(['endpoint.changed', 'endpoint.created']);
    expect((await world.endpointRow(endpointId)).description).toBe('null');
  });

  it('of the URL is judged as a new one is, makes another receiver of it, and shows no path in the audit', async () => {
    const { endpointId } = await world.shop();
    const sick = { failingSince: world.ago(60), circuitOpenUntil: world.ago(-60), alertsSent: 2 };
    await world.prisma.webhookEndpoint.update({ where: { id: endpointId }, data: sick });
    for (const url of ['https://127.0.0.1/', 'http://shop.example.com/', 'nonsense']) {
      await expect(updateEndpoint(world.ctx, { endpointId, url })).rejects.toMatchObject({
        code: 'invalid_input',
        extras: { issues: [{ path: 'url' }] },
      });
    }
    await updateEndpoint(world.ctx, { endpointId, concurrency: 2 });
    expect(await world.endpointRow(endpointId)).toMatchObject(sick);
    await updateEndpoint(world.ctx, { endpointId, url: 'https://new.example.com/hook?token=canary' });
    expect(await world.endpointRow(endpointId)).toMatchObject({
      url: 'https://new.example.com/hook?token=canary',
      failingSince: null,
      circuitOpenUntil: null,
      alertsSent: 0,
      circuitClosedAt: world.ctx.clock.now(),
    });
    const audit = await world.prisma.auditEntry.findMany({ where: { subjectId: endpointId } });
    expect(audit).toContainEqual(
      expect.objectContaining({ detail: { environment: 'sandbox', fields: ['url'], host: 'new.example.com' } }),
    );
    expect(JSON.stringify(audit)).not.toContain('canary');
    expect(world.wakeUps()).toBeGreaterThan(0);
  });
});

it('a change of the URL is judged by the environment that the endpoint has', async () => {
  const ctx = { ...world.ctx, judgeWebhookUrl: webhookUrlJudge(['localhost']) };
  const tenant = await world.tenant();
  const url = 'http://localhost:4900/webhooks';
  const { endpointId } = await world.endpoint(tenant);
  await updateEndpoint(ctx, { endpointId, url });
  const live = await world.endpoint({ ...tenant, environment: 'production' });
  await expect(updateEndpoint(ctx, { endpointId: live.endpointId, url })).rejects.toMatchObject({
    code: 'invalid_input',
    extras: { issues: [{ path: 'url' }] },
  });
  expect((await world.endpointRow(live.endpointId)).url).toBe('https://shop.example.com/hook');
});

describe('disabling', () => {
  it('cancels what waits, leaves what is under way, and is the same twice as once', async () => {
    const { endpointId } = await world.shop();
    const parked = await world.delivery(endpointId);
    const retry = await world.delivery(endpointId, {
      parkedAt: null,
      nextAttemptAt: world.ago(-3600),
      attemptCount: 3,
    });
    const underWay = await world.delivery(endpointId, { parkedAt: null, claimedUntil: world.ago(-20) });
    const delivered = await world.delivery(endpointId, { status: 'delivered' });
    const [first] = await Promise.all([1, 2].map(() => disableEndpoint(world.ctx, { endpointId })));
    expect(first).toEqual({ endpointId, disabledReason: 'Disabled by operator.' });
    expect((await getEndpoint(world.ctx, { endpointId })).health.disabledBy).toEqual({ kind: 'operator' });
    expect(await disableEndpoint({ ...world.ctx, actor: 'user:2' }, { endpointId })).toEqual(first);
    const states = await Promise.all([parked, retry, underWay, delivered].map(({ id }) => world.deliveryRow(id)));
    expect(states.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'due', 'delivered']);
    expect(await world.actions(endpointId)).toEqual(['endpoint.created', 'endpoint.disabled']);
  });
});

describe('enabling', () => {
  it('forgets the failures, tells how many deliveries were cancelled and since when, and is the same twice as once', async () => {
    const { endpointId } = await world.shop();
    await world.delivery(endpointId, { status: 'cancelled', endedAt: world.ago(3600) });
    await Promise.all([1, 2, 3].map(() => world.delivery(endpointId)));
    await world.prisma.webhookEndpoint.update({
      where: { id: endpointId },
      data: { failingSince: world.ago(60), circuitOpenUntil: world.ago(-60), alertsSent: 2 },
    });
    const disabledAt = world.ctx.clock.now();
    await disableEndpoint(world.ctx, { endpointId });
    world.ctx.clock.advance(60);
    const answers = await Promise.all([1, 2].map(() => enableEndpoint(world.ctx, { endpointId })));
    const enabled = { endpointId, disabledAt, cancelledDeliveries: 3 };
    expect(answers).toEqual([enabled, enabled]);
    expect(await world.endpointRow(endpointId)).toMatchObject({
      status: 'enabled',
      disabledReason: null,
      failingSince: null,
      circuitOpenUntil: null,
      alertsSent: 0,
      circuitClosedAt: world.ctx.clock.now(),
    });
    expect(await world.actions(endpointId)).toEqual(['endpoint.created', 'endpoint.disabled', 'endpoint.enabled']);
  });

  it('an endpoint that never was disabled changes nothing', async () => {
    const { endpointId } = await world.shop();
    const before = await world.endpointRow(endpointId);
    expect(await enableEndpoint(world.ctx, { endpointId })).toEqual({
      endpointId,
      disabledAt: null,
      cancelledDeliveries: 0,
    });
    expect(await world.endpointRow(endpointId)).toEqual(before);
    expect(await world.actions(endpointId)).toEqual(['endpoint.created']);
  });
});

describe('deleting', () => {
  it('takes the secrets away, cancels what waits, keeps the history, and happens once', async () => {
    const { tenant, endpointId } = await world.shop();
    await rotateSecret(world.ctx, { endpointId });
    const waiting = await world.delivery(endpointId);
    const results = await Promise.allSettled([1, 2].map(() => deleteEndpoint(world.ctx, { endpointId, ...tenant })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(results.find((result) => result.status === 'rejected')).toMatchObject({ reason: { code: 'not_found' } });
    expect(await world.endpointRow(endpointId)).toMatchObject({
      deletedAt: world.ctx.clock.now(),
      status: 'disabled',
      sealedSecret: '',
      retiredSecrets: [],
      url: 'https://shop.example.com/hook',
    });
    expect(await world.deliveryRow(waiting.id)).toMatchObject({ status: 'cancelled', parkedAt: null });
    expect(await listEndpoints(world.ctx, tenant)).toEqual([]);
    const actions = await world.actions(endpointId);
    expect(actions.filter((action) => action === 'endpoint.deleted')).toHaveLength(1);
  });

  it('works on a disabled endpoint as well', async () => {
    const { endpointId } = await world.shop();
    await disableEndpoint(world.ctx, { endpointId });
    await deleteEndpoint(world.ctx, { endpointId });
    await expect(enableEndpoint(world.ctx, { endpointId })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('what an endpoint is shown as', () => {
  it('has its health: queue and retries, the last day, the circuit, secrets that end', async () => {
    const { tenant, endpointId } = await world.shop();
    const { id: deliveryId } = await world.delivery(endpointId);
    await world.delivery(endpointId, { parkedAt: null, nextAttemptAt: world.ago(-60) });
    await world.delivery(endpointId, { status: 'exhausted' });
    const attempts = [86_401, 60, 50, 40].map((seconds, index) => ({
      deliveryId,
      endpointId,
      number: index + 1,
      startedAt: world.ago(seconds),
      durationMs: 5,
      error: seconds === 40 ? null : 'The endpoint answered 500.',
    }));
    await world.prisma.webhookAttempt.createMany({ data: attempts });
    const openUntil = world.ago(-60);
    await world.prisma.webhookEndpoint.update({ where: { id: endpointId }, data: { circuitOpenUntil: openUntil } });
    const { retiredUntil } = await rotateSecret(world.ctx, { endpointId, graceSeconds: 3600 });
    const view = await getEndpoint(world.ctx, { endpointId, ...tenant });
    expect(view.health).toEqual({
      status: 'enabled',
      disabledReason: null,
      disabledBy: null,
      failingSince: null,
      lastFailure: null,
      circuit: { state: 'open', openUntil },
      nextSecretAt: retiredUntil,
      waiting: { value: 2, more: false },
      lastDay: { attempts: 3, failures: 2, more: false },
      lastSuccessAt: expect.any(Date),
    });
    await world.prisma.webhookAttempt.create({
      data: {
        deliveryId,
        endpointId,
        number: 5,
        startedAt: world.ago(1),
        durationMs: 5,
        statusCode: 500,
        error: 'The endpoint answered 500.',
        responseBody: `relation "orders" does not exist${'.'.repeat(500)}`,
      },
    });
    const { lastFailure } = (await getEndpoint(world.ctx, { endpointId, ...tenant })).health;
    expect(lastFailure).toMatchObject({ error: 'The endpoint answered 500.', statusCode: 500, at: world.ago(1) });
    expect(lastFailure?.answer).toMatch(/^relation "orders" does not exist\.+$/);
    expect(lastFailure?.answer).toHaveLength(200);
    world.ctx.clock.advance(60);
    expect((await getEndpoint(world.ctx, { endpointId })).health.circuit).toEqual({ state: 'half_open' });
    world.ctx.clock.advance(3600);
    expect((await getEndpoint(world.ctx, { endpointId })).health.nextSecretAt).toBeNull();
  });

  it('is counted up to a limit', async () => {
    const { tenant, endpointId } = await world.shop();
    const { id: eventId } = await world.event(tenant);
    await world.prisma.$executeRaw`
      INSERT INTO webhook_deliveries (id, endpoint_id, event_id, copy, next_attempt_at, parked_at, created_at)
      SELECT gen_random_uuid(), ${endpointId}::uuid, ${eventId}::uuid, n, now(), now(), now() FROM generate_series(0, 10000) n`;
    expect((await getEndpoint(world.ctx, { endpointId })).health.waiting).toEqual({ value: 10_000, more: true });
  });

  it('is listed per application, the oldest first, and per environment when asked', async () => {
    const tenant = await world.tenant();
    const made = [
      await world.endpoint(tenant, { environment: 'production' }),
      await world.endpoint(tenant),
      await world.endpoint(tenant),
    ].map(({ endpointId }) => endpointId);
    const ids = (views: { endpointId: string }[]) => views.map(({ endpointId }) => endpointId);
    const { applicationId } = tenant;
    expect(ids(await listEndpoints(world.ctx, { applicationId }))).toEqual(made);
    expect(ids(await listEndpoints(world.ctx, tenant))).toEqual(made.slice(1));
    await expect(listEndpoints(world.ctx, { applicationId: uuidv7() })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('never has a secret in it, sealed or open', async () => {
    const tenant = await world.tenant();
    const { endpointId, secret } = await createEndpoint(world.ctx, { ...tenant, url: 'https://shop.example.com/' });
    const rotated = await rotateSecret(world.ctx, { endpointId });
    const row = await world.endpointRow(endpointId);
    const [retired] = row.retiredSecrets as { sealed: string }[];
    const shown = JSON.stringify([
      await getEndpoint(world.ctx, { endpointId }),
      await listEndpoints(world.ctx, tenant),
      await updateEndpoint(world.ctx, { endpointId, concurrency: 1 }),
      await testEndpoint(world.ctx, { endpointId }),
      await disableEndpoint(world.ctx, { endpointId }),
      await enableEndpoint(world.ctx, { endpointId }),
      await deleteEndpoint(world.ctx, { endpointId }),
      await world.prisma.auditEntry.findMany({ where: { subjectId: endpointId } }),
    ]);
    expect(retired?.sealed).toMatch(/^v2\./);
    for (const hidden of [secret, rotated.secret, row.sealedSecret, retired?.sealed ?? '']) {
      expect(shown).not.toContain(hidden);
    }
  });
});
