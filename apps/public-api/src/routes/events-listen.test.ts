import { createHmac, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { testDatabase } from '@tillgate/db/testing';
import { listenSecret } from '@tillgate/domain/events';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { describe, expect, it } from 'vitest';
import { type RunningApi, startApi } from '../testing.ts';
import { createListeners, listenedEventsSchema } from './events-listen.ts';
import { moneyOutWorld, refusal, type Sent } from './money-out.fixture.ts';

const listenersPerKeyMax = 4;
/** How long a listener waits when nothing comes and the service does not stop. */
const waitMs = 25_000;

const world = moneyOutWorld();

const get = (query: string, sent: Sent = {}) => world.send(`/events/listen${query}`, undefined, sent);
async function listen(query: string, sent: Sent = {}) {
  const { status, body, ...answer } = await get(query, sent);
  expect(status, answer.text).toBe(200);
  return listenedEventsSchema.parse(body);
}
const keyOf = (shop: SeededMerchant): Sent => ({ key: shop.key().key });

/** As a settlement writes it. Returns its id. */
async function write(
  shop: SeededMerchant,
  body: string,
  more: { test?: boolean; type?: string } = {},
): Promise<string> {
  const id = randomUUID();
  await world.api.ctx.db.prisma.webhookEvent.create({
    data: {
      id,
      applicationId: shop.applicationId,
      environment: 'sandbox',
      type: 'payment.success',
      subjectId: randomUUID(),
      body,
      createdAt: new Date(),
      ...more,
    },
  });
  return id;
}

type Answer = { status: number; body: unknown };

/** A request on a connection of its own, which is gone once `signal` says so: `fetch` would open another one in its place. */
function ask(url: string, { key = '' }: Sent, signal?: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` };
    request(url, { headers, agent: false, ...(signal && { signal }) }, async (answer) => {
      resolve({ status: answer.statusCode ?? 0, body: JSON.parse(await text(answer)) });
    })
      .on('error', reject)
      .end();
  });
}

/**
 * Requests of one key that wait, once all of them do: then there is no room for another one. The one that tries takes a
 * place as well while there is one, so that who finds none tries again.
 */
async function crowd(api: RunningApi, sent: Sent, after: string) {
  const leaving = new AbortController();
  const url = `${api.baseUrl}/events/listen?after=${after}`;
  const waitInLine = async () => {
    for (;;) {
      const answer = await ask(url, sent, leaving.signal);
      if (answer.status !== 429) return answer;
    }
  };
  const settled = Promise.allSettled(Array.from({ length: listenersPerKeyMax }, waitInLine));
  await expect.poll(async () => (await ask(`${url}&wait=1`, sent)).status).toBe(429);
  return {
    settled,
    async leave() {
      leaving.abort();
      await settled;
    },
  };
}

describe('200', () => {
  it('answers at once without a cursor: nothing but the cursor of now, however long the wait', async () => {
    const shop = await world.other();
    await write(shop, 'before');
    const { events, next } = await listen('', keyOf(shop));
    expect([events, next.length > 0]).toEqual([[], true]);
  });

  it('answers an event that comes during the wait as the webhook that it would be, and only once', async () => {
    const shop = await world.other();
    const { key } = shop.key();
    const { next: after } = await listen('', { key });
    const before = Date.now();
    const waiting = listen(`?after=${after}`, { key });
    const body = '{"type":"payment.success","created":1772359200,"data":{"accountRef":"Mwangi – 7"}}';
    const id = await write(shop, body);
    const { events, next } = await waiting;
    expect(events).toEqual([
      {
        id,
        body,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Tillgate/1 (webhooks)',
          'x-webhook-event': 'payment.success',
          'x-webhook-id': id,
          'x-webhook-signature': expect.stringMatching(/^t=\d{10},v1=[0-9a-f]{64}$/),
          'webhook-id': id,
          'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
          'webhook-signature': expect.stringMatching(/^v1,/),
        },
      },
    ]);
    const [, t = '', v1 = ''] = /^t=(\d+),v1=(.*)$/.exec(events[0]?.headers['x-webhook-signature'] ?? '') ?? [];
    expect(createHmac('sha256', listenSecret(key)).update(`${t}.${body}`).digest('hex')).toBe(v1);
    expect(Number(t) * 1000).toBeLessThanOrEqual(Date.now());
    expect(Number(t)).toBeGreaterThanOrEqual(Math.floor(before / 1000));
    expect(await listen(`?after=${next}&wait=0`, { key })).toEqual({ events: [], next });
    // Whoever lost the answer asks again from where it stood.
    const again = await listen(`?after=${after}&wait=0`, { key });
    expect(again.events.map((event) => event.id)).toEqual([id]);
  });

  it('marks an event that was made to try an endpoint, as its webhook is marked', async () => {
    const shop = await world.other();
    const { next: after } = await listen('', keyOf(shop));
    await write(shop, '{}', { test: true });
    const { events } = await listen(`?after=${after}`, keyOf(shop));
    expect(events[0]?.headers['x-webhook-test']).toBe('true');
  });

  it('answers an extra type only to who names it, and goes on behind what nobody wants', async () => {
    const shop = await world.other();
    const { next: after } = await listen('', keyOf(shop));
    const usual = await write(shop, '{}');
    const extra = await write(shop, '{}', { type: 'link.paid' });
    const idsOf = async (query: string) =>
      (await listen(`?after=${after}&${query}`, keyOf(shop))).events.map(({ id }) => id);
    await expect.poll(() => idsOf('wait=0')).toEqual([usual]);
    await expect.poll(() => idsOf('wait=0&types=')).toEqual([usual]);
    await expect.poll(() => idsOf('wait=0&types=link.paid')).toEqual([extra]);
    await expect.poll(() => idsOf('wait=0&types=link.paid,payment.success')).toEqual([usual, extra]);
    const { events, next } = await listen(`?after=${after}&wait=1&types=link.ended`, keyOf(shop));
    expect([events, next === after]).toEqual([[], false]);
    const ended = await write(shop, '{}', { type: 'link.ended' });
    const found = await listen(`?after=${next}&wait=5&types=link.ended`, keyOf(shop));
    expect(found.events.map(({ id }) => id)).toEqual([ended]);
  });

  it('answers nothing and the same cursor when the wait is over', async () => {
    const shop = await world.other();
    const { next: after } = await listen('', keyOf(shop));
    expect(await listen(`?after=${after}&wait=1`, keyOf(shop))).toEqual({ events: [], next: after });
  });

  it('is never kept by anything between us and the listener', async () => {
    expect((await get('')).headers.get('cache-control')).toBe('no-store');
  });

  it('answers so few at a time that their signatures stay fresh while they are forwarded', async () => {
    const shop = await world.other();
    let { next } = await listen('', keyOf(shop));
    const written: string[] = [];
    for (let count = 0; count < 23; count += 1) written.push(await write(shop, `${count}`));
    const read: string[] = [];
    while (read.length < written.length) {
      const page = await listen(`?after=${next}`, keyOf(shop));
      expect(page.events.length).toBeLessThanOrEqual(10);
      read.push(...page.events.map(({ id }) => id));
      next = page.next;
    }
    expect(read).toEqual(written);
  });

  it('answers those who wait when the service stops, and does not hold that up', async () => {
    const test = await testDatabase();
    const api = await startApi(test, 'http://127.0.0.1:1', { RATE_LIMIT_STORE: 'memory' });
    const { key } = (await api.merchant()).key();
    const url = `${api.baseUrl}/events/listen`;
    const { next: after } = listenedEventsSchema.parse(
      await (await fetch(url, { headers: { authorization: `Bearer ${key}` } })).json(),
    );
    const { settled } = await crowd(api, { key }, after);
    const waitedOut = pause(waitMs, 'the wait has ended', { ref: false });
    expect(await Promise.race([api.close().then(() => 'it has stopped'), waitedOut])).toBe('it has stopped');
    for (const one of await settled) {
      if (one.status === 'rejected') throw one.reason;
      expect(one.value).toEqual({ status: 200, body: { events: [], next: after } });
    }
    await test.close();
  });
});

describe('401', () => {
  it('to a key that is revoked while it waits', async () => {
    const shop = await world.other();
    const { key } = shop.key();
    const { deps } = world.api;
    const { authenticate } = deps;
    let isRevoked = false;
    deps.authenticate = async (presented) => (isRevoked && presented === key ? undefined : authenticate(presented));
    const { next: after } = await listen('', { key });
    const { settled } = await crowd(world.api, { key }, after);
    isRevoked = true;
    for (const one of await settled) expect(one).toMatchObject({ value: { status: 401 } });
    deps.authenticate = authenticate;
  });
});

describe('404', () => {
  it.each(['', '?wait=99'])('to a live key the path does not exist, whatever is asked: %j', async (query) => {
    const { key } = (await seed(world.api.ctx).owner().application().key('production').mint()).key('production');
    const here = await get(query, { key });
    const nowhere = await world.send(`/events/nothing${query}`, undefined, { key });
    const plain = (answer: typeof here) => answer.text.replace(answer.headers.get('x-request-id') ?? '?', 'id');
    expect(here.status).toBe(404);
    expect(plain(here)).toBe(plain(nowhere));
    expect([...here.headers.keys()].sort()).toEqual([...nowhere.headers.keys()].sort());
  });
});

describe('422', () => {
  it.each([
    ['?after=', 'after'],
    ['?after=x', 'after'],
    ['?after=x&after=x', 'after'],
    ['?wait=26', 'wait'],
    ['?wait=-1', 'wait'],
    ['?wait=1.5', 'wait'],
    ['?wait=', 'wait'],
    ['?wait=1&wait=1', 'wait'],
    ['?types=x', 'types'],
    ['?types=link.paid,', 'types'],
    ['?types=link.paid&types=link.paid', 'types'],
  ])('%s', async (query, wrong) => {
    const { issues } = await refusal(get(query), 422, 'invalid_input');
    expect(issues?.map(({ path }) => path)).toEqual([wrong]);
  });
});

describe('429', () => {
  it('to the fifth who waits with one key, until one of them has left; others are not concerned', async () => {
    const [shop, other] = [await world.other(), await world.other()];
    const { next: after } = await listen('', keyOf(shop));
    const { leave } = await crowd(world.api, keyOf(shop), after);
    const problem = await refusal(get(`?after=${after}`, keyOf(shop)), 429, 'rate_limited');
    expect(problem.retryAfterSeconds).toBe(Number(problem.headers.get('retry-after')));
    expect(problem.retryAfterSeconds).toBeGreaterThan(0);
    // Who does not wait takes no place.
    expect((await get(`?after=${after}&wait=0`, keyOf(shop))).status).toBe(200);
    const { next: of } = await listen('', keyOf(other));
    expect((await get(`?after=${of}&wait=1`, keyOf(other))).status).toBe(200);
    await leave();
    await expect.poll(async () => (await get(`?after=${after}&wait=1`, keyOf(shop))).status).toBe(200);
  });

  it('to everybody when the process is full', () => {
    const listeners = createListeners({ perKeyMax: 2, max: 3 });
    const leave = listeners.enter('a');
    expect([listeners.enter('a'), listeners.enter('b')].every(Boolean)).toBe(true);
    expect(listeners.enter('c')).toBeUndefined();
    leave?.();
    expect(listeners.enter('c')).toBeDefined();
    expect(listeners.enter('c')).toBeUndefined();
  });
});
