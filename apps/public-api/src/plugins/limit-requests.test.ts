import { beforeAll, describe, expect, it } from 'vitest';
import { loneApi } from '../lone-api.fixture.ts';
import type { RunningApi } from '../testing.ts';

const running = loneApi();

type Sent = { key?: string; from?: string; method?: string };

async function call(at: RunningApi, path: string, { key, from, method = 'GET' }: Sent) {
  const response = await fetch(`${at.baseUrl}${path}`, {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(from !== undefined && { 'x-forwarded-for': from }),
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    },
    ...(method === 'POST' && { body: '{}' }),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, answer };
}

async function withApi(environment: Record<string, string>, use: (api: RunningApi) => Promise<void>) {
  const api = await running.startAnother(environment);
  try {
    await use(api);
  } finally {
    await api.close();
  }
}

type Operations = Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;

describe('the limit per API key', () => {
  let operations: { method: string; path: string; statuses: string[] }[];
  beforeAll(async () => {
    const document = (await (await fetch(`${running.api.origin}/openapi.json`)).json()) as { paths: Operations };
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { responses }]) => '401' in responses)
        .map(([method, { responses }]) => ({ method: method.toUpperCase(), path, statuses: Object.keys(responses) })),
    );
    expect(operations.length).toBeGreaterThan(12);
  });

  it('holds on every operation that needs a key, with the headers of /collect, and is documented there', async () => {
    for (const { method, path, statuses } of operations) {
      expect(statuses, path).toContain('429');
      const limits = ['REQUESTS', 'COLLECT', 'LINKS'].map((each) => [`RATE_LIMIT_${each}_PER_KEY`, '1/3600']);
      await withApi(Object.fromEntries(limits), async (api) => {
        const key = (await api.merchant()).key().key;
        const url = path.replace('{id}', crypto.randomUUID()).concat(path === '/events/listen' ? '?wait=0' : '');
        const first = await call(api, url, { key, method });
        expect(first.status, path).not.toBe(429);
        expect(first.headers.get('ratelimit-policy'), path).toBe('"per-key";q=1;w=3600');
        expect(first.headers.get('ratelimit'), path).toBe('"per-key";r=0;t=3600');
        const second = await call(api, url, { key, method });
        expect(second.status, path).toBe(429);
        expect(second.answer).toMatchObject({ code: 'rate_limited', retryAfterSeconds: expect.any(Number) });
        expect(second.headers.get('retry-after')).toBe(String(second.answer.retryAfterSeconds));
        expect(second.headers.get('ratelimit')).toMatch(/^"per-key";r=0;t=\d+$/);
      });
    }
  });

  it('counts each key for itself, and collections apart from other requests', async () => {
    await withApi({ RATE_LIMIT_REQUESTS_PER_KEY: '1/3600', RATE_LIMIT_COLLECT_PER_KEY: '1/3600' }, async (api) => {
      const [one, other] = [(await api.merchant()).key().key, (await api.merchant()).key().key];
      expect((await call(api, '/payments', { key: one })).status).toBe(200);
      expect((await call(api, '/payments', { key: one })).status).toBe(429);
      expect((await call(api, '/payments', { key: other })).status).toBe(200);
      expect((await call(api, '/collect', { key: one, method: 'POST' })).status).toBe(422);
      expect((await call(api, '/collect', { key: one, method: 'POST' })).status).toBe(429);
    });
  });
});

describe('bad API keys', () => {
  const bad = `mp_test_${'A'.repeat(43)}`;
  const limited = { RATE_LIMIT_BAD_KEYS_PER_NETWORK: '2/3600', TRUSTED_PROXIES: '127.0.0.1' };

  it('get 429 beyond the limit of their network, and a good key from there never does', async () => {
    await withApi(limited, async (api) => {
      const key = (await api.merchant()).key().key;
      const from = '203.0.113.9';
      for (const presented of [bad, 'nonsense']) {
        const refused = await call(api, '/payments', { key: presented, from });
        expect([refused.status, refused.headers.get('ratelimit')]).toEqual([401, null]);
      }
      for (const presented of [bad, `mp_live_${'B'.repeat(43)}`, 'x']) {
        const throttled = await call(api, '/payments', { key: presented, from });
        expect(throttled.status).toBe(429);
        expect(throttled.answer).toMatchObject({ code: 'rate_limited', retryAfterSeconds: expect.any(Number) });
        expect(throttled.headers.get('retry-after')).toBe(String(throttled.answer.retryAfterSeconds));
        expect(throttled.headers.get('ratelimit-policy')).toBe('"bad-keys";q=2;w=3600');
        expect(throttled.headers.get('ratelimit')).toMatch(/^"bad-keys";r=0;t=\d+$/);
      }
      expect((await call(api, '/payments', { key, from })).status).toBe(200);
      // A key that was never seen before is good, too.
      expect((await call(api, '/payments', { key: (await api.merchant()).key().key, from })).status).toBe(200);
    });
  });

  it('count for an IPv4 address and an IPv6 /64; no key at all is not counted', async () => {
    await withApi(limited, async (api) => {
      const status = async (from: string, key?: string) => (await call(api, '/payments', { key, from })).status;
      for (let n = 0; n < 5; n += 1) expect(await status('203.0.113.9')).toBe(401);
      expect([await status('203.0.113.9', bad), await status('203.0.113.10', bad)]).toEqual([401, 401]);
      const network = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::3'];
      expect([await status(network[0] ?? '', bad), await status(network[1] ?? '', bad)]).toEqual([401, 401]);
      expect(await status(network[2] ?? '', bad)).toBe(429);
      expect(await status('2001:db8:1:3::1', bad)).toBe(401);
    });
  });
});
