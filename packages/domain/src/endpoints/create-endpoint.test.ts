import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WebhookWorld, webhookWorld } from '../deliveries/webhooks.fixture.ts';
import { signingSecretPlace } from '../sealing/index.ts';
import { createEndpoint } from './create-endpoint.ts';
import { webhookUrlJudge } from './url.ts';

let world: WebhookWorld;
const url = 'https://shop.example.com/hook';

beforeAll(async () => {
  world = await webhookWorld();
});
afterAll(() => world.close());

const create = (input: Parameters<typeof createEndpoint>[1]) =>
  createEndpoint({ ...world.ctx, judgeWebhookUrl: webhookUrlJudge([]) }, input);

describe('a new endpoint', () => {
  it('is enabled, for all events by default, and its secret is sealed and given once', async () => {
    const tenant = await world.application();
    const { endpointId, secret } = await create({ ...tenant, url });
    const row = await world.endpointRow(endpointId);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(row).toMatchObject({ ...tenant, url, events: [], status: 'enabled', createdAt: world.time.now });
    expect(world.ctx.open(row.sealedSecret, signingSecretPlace({ endpointId, ...tenant }))).toBe(secret);
  });

  it('leaves an audit row with the actor and without the secret or the path of the URL', async () => {
    const tenant = await world.application();
    const events = ['payment.failed', 'payment.success', 'payment.failed'] as const;
    const { endpointId, secret } = await create({
      ...tenant,
      url: `${url}?token=not-in-the-audit`,
      events: [...events],
    });
    const audit = await world.audit(endpointId);
    expect(audit).toMatchObject([
      {
        applicationId: tenant.applicationId,
        organizationId: expect.any(String),
        actor: 'operator',
        action: 'endpoint.created',
        detail: { environment: 'sandbox', host: 'shop.example.com', events: ['payment.failed', 'payment.success'] },
      },
    ]);
    expect(JSON.stringify(audit)).not.toContain(secret.slice(6, 20));
    expect(JSON.stringify(audit)).not.toContain('not-in-the-audit');
  });
});

describe('is refused', () => {
  it.each(['http://shop.example.com/', 'https://127.0.0.1/', 'https://u:p@shop.example.com/', 'nonsense', ''])(
    'for the URL %j, with the reason at `url`',
    async (badUrl) => {
      const tenant = await world.application();
      await expect(create({ ...tenant, url: badUrl })).rejects.toMatchObject({
        code: 'invalid_input',
        extras: { issues: [{ path: 'url', message: expect.any(String) }] },
      });
    },
  );

  it('in production for a private host that the operator allows the sandbox', async () => {
    const tenant = await world.application();
    const ctx = { ...world.ctx, judgeWebhookUrl: webhookUrlJudge(['localhost']) };
    const local = { ...tenant, url: 'http://localhost:4900/webhooks' };
    await createEndpoint(ctx, local);
    await expect(createEndpoint(ctx, { ...local, environment: 'production' })).rejects.toMatchObject({
      code: 'invalid_input',
      extras: { issues: [{ path: 'url' }] },
    });
  });

  it('for an unknown event type, naming its place', async () => {
    const tenant = await world.application();
    const events = ['payment.success', 'payment.refunded'] as 'payment.success'[];
    await expect(create({ ...tenant, url, events })).rejects.toMatchObject({
      code: 'invalid_input',
      extras: { issues: [{ path: 'events.1' }] },
    });
  });

  it.each([uuidv7(), 'not-a-uuid', ''])('for the unknown application %j', async (applicationId) => {
    await expect(create({ applicationId, environment: 'sandbox', url })).rejects.toMatchObject({ code: 'not_found' });
  });
});

it('an application has at most 16 per environment, however many are made at once', async () => {
  const tenant = await world.application();
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => create({ ...tenant, url })));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(16);
  const [refused] = results.filter((result) => result.status === 'rejected');
  expect(refused?.reason).toMatchObject({ code: 'invalid_input' });
  await create({ ...tenant, environment: 'production', url });
  expect(await world.ctx.db.prisma.webhookEndpoint.count({ where: tenant })).toBe(16);
});
