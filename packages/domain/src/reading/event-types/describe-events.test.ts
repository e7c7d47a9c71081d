import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tenant, TenantContext } from '../../kernel/context.ts';
import { allEventTypes, renderEvent } from '../../outbox/index.ts';
import { seed, type TestContext, testContext } from '../../testing/index.ts';
import { describeEvents } from './describe-events.ts';
import { eventSchemas } from './event-schemas.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

async function mintTenant(): Promise<TenantContext> {
  const merchant = await seed(base).owner().application().mint();
  return merchant.as();
}

type Event = { minutes: number; amount: number; test?: boolean; erased?: boolean };

async function announce(
  tenant: Tenant,
  { minutes, amount, test: isTest = false, erased = false }: Event,
): Promise<void> {
  const at = new Date(base.clock.now().getTime() + minutes * 60_000);
  await base.db.prisma.webhookEvent.create({
    data: {
      id: crypto.randomUUID(),
      ...tenant,
      type: 'payment.success',
      subjectId: crypto.randomUUID(),
      body: renderEvent('payment.success', at, { amount }),
      test: isTest,
      createdAt: at,
      bodyErasedAt: erased ? at : null,
    },
  });
}

const amountOf = (body: unknown) => (body as { data: { amount: number } }).data.amount;

describe('the event types', () => {
  it('have a description, the schema of the contract and an example that meets it', async () => {
    const described = await describeEvents(await mintTenant());
    expect(described.map(({ type }) => type)).toEqual([...allEventTypes]);
    for (const { type, description, schema, example } of described) {
      expect(description).not.toBe('');
      const whole = Object.values((schema as { $defs: object }).$defs);
      expect(whole).toContainEqual(expect.objectContaining({ required: ['type', 'created', 'data'] }));
      expect(example.at).toBeNull();
      expect(eventSchemas[type].parse(example.body)).toEqual(example.body);
      expect(example.body).not.toHaveProperty('data.test');
    }
  });

  it('show the latest own event of a type, and none of others, of tests, or without its body', async () => {
    const [own, other] = [await mintTenant(), await mintTenant()];
    await announce(other.tenant, { minutes: 50, amount: 1 });
    await announce({ ...own.tenant, environment: 'production' }, { minutes: 50, amount: 2 });
    await announce(own.tenant, { minutes: 1, amount: 3 });
    await announce(own.tenant, { minutes: 2, amount: 4 });
    await announce(own.tenant, { minutes: 3, amount: 5, test: true });
    await announce(own.tenant, { minutes: 4, amount: 6, erased: true });
    const [success, failed] = await describeEvents(own);
    expect(success && amountOf(success.example.body)).toBe(4);
    expect(success?.example.at).toEqual(new Date(base.clock.now().getTime() + 2 * 60_000));
    expect(failed?.example.at).toBeNull();
  });
});
