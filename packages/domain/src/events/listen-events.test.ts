import { randomUUID } from 'node:crypto';
import type { Queryable } from '@tillgate/db';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attemptDelivery } from '../deliveries/index.ts';
import { webhookWorld } from '../deliveries/webhooks.fixture.ts';
import { signatureHeaders } from '../endpoints/index.ts';
import { operator } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import type { EventType } from '../outbox/index.ts';
import { seed, type TestContext, testContext } from '../testing/index.ts';
import { listenEvents, listenHeaders } from './listen-events.ts';
import { listenSecret } from './listen-secret.ts';

let test: TestDatabase;
let base: TestContext;
/** Of other databases on the server, a transaction may be open for a moment: what waits for it comes a little later. */
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

const merchant = async () => (await seed(base).owner().application().mint()).as('sandbox');
type Shop = Awaited<ReturnType<typeof merchant>>;

const writeEvent = `
  INSERT INTO webhook_events (id, application_id, environment, type, subject_id, body, test, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

/** Writes an event as a settlement does. Returns its id. `name` becomes its body. */
async function write(
  { tenant, clock }: Shop,
  name: string,
  on: Queryable = test.database.pool,
  more: { environment?: string; test?: boolean; createdAt?: Date; type?: string } = {},
): Promise<string> {
  const { environment = tenant.environment, createdAt = clock.now(), type = 'payment.success' } = more;
  const id = randomUUID();
  const values = [id, tenant.applicationId, environment, type, uuidv7(), name, more.test ?? false, createdAt];
  await on.query({ name: 'test_write_event', text: writeEvent, values });
  return id;
}

/** A transaction that has written an event and stays open. */
async function openWrite(shop: Shop, name: string) {
  const client = await test.database.pool.connect();
  await client.query('BEGIN');
  await write(shop, name, client);
  return async (end: 'COMMIT' | 'ROLLBACK') => {
    await client.query(end);
    client.release();
  };
}

/** Reads on from where it stands. */
async function listener(ctx: TenantContext, limit?: number) {
  let { next: after } = await listenEvents(ctx, {});
  return async (): Promise<string[]> => {
    const { events, next } = await listenEvents(ctx, { after, ...(limit !== undefined && { limit }) });
    after = next;
    return events.map(({ body }) => body);
  };
}

/** Everything until `count` have come. */
async function readAll(read: () => Promise<string[]>, count: number): Promise<string[]> {
  const seen: string[] = [];
  await expect
    .poll(async () => {
      seen.push(...(await read()));
      return seen.length;
    })
    .toBeGreaterThanOrEqual(count);
  return seen;
}

describe('a listener that names', () => {
  const named: [string, { types?: EventType[] }, string[]][] = [
    ['no type gets those of the contract', {}, ['payment.success', 'refund.result']],
    ['no type in a list gets those of the contract', { types: [] }, ['payment.success', 'refund.result']],
    ['an extra type gets it', { types: ['link.paid'] }, ['link.paid']],
    ['both kinds gets both', { types: ['refund.result', 'link.ended'] }, ['link.ended', 'refund.result']],
  ];
  it.each(named)('%s', async (_, wanted, expected) => {
    const shop = await merchant();
    const { next: after } = await listenEvents(shop, wanted);
    for (const type of ['payment.success', 'link.paid', 'link.ended', 'refund.result']) {
      await write(shop, type, undefined, { type });
    }
    await expect
      .poll(async () => (await listenEvents(shop, { after, ...wanted })).events.map(({ type }) => type))
      .toEqual(expected);
  });

  it('a rare type passes over the others, each once, and a full page ends at its last event', async () => {
    const shop = await merchant();
    const wanted = { types: ['link.paid' as const], limit: 2 };
    let { next: after } = await listenEvents(shop, wanted);
    for (let count = 0; count < 230; count += 1) {
      await write(shop, String(count), undefined, count % 50 === 0 ? { type: 'link.paid' } : {});
    }
    const pages: string[][] = [];
    await expect
      .poll(async () => {
        const { events, next } = await listenEvents(shop, { ...wanted, after });
        if (next !== after) pages.push(events.map(({ body }) => body));
        after = next;
        return pages.flat();
      })
      .toEqual(['0', '50', '100', '150', '200']);
    expect(pages.every((page) => page.length <= 2)).toBe(true);
    await expect.poll(async () => (await listenEvents(shop, { ...wanted, after })).events).toEqual([]);
  });
});

describe('a listener', () => {
  it('begins with nothing of what was before', async () => {
    const shop = await merchant();
    await write(shop, 'before');
    const { events, next } = await listenEvents(shop, {});
    expect(events).toEqual([]);
    await write(shop, 'after');
    await expect
      .poll(async () => (await listenEvents(shop, { after: next })).events.map(({ body }) => body))
      .toEqual(['after']);
  });

  it('gets an event as it is, those that try an endpoint as well', async () => {
    const shop = await merchant();
    const { next: after } = await listenEvents(shop, {});
    const id = await write(shop, '{"type":"payment.success"}', undefined, { test: true });
    await expect
      .poll(async () => (await listenEvents(shop, { after })).events)
      .toEqual([
        { id, type: 'payment.success', createdAt: shop.clock.now(), body: '{"type":"payment.success"}', test: true },
      ]);
  });

  it.each(['COMMIT', 'ROLLBACK'] as const)(
    'misses nothing when a later event is committed before an earlier one ends with %s',
    async (end) => {
      const shop = await merchant();
      const read = await listener(shop);
      const finish = await openWrite(shop, 'early');
      await write(shop, 'late');
      expect(await read(), 'the later one waits for the earlier one').toEqual([]);
      await finish(end);
      expect(await readAll(read, end === 'COMMIT' ? 2 : 1)).toEqual(end === 'COMMIT' ? ['early', 'late'] : ['late']);
      expect(await read()).toEqual([]);
    },
  );

  it('gets an event whose transaction was open when it began to listen', async () => {
    const shop = await merchant();
    const finish = await openWrite(shop, 'early');
    // A later transaction that has ended is not part of it, and does not hide the one that is open.
    await write(shop, 'before');
    const read = await listener(shop);
    await write(shop, 'late');
    await finish('COMMIT');
    expect(await readAll(read, 2)).toEqual(['early', 'late']);
    expect(await read()).toEqual([]);
  });

  it('gets an event that another clock dated back, and one that commits after much idle time', async () => {
    const shop = await merchant();
    const read = await listener(shop);
    shop.clock.advance(30);
    await write(shop, 'first');
    await write(shop, 'dated back', undefined, { createdAt: new Date(shop.clock.now().getTime() - 45_000) });
    expect(await readAll(read, 2)).toEqual(['first', 'dated back']);
    const finish = await openWrite(shop, 'slow');
    shop.clock.advance(50);
    expect(await read()).toEqual([]);
    shop.clock.advance(50);
    expect(await read()).toEqual([]);
    await finish('COMMIT');
    expect(await readAll(read, 1)).toEqual(['slow']);
  });

  it('hears nothing of another merchant, nor of its own production', async () => {
    const [shop, other] = [await merchant(), await merchant()];
    const read = await listener(shop);
    await write(other, 'foreign');
    await write(shop, 'real money', undefined, { environment: 'production' });
    await write(shop, 'own');
    expect(await readAll(read, 1)).toEqual(['own']);
    expect(await read()).toEqual([]);
  });

  it('gets each event once and in the order of its transaction, however transactions and pages interleave', async () => {
    const step = fc.constantFrom('write', 'open', 'commit', 'rollback', 'read');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.integer({ min: 1, max: 3 }), async (steps, limit) => {
        const shop = await merchant();
        const read = await listener(shop, limit);
        const open: { name: string; finish: Awaited<ReturnType<typeof openWrite>> }[] = [];
        const begun: string[] = [];
        const undone = new Set<string>();
        const seen: string[] = [];
        for (const [index, what] of [...steps, 'commit', 'commit', 'commit'].entries()) {
          const name = `event ${index}`;
          if (what === 'read') seen.push(...(await read()));
          if (what === 'write') {
            begun.push(name);
            await write(shop, name);
          }
          if (what === 'open' && open.length < 3) {
            begun.push(name);
            open.push({ name, finish: await openWrite(shop, name) });
          }
          if (what !== 'commit' && what !== 'rollback') continue;
          const ending = open.splice(index % Math.max(open.length, 1), 1)[0];
          if (ending && what === 'rollback') undone.add(ending.name);
          await ending?.finish(what === 'commit' ? 'COMMIT' : 'ROLLBACK');
        }
        const happened = begun.filter((name) => !undone.has(name));
        seen.push(...(await readAll(read, happened.length - seen.length)));
        expect(seen).toEqual(happened);
        expect(await read()).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});

describe('a cursor', () => {
  const wrap = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const right = { writtenBy: '1', id: randomUUID(), at: 0 };

  it.each([
    ['nothing', ''],
    ['no base64', '%%%'],
    ['no JSON', Buffer.from('{').toString('base64url')],
    ['no object', wrap(null)],
    ['no transaction', wrap({ ...right, writtenBy: '' })],
    ['SQL', wrap({ ...right, writtenBy: '1; DROP TABLE payments' })],
    ['a number beyond 64 bits', wrap({ ...right, writtenBy: '9'.repeat(19) })],
    ['an id that is none', wrap({ ...right, id: 'x' })],
    ['a time that is none', wrap({ ...right, at: 'now' })],
    ['a time beyond all calendars', wrap({ ...right, at: 8.64e15 })],
  ])('is refused when it holds %s', async (_what, after) => {
    const refused = listenEvents(await merchant(), { after });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input', extras: { issues: [{ path: 'after' }] } });
  });

  it('of another merchant reads nothing but what is one’s own', async () => {
    const [shop, other] = [await merchant(), await merchant()];
    const { next: after } = await listenEvents(other, {});
    await write(other, 'foreign');
    await write(shop, 'own');
    await expect
      .poll(async () => (await listenEvents(shop, { after })).events.map(({ body }) => body))
      .toEqual(['own']);
  });
});

it.each([false, true])(
  'has the headers that the webhook of the event has (made to try an endpoint: %s)',
  async (isTest) => {
    const world = await webhookWorld();
    const tenant = await world.application();
    const { next: after } = await listenEvents({ ...world.ctx, tenant, authority: operator }, {});
    await world.endpoint(tenant);
    const [deliveryId = ''] = await world.queue(tenant);
    await world.ctx.db.prisma.webhookEvent.updateMany({ data: { test: isTest } });
    await attemptDelivery(world.ctx, { deliveryId });
    const webhook = world.posted[0]?.headers ?? {};
    await expect
      .poll(async () => (await listenEvents({ ...world.ctx, tenant, authority: operator }, { after })).events)
      .toHaveLength(1);
    const [event] = (await listenEvents({ ...world.ctx, tenant, authority: operator }, { after })).events;
    if (!event) throw new Error('there is no event');
    const own = listenHeaders(event, 'mp_test_key', world.time.now);
    const secret = listenSecret('mp_test_key');
    const signed = signatureHeaders({ id: event.id, at: world.time.now, rawBody: event.body, secrets: [secret] });
    expect(own).toEqual({ ...webhook, 'x-webhook-id': event.id, ...signed });
    await world.close();
  },
);

it('is for the sandbox only', async () => {
  const live = (await seed(base).owner().application().mint()).as('production');
  await expect(listenEvents(live, {})).rejects.toThrow('sandbox only');
});
