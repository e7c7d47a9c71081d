import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { type FakeApi, problem, secret, signedEvent, startFakeApi } from './fake-api.fixture.ts';
import { listen, type ReceivedEvent, type Reporter } from './session.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function fakeApi(...args: Parameters<typeof startFakeApi>): Promise<FakeApi> {
  const api = await startFakeApi(...args);
  open.push(api);
  return api;
}

/** Takes what is forwarded. */
async function application(): Promise<{ url: URL; received: string[] }> {
  const received: string[] = [];
  const server: Server = createServer(async (request, response) => {
    received.push(await text(request));
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(server);
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), received };
}

/** Notes what is reported, in words. */
function recorder(): Reporter & { said: string[] } {
  const said: string[] = [];
  const ref = ({ event }: ReceivedEvent) => (event as { data: { accountRef: string } }).data.accountRef;
  return {
    said,
    ready: () => said.push('ready'),
    lost: (reason) => said.push(`lost: ${reason}`),
    back: () => said.push('back'),
    received: (event) => said.push(`received ${ref(event)}`),
    done: (event, forwarded) =>
      said.push(`done ${ref(event)} ${forwarded && 'status' in forwarded ? forwarded.status : '-'}`),
    refused: (event, reason) => said.push(`refused ${ref(event)}: ${reason}`),
  };
}

/** Listens until `count` requests were made or `said` has so much; answers what was reported. */
async function listenUntil(
  { api, asked }: FakeApi,
  until: { asked?: number; said?: number },
  more: { forwardTo?: URL; wanted?: ReadonlySet<string> } = {},
): Promise<string[]> {
  const report = recorder();
  const ending = new AbortController();
  const session = listen({ api, secret, report, signal: ending.signal, pauseMs: 1, ...more });
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
  };
  session.then(end, end);
  const isEnough = () => asked.length >= (until.asked ?? 0) && report.said.length >= (until.said ?? 0);
  await expect.poll(() => hasEnded || isEnough()).toBe(true);
  ending.abort();
  await session;
  return report.said;
}

const page = (next: string, ...events: ReturnType<typeof signedEvent>[]) => ({ body: { events, next } });

describe('a listening session', () => {
  it('goes on from each answer with its cursor, and takes events in order and once', async () => {
    const { url, received } = await application();
    const [one, two, three] = [signedEvent('ONE'), signedEvent('TWO'), signedEvent('THREE')];
    const fake = await fakeApi((_asked, count) => {
      if (count === 1) return page('c0');
      if (count === 2) return page('c1', one, two);
      return count === 3 ? page('c2', three) : 'hang';
    });
    const said = await listenUntil(fake, { asked: 4 }, { forwardTo: url });
    expect(fake.asked.some(({ query }) => query.has('types'))).toBe(false);
    expect(fake.asked.map(({ query }) => query.get('after'))).toEqual([null, 'c0', 'c1', 'c2']);
    expect(fake.asked.every(({ query, headers }) => query.get('wait') === '25' && headers.authorization)).toBe(true);
    expect(said).toEqual([
      'ready',
      ...['ONE', 'TWO', 'THREE'].flatMap((name) => [`received ${name}`, `done ${name} 204`]),
    ]);
    expect(received).toEqual([one.body, two.body, three.body]);
  });

  it('neither believes nor forwards an event that was tampered with, signed by another, or signed long ago', async () => {
    const { url, received } = await application();
    const good = signedEvent('GOOD');
    const tampered = { ...good, body: good.body.replace('250', '999') };
    const unsigned = { ...good, headers: { 'x-webhook-event': 'payment.success' } };
    const foreign = signedEvent('FOREIGN', { secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' });
    const old = signedEvent('OLD', { at: new Date(Date.now() - 301_000) });
    const fake = await fakeApi((_asked, count) => {
      if (count === 1) return page('c0');
      return count === 2 ? page('c1', tampered, unsigned, foreign, old, good) : 'hang';
    });
    expect(await listenUntil(fake, { asked: 3 }, { forwardTo: url })).toEqual([
      'ready',
      'refused GOOD: its signature does not match its body',
      'refused GOOD: it has no signature',
      'refused FOREIGN: its signature does not match its body',
      expect.stringMatching(/^refused OLD: it was signed 30\d s ago: is the clock of this machine right\?$/),
      'received GOOD',
      'done GOOD 204',
    ]);
    expect(received).toEqual([good.body]);
  });

  it('shows what is wanted only, and forwards nothing when it has nowhere to', async () => {
    const fake = await fakeApi((_asked, count) => {
      if (count === 1) return page('c0');
      return count === 2 ? page('c1', signedEvent('PAID'), signedEvent('FAILED', { type: 'payment.failed' })) : 'hang';
    });
    const wanted = new Set(['payment.failed']);
    expect(await listenUntil(fake, { asked: 3 }, { wanted })).toEqual(['ready', 'received FAILED', 'done FAILED -']);
    expect(fake.asked.every(({ query }) => query.get('types') === 'payment.failed')).toBe(true);
  });

  it('tells of lost connections once, and goes on from the same cursor when the API is back', async () => {
    const fake = await fakeApi((_asked, count) => {
      if (count === 1) return page('c0');
      if (count === 2) return 'cut';
      if (count === 3) return { status: 502, raw: '<html>' };
      if (count === 4) return problem(503, 'unavailable');
      if (count === 5) return { status: 404, raw: 'no backend' };
      if (count === 6) return problem(429, 'rate_limited', 'Too many are listening.');
      return count === 7 ? page('c1', signedEvent('ONE')) : 'hang';
    });
    const said = await listenUntil(fake, { asked: 8 });
    expect(said).toEqual(['ready', expect.stringMatching(/^lost: /), 'back', 'received ONE', 'done ONE -']);
    expect(fake.asked.map(({ query }) => query.get('after'))).toEqual([null, ...Array(6).fill('c0'), 'c1']);
  });

  it('waits for an API that is not there yet', async () => {
    const fake = await fakeApi((_asked, count) => (count <= 2 ? 'cut' : page('c0')));
    expect((await listenUntil(fake, { asked: 4 })).slice(0, 3)).toEqual([
      expect.stringMatching(/^lost: /),
      'back',
      'ready',
    ]);
  });

  it.each([
    ['a key that is not known', problem(401, 'unauthenticated'), 'unauthenticated', 'does not accept the key'],
    ['an address without this path', problem(404, 'not_found'), 'not_found', 'no events endpoint'],
    ['an address that is no API', { raw: '<html>' }, 'internal', 'returned 200, which is not a Tillgate response'],
    ['another site', { status: 301, raw: '' }, 'internal', 'with /functions/v1'],
  ])('ends with the reason at %s', async (_what, answer, code, words) => {
    const fake = await fakeApi(() => answer);
    const failure = await listenUntil(fake, { said: 1 }).catch((error) => error);
    expect(failure).toMatchObject({ code, message: expect.stringContaining(words) });
    expect(failure.message).not.toContain('mp_test');
  });

  it('ends at once when its key is revoked', async () => {
    const fake = await fakeApi((_asked, count) => (count === 1 ? page('c0') : problem(401, 'unauthenticated')));
    await expect(listenUntil(fake, { asked: 3 })).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});
