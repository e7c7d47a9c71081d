import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Tenant } from '../kernel/context.ts';
import type { CourierAnswer } from '../ports/ports.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { drainEndpoint } from './drain-endpoint.ts';
import { sweepDeliveries } from './sweep-deliveries.ts';
import { answered, type WebhookWorld, webhookWorld } from './webhooks.fixture.ts';

let world: WebhookWorld;
beforeEach(async () => {
  world = await webhookWorld();
});
afterEach(() => world.close());

const drain = (endpointId: string, lanesMax = 16) => drainEndpoint(world.ctx, { endpointId, lanesMax });
const attempt = (deliveryId: string) => attemptDelivery(world.ctx, { deliveryId });
const statuses = async (ids: string[]) => (await Promise.all(ids.map(world.delivery))).map(({ status }) => status);
const queueMany = async (tenant: Tenant, count: number) =>
  (await Promise.all(Array.from({ length: count }, () => world.queue(tenant)))).flat();

async function shop(more: Parameters<WebhookWorld['endpoint']>[1] = {}) {
  const tenant = await world.application();
  return { tenant, endpointId: await world.endpoint(tenant, more) };
}

/** A courier whose posts wait until they are let go. Counts how many are under way at once. */
function gatedCourier() {
  const waiting: ((answer: CourierAnswer) => void)[] = [];
  let most = 0;
  world.script.answer = () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      most = Math.max(most, waiting.length);
    });
  return {
    get underWay() {
      return waiting.length;
    },
    get most() {
      return most;
    },
    let(answer: CourierAnswer = answered(200)) {
      waiting.shift()?.(answer);
    },
  };
}

describe('lanes', () => {
  it.each([1, 3, 16])(
    'with %i of them no more calls are under way at once, whoever makes them',
    async (concurrency) => {
      const { tenant, endpointId } = await shop({ concurrency });
      const ids = await queueMany(tenant, 30);
      const gate = gatedCourier();
      const all = Promise.all(
        ids.map(async (id) => {
          await attempt(id);
          await drain(endpointId, 1);
        }),
      );
      let done = false;
      void all.finally(() => {
        done = true;
      });
      await expect.poll(() => gate.underWay).toBe(concurrency);
      while (!done) {
        gate.let();
        await new Promise(setImmediate);
      }
      await all;
      expect(gate.most).toBe(concurrency);
      expect(await statuses(ids)).toEqual(ids.map(() => 'delivered'));
      expect(world.posted).toHaveLength(30);
    },
  );

  it('who is turned away costs no attempt and is taken by whoever frees a lane, in the order of the queue', async () => {
    const { tenant, endpointId } = await shop({ concurrency: 1 });
    const gate = gatedCourier();
    const [firstId = ''] = await world.queue(tenant);
    const first = attempt(firstId);
    await expect.poll(() => gate.underWay).toBe(1);
    const waiting: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      world.advance(0.01);
      const [id = ''] = await world.queue(tenant);
      expect(await attempt(id)).toMatchObject({ ended: false, held: true });
      waiting.push(id);
    }
    expect(await drain(endpointId)).toBe(0);
    gate.let();
    await first;
    world.script.answer = async () => answered(200);
    expect(await drain(endpointId, 1)).toBe(3);
    expect(world.posted.map(({ headers }) => headers['x-webhook-id'])).toEqual([firstId, ...waiting]);
    expect((await world.attempts(waiting[0] ?? '')).map(({ number }) => number)).toEqual([1]);
  });

  it('of a worker that died are free again when its claims lapse', async () => {
    const { tenant, endpointId } = await shop({ concurrency: 1 });
    const [deadId = '', nextId = ''] = await queueMany(tenant, 2);
    world.script.answer = () => Promise.reject(new Error('killed'));
    await expect(attempt(deadId)).rejects.toThrow();
    world.script.answer = async () => answered(200);
    expect(await attempt(nextId)).toMatchObject({ held: true });
    world.advance(20);
    await sweepDeliveries(world.ctx);
    expect(await drain(endpointId)).toBe(2);
    expect(await statuses([deadId, nextId])).toEqual(['delivered', 'delivered']);
  });

  it('an endpoint that fails has one, until it acknowledges', async () => {
    const { tenant, endpointId } = await shop();
    const ids = await queueMany(tenant, 3);
    world.script.answer = async () => answered(500);
    await attempt(ids[0] ?? '');
    const gate = gatedCourier();
    const second = attempt(ids[1] ?? '');
    await expect.poll(() => gate.underWay).toBe(1);
    expect(await attempt(ids[2] ?? '')).toMatchObject({ held: true });
    gate.let();
    await second;
    const [thirdId = ''] = await world.queue(tenant);
    const third = attempt(thirdId);
    await expect.poll(() => gate.underWay).toBe(1);
    const queued = drain(endpointId);
    await expect.poll(() => gate.underWay).toBe(2);
    gate.let();
    gate.let();
    await Promise.all([third, queued]);
    expect(gate.most).toBe(2);
  });
});

describe('the circuit', () => {
  const failTen = async (tenant: Tenant) => {
    world.script.answer = async () => answered(500);
    const ids = await queueMany(tenant, 10);
    for (const id of ids) await attempt(id);
    return ids;
  };

  it('opens after ten failures: what comes due waits in the queue and costs no attempt', async () => {
    const { tenant, endpointId } = await shop();
    const ids = await failTen(tenant);
    const openUntil = new Date(world.time.now.getTime() + 5_000);
    expect(await world.endpointRow(endpointId)).toMatchObject({ circuitOpenUntil: openUntil, status: 'enabled' });
    world.advance(4.9);
    const [lateId = ''] = await world.queue(tenant);
    expect(await attempt(lateId)).toMatchObject({ ended: false, held: true });
    for (const id of ids) await attempt(id);
    expect(world.posted).toHaveLength(10);
    expect(await drain(endpointId)).toBe(0);
    expect(await world.delivery(lateId)).toMatchObject({ attemptCount: 0, parkedAt: world.time.now });
  });

  it('lets one attempt probe after 5, 10, 20, 40, 60, 60 … seconds, however many workers ask, and of each delivery no more than its schedule has', async () => {
    const { tenant, endpointId } = await shop();
    const ids = await failTen(tenant);
    const probedAt: number[] = [];
    for (let second = 1; second <= 200; second += 1) {
      world.advance(1);
      await sweepDeliveries(world.ctx);
      const made = await Promise.all(Array.from({ length: 3 }, () => drain(endpointId)));
      for (const count of made) if (count > 0) probedAt.push(second);
    }
    // The deliveries come due 5 s after they failed and are parked 10 s later: the first probe finds them then.
    const waits = probedAt.map((second, n) => second - (probedAt[n - 1] ?? 0));
    expect(waits).toEqual([15, 10, 20, 40, 60]);
    const counts = (await Promise.all(ids.map(world.delivery))).map(({ attemptCount }) => attemptCount);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(15);
    expect(Math.max(...counts)).toBeLessThanOrEqual(3);
  });

  it('is closed by a probe that is acknowledged, and the whole queue follows', async () => {
    const { tenant, endpointId } = await shop();
    const ids = await failTen(tenant);
    world.advance(60);
    await sweepDeliveries(world.ctx);
    world.script.answer = async () => answered(200);
    expect(await drain(endpointId)).toBe(10);
    expect(await statuses(ids)).toEqual(ids.map(() => 'delivered'));
    expect(await world.endpointRow(endpointId)).toMatchObject({
      circuitOpenUntil: null,
      circuitClosedAt: world.time.now,
      failingSince: null,
    });
  });

  it('does not open again for failures from before it was closed', async () => {
    const { tenant, endpointId } = await shop();
    await failTen(tenant);
    world.advance(60);
    await sweepDeliveries(world.ctx);
    world.script.answer = async () => answered(200);
    await drain(endpointId);
    world.advance(1);
    world.script.answer = async () => answered(500);
    const [id = ''] = await world.queue(tenant);
    await attempt(id);
    expect(await world.endpointRow(endpointId)).toMatchObject({ circuitOpenUntil: null });
  });

  it('stays closed while three of ten fail', async () => {
    const { tenant, endpointId } = await shop();
    let posts = 0;
    world.script.answer = async () => {
      posts += 1;
      return answered(posts % 10 < 3 ? 500 : 200);
    };
    for (const id of await queueMany(tenant, 40)) await attempt(id);
    expect(await world.endpointRow(endpointId)).toMatchObject({ circuitOpenUntil: null });
  });
});

describe('the rate', () => {
  it('lets a second’s worth through at once and then no more than the rate', async () => {
    const { tenant, endpointId } = await shop({ ratePerSecond: 5, concurrency: 16 });
    const ids = await queueMany(tenant, 30);
    await Promise.all(ids.map(attempt));
    expect(world.posted).toHaveLength(5);
    for (const expected of [10, 15, 20, 25, 30]) {
      world.advance(1);
      await sweepDeliveries(world.ctx);
      await drain(endpointId);
      expect(world.posted).toHaveLength(expected);
    }
    expect(await statuses(ids)).toEqual(ids.map(() => 'delivered'));
  });

  it('that was not used for long allows one second’s worth, not more', async () => {
    const { tenant } = await shop({ ratePerSecond: 3 });
    world.advance(3600);
    await Promise.all((await queueMany(tenant, 10)).map(attempt));
    expect(world.posted).toHaveLength(3);
  });
});

it('a delivery that fails in a drain is given a run of its own, which wakes at its next attempt', async () => {
  const { tenant, endpointId } = await shop();
  const [deliveryId = ''] = await world.queue(tenant);
  world.advance(10);
  await sweepDeliveries(world.ctx);
  world.published.length = 0;
  world.script.answer = async () => answered(500);
  expect(await drain(endpointId)).toBe(1);
  const data = { deliveryId, endpointId };
  expect(world.published).toEqual([{ name: 'delivery.due', id: `delivery:${deliveryId}:1`, data }]);
});

it('a drain that has not come to the end in its time has another one follow', async () => {
  const { tenant, endpointId } = await shop({ concurrency: 1 });
  await queueMany(tenant, 8);
  world.advance(10);
  await sweepDeliveries(world.ctx);
  world.published.length = 0;
  world.script.answer = async () => {
    world.advance(2);
    return { ...answered(200), durationMs: 2_000 };
  };
  expect(await drain(endpointId, 1)).toBe(3);
  expect(world.published).toMatchObject([{ name: 'deliveries.waiting' }]);
});

describe('a run', () => {
  const quick = async (): Promise<CourierAnswer> => ({ ...answered(200), durationMs: 1 });

  it('of a quick endpoint is claimed at once, posted in order and recorded whole', async () => {
    const { tenant, endpointId } = await shop({ concurrency: 1 });
    const ids: string[] = [];
    for (let n = 0; n < 40; n += 1) {
      world.advance(0.01);
      ids.push(...(await world.queue(tenant)));
    }
    world.script.answer = quick;
    expect(await drain(endpointId)).toBe(40);
    expect(world.posted.map(({ headers }) => headers['x-webhook-id'])).toEqual(ids);
    expect(await statuses(ids)).toEqual(ids.map(() => 'delivered'));
    for (const id of ids) expect(await world.attempts(id)).toMatchObject([{ number: 1, statusCode: 200, error: null }]);
    const lanes = await world.ctx.db.prisma.webhookLane.findMany({ where: { endpointId } });
    expect(lanes.filter(({ claimedUntil }) => claimedUntil !== null)).toEqual([]);
  });

  it('of one delivery is claimed and recorded by one statement each, and of two in turn by as many more', async () => {
    const { tenant, endpointId } = await shop();
    world.script.answer = quick;
    const names: string[] = [];
    const { pool } = world.ctx.db;
    const query = (config: { name: string }) => {
      names.push(config.name);
      return pool.query(config as never);
    };
    const ctx = { ...world.ctx, db: { ...world.ctx.db, pool: Object.assign(Object.create(pool), { query }) } };
    const alone = ['deliveries_claim_run_1', 'delivery_record'];
    await queueMany(tenant, 1);
    expect(await drainEndpoint(ctx, { endpointId, lanesMax: 16 })).toBe(1);
    expect(names.splice(0)).toEqual(alone);
    await queueMany(tenant, 2);
    expect(await drainEndpoint(ctx, { endpointId, lanesMax: 1 })).toBe(2);
    expect(names).toEqual([...alone, 'deliveries_claim_run_16', 'delivery_record']);
  });

  it('ends with the first failure: what is left goes back into the queue and costs no attempt', async () => {
    const { tenant, endpointId } = await shop({ concurrency: 1 });
    const ids: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      world.advance(0.01);
      ids.push(...(await world.queue(tenant)));
    }
    let posts = 0;
    world.script.answer = async () => {
      posts += 1;
      return posts === 4 ? answered(500) : quick();
    };
    await drain(endpointId);
    const rows = await Promise.all(ids.map(world.delivery));
    expect(rows.map(({ attemptCount }) => attemptCount)).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
    expect(rows.filter(({ status }) => status === 'due').map(({ id }) => id)).toEqual([ids[3]]);
    expect(world.published.filter(({ name }) => name === 'delivery.due')).toMatchObject([
      { data: { deliveryId: ids[3] } },
    ]);
  });

  it('begins no attempt that could outlast its claim', async () => {
    const { tenant, endpointId } = await shop({ concurrency: 1 });
    const ids = await queueMany(tenant, 6);
    let posts = 0;
    world.script.answer = async () => {
      posts += 1;
      // The first one is quick, so that a run follows; the run turns out to be slow.
      if (posts > 1) world.advance(5);
      return quick();
    };
    const claimedUntil = async () =>
      (await Promise.all(ids.map(world.delivery))).flatMap((row) => row.claimedUntil ?? []);
    await drain(endpointId, 1);
    expect(posts).toBe(2);
    expect(await claimedUntil()).toEqual([]);
    expect((await statuses(ids)).filter((status) => status === 'delivered')).toHaveLength(2);
  });

  it('is given up by a worker that died: another one makes it once the claim has lapsed', async () => {
    const { tenant, endpointId } = await shop({ concurrency: 1 });
    const ids = await queueMany(tenant, 5);
    let posts = 0;
    world.script.answer = async () => {
      posts += 1;
      if (posts > 1) throw new Error('killed');
      return quick();
    };
    await expect(drain(endpointId)).rejects.toThrow('killed');
    world.script.answer = quick;
    expect(await drain(endpointId)).toBe(0);
    world.advance(20);
    await sweepDeliveries(world.ctx);
    expect(await drain(endpointId)).toBe(4);
    expect(await statuses(ids)).toEqual(ids.map(() => 'delivered'));
  });
});

it('down for three hours, an endpoint gets everything, each delivery in no more attempts than its schedule has', async () => {
  const { tenant, endpointId } = await shop();
  const ids = await queueMany(tenant, 40);
  world.script.answer = async () => answered(503);
  const runs = new Map(ids.map((id) => [id, world.time.now.getTime()]));
  const start = world.time.now.getTime();
  const threeHoursMs = 3 * 3_600_000;
  for (let second = 0; second < 6 * 3600 && runs.size > 0; second += 1) {
    const now = world.time.now.getTime();
    if (now - start >= threeHoursMs) world.script.answer = async () => answered(200);
    for (const [id, wakeAt] of runs) {
      if (wakeAt > now) continue;
      const state = await attempt(id);
      if (state.ended) runs.delete(id);
      else runs.set(id, state.held ? Number.POSITIVE_INFINITY : Date.parse(state.nextAttemptAt));
    }
    await sweepDeliveries(world.ctx);
    await drain(endpointId);
    for (const event of world.published.splice(0)) {
      if (event.name === 'delivery.due') runs.set(event.data.deliveryId, now);
    }
    if ([...runs.values()].every((wakeAt) => wakeAt === Number.POSITIVE_INFINITY)) {
      const open = await world.ctx.db.prisma.webhookDelivery.count({ where: { endpointId, status: 'due' } });
      if (open === 0) break;
    }
    // On to whatever comes next; a second at least.
    const wakes = [...runs.values()].filter((wakeAt) => wakeAt > now && Number.isFinite(wakeAt));
    world.advance(Math.max(1, Math.min(20, (Math.min(...wakes, now + 20_000) - now) / 1000)));
  }
  expect(await statuses(ids)).toEqual(ids.map(() => 'delivered'));
  const counts = (await Promise.all(ids.map(world.delivery))).map(({ attemptCount }) => attemptCount);
  // The schedule alone would need eight: 0, 5 s, 30 s, 2 m, 10 m, 30 m, 1 h and, past the three hours, 2 h.
  expect(Math.max(...counts)).toBeLessThanOrEqual(8);
});
