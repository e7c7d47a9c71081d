import type { TokenStore } from '@tillgate/domain';
import { afterEach, describe, expect, it } from 'vitest';
import {
  hang,
  json,
  MemoryTokenStore,
  movableClock,
  type Reply,
  recordingLog,
  type SeenRequest,
  startFakeProvider,
} from '../kit/testing.ts';
import { createMpesa } from './index.ts';
import { paybill, request } from './testing.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const tokenError = json(404, { requestId: '1', errorCode: '404.001.03', errorMessage: 'Invalid Access Token' });
const isOAuth = (seen: SeenRequest) => seen.path.startsWith('/oauth');
const bearer = (seen: SeenRequest) => seen.headers.authorization?.replace('Bearer ', '');

/**
 * A provider with the real rule: each new token invalidates the one before it. `oauth` may answer in its place.
 * `revoke` ends the current token as another gateway of the same merchant would.
 */
async function startTokenProvider(options: { oauth?: (count: number) => Reply | undefined; expiresIn?: unknown } = {}) {
  let issued = 0;
  let current = '';
  let pushes = 0;
  const fake = await startFakeProvider((seen) => {
    if (isOAuth(seen)) {
      issued += 1;
      const scripted = options.oauth?.(issued);
      if (scripted !== undefined) return scripted;
      current = `token-number-${issued}`;
      return json(200, { access_token: current, expires_in: options.expiresIn ?? '3599' });
    }
    if (bearer(seen) !== current) return tokenError;
    pushes += 1;
    return json(200, { MerchantRequestID: 'm', CheckoutRequestID: `ws_CO_${pushes}`, ResponseCode: '0' });
  });
  closers.push(fake.close);
  return {
    ...fake,
    tokensIssued: () => fake.seen.filter(isOAuth).length,
    revoke: () => {
      current = 'taken by somebody else';
    },
  };
}

function start(url: string, store: TokenStore = new MemoryTokenStore(), timeoutMs = 60_000) {
  const clock = movableClock(new Date('2026-03-01T09:00:00Z'));
  const log = recordingLog();
  const provider = createMpesa({ sandboxUrl: url, productionUrl: url, timeoutMs, clock, log, tokens: store });
  closers.push(() => provider.close());
  return { provider, clock, log, push: (account = paybill) => provider.rail(account).prompts.push(request) };
}
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
const kindsOf = (answers: { kind: string }[]) => new Set(answers.map((answer) => answer.kind));

describe('asking for a token', () => {
  it('is one GET with the consumer key and secret, and no body', async () => {
    const fake = await startTokenProvider();
    await start(`${fake.url}/`).push();
    const [oauth] = fake.seen;
    expect(oauth).toMatchObject({
      method: 'GET',
      path: '/oauth/v1/generate?grant_type=client_credentials',
      body: '',
      headers: {
        authorization: `Basic ${Buffer.from('consumer-key-of-a-test:consumer-secret-of-a-test').toString('base64')}`,
      },
    });
  });

  it.each([3599, '3599', ' 3599 ', 3599.5])('takes expires_in %j', async (expiresIn) => {
    const fake = await startTokenProvider({ expiresIn });
    expect(await start(fake.url).push()).toMatchObject({ kind: 'accepted' });
  });

  it.each([undefined, null, '', ' ', 'soon', 0, -1, '0', [], {}])(
    'uses a token for a while whose life is %j',
    async (life) => {
      let issued = 0;
      const fake = await startFakeProvider((seen) => {
        if (!isOAuth(seen))
          return json(200, { MerchantRequestID: 'm', CheckoutRequestID: 'ws_CO_1', ResponseCode: '0' });
        issued += 1;
        return json(200, { access_token: 'abc', expires_in: life });
      });
      closers.push(fake.close);
      const { push, clock } = start(fake.url);
      expect(kindsOf([await push(), await push()])).toEqual(new Set(['accepted']));
      expect(issued).toBe(1);
      clock.advance(300_000);
      expect(await push()).toMatchObject({ kind: 'accepted' });
      expect(issued).toBe(2);
    },
  );

  it.each<[string, Reply, string]>([
    ['HTTP 400 with an empty body', (response) => void response.writeHead(400).end(), 'token_refused'],
    ['HTTP 401', json(401, {}), 'token_refused'],
    ['an error code under HTTP 200', json(200, { errorCode: '400.008.01', errorMessage: 'x' }), 'token_refused'],
    ['HTTP 429', json(429, {}), 'token_unavailable'],
    ['HTTP 503', json(503, {}), 'token_unavailable'],
    ['a redirect', (response) => void response.writeHead(302, { location: '/x' }).end(), 'token_unavailable'],
    ['HTML', (response) => void response.end('<html>'), 'token_unavailable'],
    ['no token', json(200, { expires_in: 3599 }), 'token_unavailable'],
    ['a token no header can hold', json(200, { access_token: 'a\r\nb', expires_in: 1 }), 'token_unavailable'],
    ['a cut connection', (_response, _seen, socket) => void socket.destroy(), 'token_unavailable'],
  ])('%s is a certain no: nothing was pushed', async (_name, reply, code) => {
    const fake = await startTokenProvider({ oauth: () => reply });
    const { push, provider, log } = start(fake.url);
    expect(await push()).toMatchObject({
      kind: 'rejected',
      by: code === 'token_refused' ? 'provider' : 'unreachable',
      code,
    });
    expect(await provider.rail(paybill).prompts.ask('ws_CO_1')).toMatchObject({ kind: 'no_answer' });
    expect(fake.tokensIssued()).toBe(1);
    expect(fake.seen).toHaveLength(1);
    expect(log.lines.join()).not.toContain('of-a-test');
  });

  it('is given up when there is no answer', async () => {
    const fake = await startTokenProvider({ oauth: () => hang });
    expect(await start(fake.url, new MemoryTokenStore(), 300).push()).toMatchObject({ code: 'token_unavailable' });
  });

  it('works again soon after a failure', async () => {
    const fake = await startTokenProvider({ oauth: (count) => (count === 1 ? json(500, {}) : undefined) });
    const { push } = start(fake.url);
    expect(await push()).toMatchObject({ kind: 'rejected' });
    await expect.poll(async () => (await push()).kind).toBe('accepted');
    expect(fake.tokensIssued()).toBe(2);
  });
});

describe('one refresh at a time', () => {
  it('in one process: many callers without a token cause one request', async () => {
    const fake = await startTokenProvider();
    const store = new MemoryTokenStore();
    const { push } = start(fake.url, store);
    expect(kindsOf(await Promise.all(times(40, push)))).toEqual(new Set(['accepted']));
    expect(fake.tokensIssued()).toBe(1);
    expect({ reads: store.reads, leaseTries: store.leaseTries }).toEqual({ reads: 1, leaseTries: 1 });
  });

  it('across processes: two providers on one store cause one request', async () => {
    const fake = await startTokenProvider();
    const store = new MemoryTokenStore();
    const processes = [start(fake.url, store), start(fake.url, store), start(fake.url, store)];
    const answers = await Promise.all(processes.flatMap(({ push }) => times(20, push)));
    expect(kindsOf(answers)).toEqual(new Set(['accepted']));
    expect(fake.tokensIssued()).toBe(1);
  });

  it('many callers whose token was refused cause one request, across processes', async () => {
    const fake = await startTokenProvider();
    const store = new MemoryTokenStore();
    const processes = [start(fake.url, store), start(fake.url, store)];
    await Promise.all(processes.map(({ push }) => push()));
    fake.revoke();
    const answers = await Promise.all(processes.flatMap(({ push }) => times(20, push)));
    expect(kindsOf(answers)).toEqual(new Set(['accepted']));
    expect(fake.tokensIssued()).toBe(2);
  });

  it('a process whose token another one replaced takes the new one from the store', async () => {
    const fake = await startTokenProvider();
    const store = new MemoryTokenStore();
    const [first, second] = [start(fake.url, store), start(fake.url, store)];
    await first.push();
    await second.push();
    fake.revoke();
    expect(await first.push()).toMatchObject({ kind: 'accepted' });
    expect(await second.push()).toMatchObject({ kind: 'accepted' });
    expect(fake.tokensIssued()).toBe(2);
  });

  it('a token that another process fetched since the store was read is taken, not replaced', async () => {
    const fake = await startTokenProvider();
    const store = new MemoryTokenStore();
    const other = start(fake.url, store);
    const slow: TokenStore = {
      read: async (id) => {
        const row = await store.read(id);
        await other.push();
        return row;
      },
      lease: (...args) => store.lease(...args),
      store: (...args) => store.store(...args),
      release: (...args) => store.release(...args),
    };
    expect(await start(fake.url, slow).push()).toMatchObject({ kind: 'accepted' });
    expect(fake.tokensIssued()).toBe(1);
  });

  it('a holder that fails gives the lease back, and the next process tries', async () => {
    const fake = await startTokenProvider({ oauth: (count) => (count === 1 ? json(500, {}) : undefined) });
    const store = new MemoryTokenStore();
    const answers = await Promise.all([start(fake.url, store).push(), start(fake.url, store).push()]);
    expect(answers.map((answer) => answer.kind).sort()).toEqual(['accepted', 'rejected']);
    expect(fake.tokensIssued()).toBe(2);
  });

  it('waiting for a holder that died ends in time', async () => {
    const fake = await startTokenProvider();
    const store = new MemoryTokenStore();
    const stuck: TokenStore = {
      read: (id) => store.read(id),
      lease: async () => undefined,
      store: async () => {},
      release: async () => {},
    };
    expect(await start(fake.url, stuck, 400).push()).toMatchObject({ by: 'unreachable', code: 'token_unavailable' });
    expect(fake.seen).toEqual([]);
  });
});

describe('refreshing early', () => {
  it('happens 60 s before the end, and not sooner', async () => {
    const fake = await startTokenProvider({ expiresIn: 3600 });
    const { push, clock } = start(fake.url);
    await push();
    clock.advance(3_539_000);
    await push();
    expect(fake.tokensIssued()).toBe(1);
    clock.advance(2_000);
    await push();
    expect(fake.tokensIssued()).toBe(2);
  });

  it('of a short token happens when a tenth of its life is left', async () => {
    const fake = await startTokenProvider({ expiresIn: '45' });
    const store = new MemoryTokenStore();
    const { push, clock } = start(fake.url, store);
    const other = start(fake.url, store);
    for (let round = 0; round < 12; round += 1) {
      expect(kindsOf(await Promise.all(times(6, push)))).toEqual(new Set(['accepted']));
      expect(await other.push()).toMatchObject({ kind: 'accepted' });
    }
    clock.advance(40_000);
    await push();
    expect(fake.tokensIssued()).toBe(1);
    clock.advance(1_000);
    await push();
    expect(fake.tokensIssued()).toBe(2);
  });

  it('does not stop the others, who go on with the old token', async () => {
    let answerSecond: (() => void) | undefined;
    const fake = await startTokenProvider({
      expiresIn: 3600,
      oauth: (count) =>
        count === 2
          ? (response) => {
              answerSecond = () => response.end(JSON.stringify({ access_token: 'token-number-1', expires_in: 3600 }));
            }
          : undefined,
    });
    const { push, clock } = start(fake.url);
    await push();
    clock.advance(3_550_000);
    const refreshing = push();
    await expect.poll(() => answerSecond).toBeDefined();
    expect(kindsOf(await Promise.all(times(5, push)))).toEqual(new Set(['accepted']));
    answerSecond?.();
    expect(await refreshing).toMatchObject({ kind: 'accepted' });
    expect(fake.tokensIssued()).toBe(2);
  });

  it('goes on with the old token when the new one fails', async () => {
    const fake = await startTokenProvider({
      expiresIn: 3600,
      oauth: (count) => (count === 1 ? undefined : json(503, {})),
    });
    const { push, clock } = start(fake.url);
    await push();
    clock.advance(3_550_000);
    expect(kindsOf([await push(), await push(), await push()])).toEqual(new Set(['accepted']));
    expect(fake.tokensIssued()).toBe(2);
    clock.advance(60_000);
    expect(await push()).toMatchObject({ code: 'token_unavailable' });
  });
});

describe('a token error', () => {
  it.each<[string, Reply]>([
    ['404.001.03', tokenError],
    ['401.002.01', json(401, { errorCode: '401.002.01', errorMessage: 'Error Occurred - Invalid Access Token' })],
    ['400.003.01', json(400, { errorCode: '400.003.01', errorMessage: 'Invalid Access Token' })],
    ['HTTP 401 without a code', (response) => void response.writeHead(401).end()],
    ['a fault', json(401, { fault: { faultstring: 'x', detail: { errorcode: 'oauth.v2.InvalidAccessToken' } } })],
  ])('%s: a new token and the same call once more', async (_name, reply) => {
    let pushes = 0;
    const fake = await startFakeProvider((seen) => {
      if (isOAuth(seen)) return json(200, { access_token: `token-${pushes}`, expires_in: 3599 });
      pushes += 1;
      return pushes === 1 ? reply : json(200, { CheckoutRequestID: 'ws_CO_1', ResponseCode: '0' });
    });
    closers.push(fake.close);
    expect(await start(fake.url).push()).toMatchObject({ kind: 'accepted' });
    expect(fake.seenAt('/mpesa').map(bearer)).toEqual(['token-0', 'token-1']);
    expect(fake.seenAt('/oauth')).toHaveLength(2);
  });

  it.each<[string, Reply, string]>([
    ['401.003.01', json(401, { errorCode: '401.003.01', errorMessage: 'no apiproduct match found' }), '401.003.01'],
    ['404.001.04', json(404, { errorCode: '404.001.04', errorMessage: 'Invalid Header' }), '404.001.04'],
    [
      'a fault about the product',
      json(401, { fault: { detail: { errorcode: 'keymanagement.service.InvalidAPICallAsNoApiProductMatchFound' } } }),
      'keymanagement.service.InvalidAPICallAsNoApiProductMatchFound',
    ],
  ])('%s is none: no new token, no second push', async (_name, reply, code) => {
    const fake = await startFakeProvider((seen) =>
      isOAuth(seen) ? json(200, { access_token: 'abc', expires_in: 3599 }) : reply,
    );
    closers.push(fake.close);
    expect(await start(fake.url).push()).toMatchObject({ kind: 'rejected', by: 'provider', code });
    expect(fake.seen).toHaveLength(2);
  });

  it('beside a claim of acceptance is none: never a second push', async () => {
    const fake = await startFakeProvider((seen) =>
      isOAuth(seen)
        ? json(200, { access_token: 'abc', expires_in: 3599 })
        : json(401, { ResponseCode: '0', CheckoutRequestID: 'ws_CO_1', errorCode: '404.001.03' }),
    );
    closers.push(fake.close);
    expect(await start(fake.url).push()).toMatchObject({ kind: 'unknown' });
    expect(fake.seen).toHaveLength(2);
  });

  it('on every token costs one new token, not one for each push', async () => {
    const fake = await startFakeProvider((seen) =>
      isOAuth(seen) ? json(200, { access_token: `token-${Math.random()}`, expires_in: 3599 }) : tokenError,
    );
    closers.push(fake.close);
    const { push } = start(fake.url);
    for (const answer of [await push(), ...(await Promise.all(times(10, push))), await push()]) {
      expect(answer).toMatchObject({ kind: 'rejected', by: 'provider', code: '404.001.03' });
    }
    expect(fake.seenAt('/oauth')).toHaveLength(2);
  });

  it('each time another gateway took the token is mended, however often', async () => {
    const fake = await startTokenProvider();
    const { push } = start(fake.url);
    for (let round = 0; round < 5; round += 1) {
      expect(await push()).toMatchObject({ kind: 'accepted' });
      fake.revoke();
    }
    expect(fake.tokensIssued()).toBe(5);
  });

  it('is final when there is no new token: nothing was pushed', async () => {
    const fake = await startTokenProvider({ oauth: (count) => (count === 1 ? undefined : json(503, {})) });
    const { push } = start(fake.url);
    await push();
    fake.revoke();
    expect(await push()).toMatchObject({ kind: 'rejected', by: 'unreachable', code: 'token_unavailable' });
  });
});

describe('the store', () => {
  it('is not asked for every push', async () => {
    const fake = await startTokenProvider();
    const store = new MemoryTokenStore();
    const { push } = start(fake.url, store);
    await push();
    const before = store.reads;
    for (let count = 0; count < 20; count += 1) await push();
    expect(store.reads).toBe(before);
  });

  it('that fails means no push, and no exception', async () => {
    const fake = await startTokenProvider();
    const fails = () => Promise.reject(new Error('connection string with a password'));
    const { push, log } = start(fake.url, { read: fails, lease: fails, store: fails, release: fails });
    expect(await push()).toMatchObject({ kind: 'rejected', by: 'unreachable', code: 'token_unavailable' });
    expect(fake.seen).toEqual([]);
    expect(log.lines.join()).not.toContain('password');
  });

  it('that cannot keep a token does not stop the call that has it', async () => {
    const fake = await startTokenProvider();
    const store = new MemoryTokenStore();
    store.store = () => Promise.reject(new Error('no'));
    expect(await start(fake.url, store).push()).toMatchObject({ kind: 'accepted' });
  });

  it('gives no token to a merchant who knows only the consumer key of another', async () => {
    const fake = await startTokenProvider({ oauth: (count) => (count === 1 ? undefined : json(400, {})) });
    const store = new MemoryTokenStore();
    const { push } = start(fake.url, store);
    expect(await push()).toMatchObject({ kind: 'accepted' });
    expect(await push({ ...paybill, consumerSecret: 'a guess' })).toMatchObject({ code: 'token_refused' });
    expect(store.dump()).not.toContain('of-a-test');
  });
});
