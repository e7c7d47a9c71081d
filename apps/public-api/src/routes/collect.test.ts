import { request as rawRequest } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { revokeKey } from '@tillgate/domain/keys';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { startSimulator } from '@tillgate/simulator/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemSchema } from '../problem.ts';
import { type RunningApi, startApi } from '../testing.ts';

let test: TestDatabase;
let simulator: Awaited<ReturnType<typeof startSimulator>>;
let api: RunningApi;
let shop: SeededMerchant;

beforeAll(async () => {
  [test, simulator] = await Promise.all([testDatabase(), startSimulator({ delayMs: 0, slowAckMs: 3_000 })]);
  api = await startApi(test, simulator.url, {
    RATE_LIMIT_STORE: 'memory',
    PROVIDER_TIMEOUT_MS: '4000',
    RATE_LIMIT_COLLECT_PER_KEY: '1000/1',
  });
  shop = await api.merchant();
});
afterAll(async () => {
  await api.close();
  await simulator.close();
  await test.close();
});

let phones = 0;
/** A phone that no other case uses: limits are per phone. */
const newPhone = () => {
  phones += 1;
  return `2547120${String(phones).padStart(5, '0')}`;
};
const newBody = (changes: Record<string, unknown> = {}) => ({ amount: 100, phone: newPhone(), ...changes });

type Sent = { headers?: Record<string, string>; key?: string | null; raw?: string | Uint8Array; method?: string };
async function post(body: unknown, { headers = {}, key = shop.key().key, raw, method = 'POST' }: Sent = {}) {
  const response = await fetch(`${api.baseUrl}/collect`, {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      'content-type': 'application/json',
      ...headers,
    },
    body: (raw ?? JSON.stringify(body)) as string,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** A refusal in the published form, with the id that the header carries. */
async function refusal(answer: ReturnType<typeof post>, status: number, code: string) {
  const { headers, body, ...rest } = await answer;
  expect(rest.status, JSON.stringify(body)).toBe(status);
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const problem = problemSchema.parse(body);
  expect(problem).toMatchObject({ status, code, error: problem.detail, requestId: headers.get('x-request-id') });
  expect(problem.type).toMatch(new RegExp(`/errors#${code}$`));
  return { ...problem, headers };
}

const pushes = async () => {
  const { counts } = (await (await fetch(`${simulator.url}/admin/requests`)).json()) as {
    counts: Record<string, number>;
  };
  return counts['POST /mpesa/stkpush/v1/processrequest'] ?? 0;
};
const rows = () =>
  Promise.all([api.ctx.db.prisma.payment.count(), api.ctx.db.prisma.idempotencyRecord.count(), pushes()]);

/** Runs a refused request and proves that it spent nothing: no payment, no key, no push. */
async function spendsNothing<T>(work: () => Promise<T>): Promise<T> {
  const before = await rows();
  if (before[2] === 0) throw new Error('no push was ever counted: the proof would prove nothing');
  const result = await work();
  expect(await rows()).toEqual(before);
  return result;
}

describe('202', () => {
  it('answers exactly the three fields, and a request id', async () => {
    const { status, body, headers } = await post(
      newBody({ accountReference: 'INV-1', description: 'Mugs', metadata: { order: 7 } }),
    );
    expect(status).toBe(202);
    expect(Object.keys(body).sort()).toEqual(['checkoutRequestId', 'paymentId', 'status']);
    expect(body.status).toBe('pending');
    expect(body.paymentId).toMatch(/^[0-9a-f-]{36}$/);
    expect(body.checkoutRequestId).toMatch(/^ws_CO_/);
    expect(headers.get('x-request-id')).toMatch(/^req_/);
    expect(headers.get('idempotent-replayed')).toBeNull();
  });

  it.each(['0712 345 678', '+254-712-345-679', '254712345670', '712345671', '0110123456', '(07) 12.34.56.72'])(
    'takes the phone as %s',
    async (phone) => {
      const { status, body } = await post({ amount: 1, phone });
      expect(status).toBe(202);
      const row = await api.ctx.db.prisma.payment.findUniqueOrThrow({ where: { id: body.paymentId } });
      expect(row.phone).toMatch(/^254[17]\d{8}$/);
    },
  );

  it('replays under a key in the header or in the body, and says so', async () => {
    const body = newBody();
    const first = await post(body, { headers: { 'idempotency-key': 'order 1' } });
    const again = await post(body, { headers: { 'idempotency-key': 'order 1' } });
    const inBody = await post({ ...body, idempotencyKey: 'order 1' });
    const inBoth = await post({ ...body, idempotencyKey: 'order 1' }, { headers: { 'idempotency-key': 'order 1' } });
    for (const replay of [again, inBody, inBoth]) {
      expect(replay).toMatchObject({ status: 202, body: first.body });
      expect(replay.headers.get('idempotent-replayed')).toBe('true');
    }
  });

  it('takes the same phone in another form, and members in another order, for the same request', async () => {
    const first = await post(
      { amount: 50, phone: '0712999001', metadata: { a: 1, b: 2 } },
      { headers: { 'idempotency-key': 'forms' } },
    );
    const again = await post(
      { metadata: { b: 2, a: 1 }, phone: '+254712999001', amount: 50 },
      { headers: { 'idempotency-key': 'forms' } },
    );
    expect(again.body).toEqual(first.body);
  });

  it('announces its limit per key', async () => {
    const { headers } = await post(newBody());
    expect(headers.get('ratelimit-policy')).toBe('"per-key";q=1000;w=1');
    expect(headers.get('ratelimit')).toMatch(/^"per-key";r=\d+;t=\d+$/);
  });
});

it.each([
  ['gzip', gzipSync],
  ['Deflate', deflateSync],
  ['br', brotliCompressSync],
])('a body in %s is read, and is the same request as without it', async (coding, compress) => {
  const raw = JSON.stringify(newBody());
  const headers = { 'idempotency-key': `in ${coding}` };
  const first = await post(undefined, { raw, headers });
  const coded = { raw: compress(raw), headers: { ...headers, 'content-encoding': coding } };
  expect(await post(undefined, coded)).toMatchObject({ status: 202, body: first.body });
});

it('a compressed body has the size of what is in it', async () => {
  const raw = gzipSync(JSON.stringify(newBody({ metadata: { a: 'x'.repeat(200_000) } })));
  await refusal(post(undefined, { raw, headers: { 'content-encoding': 'gzip' } }), 413, 'payload_too_large');
});

describe('400', () => {
  it.each([
    ['zstd', 'The content coding zstd is not known here'],
    ['gzip', 'The body is not in the content coding gzip'],
  ])('a body that is not in %s names the coding', async (coding, says) => {
    const sent = { raw: JSON.stringify(newBody()), headers: { 'content-encoding': coding } };
    const { detail } = await spendsNothing(() => refusal(post(undefined, sent), 400, 'malformed_json'));
    expect(detail).toContain(says);
  });

  it.each<[string, Sent]>([
    ['broken JSON', { raw: '{"amount": 1' }],
    ['an empty body', { raw: '' }],
    ['bytes that are not UTF-8', { raw: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) }],
    ['a form', { raw: 'amount=1&phone=0712345678', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['JSON called text', { raw: '{"amount":1,"phone":"0712345678"}', headers: { 'content-type': 'text/plain' } }],
    ['gzip that nobody announced', { raw: new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]) }],
  ])('%s is malformed, and spends nothing', async (_what, sent) => {
    await spendsNothing(() =>
      refusal(
        post(undefined, { ...sent, headers: { 'idempotency-key': 'bad', ...sent.headers } }),
        400,
        'malformed_json',
      ),
    );
  });

  it.each([
    ['{"amount":1,"amount":140000,"phone":"0712345678"}', 'amount', 'is in the body twice'],
    ['{"amount":1,"phone":"0712345678","metadata":{"order":9007199254740993}}', 'metadata.order', /send "9007/],
    ['{"amount":1,"phone":"0712345678","metadata":{"order":[1e999]}}', 'metadata.order.0', /as a string/],
    ['{"amount":100.0000000000000000001,"phone":"0712345678"}', 'amount', /more digits/],
    [`{"amount":1.${'0'.repeat(98_000)}1,"phone":"0712345678"}`, 'amount', /more than 40 characters/],
  ])('a body that two readers could read in two ways is refused, and spends nothing: %.80s', async (...given) => {
    const [raw, path, message] = given;
    const problem = await spendsNothing(() =>
      refusal(post(undefined, { raw, headers: { 'idempotency-key': 'twice' } }), 422, 'invalid_input'),
    );
    expect(problem.issues).toMatchObject([{ path, message: expect.stringMatching(message) }]);
  });

  it('a missing content type is malformed', async () => {
    const status = await new Promise((resolve, reject) => {
      const sent = rawRequest(
        `${api.baseUrl}/collect`,
        { method: 'POST', headers: { authorization: `Bearer ${shop.key().key}` } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      sent.on('error', reject);
      sent.end('{"amount":1,"phone":"0712345678"}');
    });
    expect(status).toBe(400);
  });

  it('says that credentials are missing for this environment, and the key is not spent', async () => {
    const bare = await seed(api.ctx).owner().application().key('sandbox').mint();
    const problem = await spendsNothing(() =>
      refusal(
        post(newBody(), { key: bare.key().key, headers: { 'idempotency-key': 'later' } }),
        400,
        'provider_not_configured',
      ),
    );
    expect(problem.detail).toMatch(/sandbox/);
  });
});

describe('401', () => {
  it.each<[string, Sent]>([
    ['no key', { key: null }],
    ['an unknown key', { key: `mp_test_${'A'.repeat(43)}` }],
    ['another scheme', { key: null, headers: { authorization: 'Basic bXA6eA==' } }],
    ['an empty bearer', { key: null, headers: { authorization: 'Bearer ' } }],
  ])('%s is refused before the body is looked at', async (_what, sent) => {
    const { headers } = await spendsNothing(() =>
      refusal(post(undefined, { raw: '{', ...sent }), 401, 'unauthenticated'),
    );
    expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
  });

  it('the key of one environment with the prefix of the other', async () => {
    const forged = shop.key().key.replace('mp_test_', 'mp_live_');
    await refusal(post(newBody(), { key: forged }), 401, 'unauthenticated');
  });

  it('a revoked key, once nobody remembers that it worked', async () => {
    const other = await api.merchant();
    const { key, keyId } = other.key();
    expect((await post(newBody(), { key })).status).toBe(202);
    await revokeKey(api.ctx, { keyId });
    await expect.poll(async () => (await post({}, { key })).status).toBe(401);
  });
});

describe('405', () => {
  it.each(['GET', 'PUT', 'DELETE', 'PATCH'])('%s is answered with what the path has', async (method) => {
    const response = await fetch(`${api.baseUrl}/collect`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    expect(problemSchema.parse(await response.json()).code).toBe('method_not_allowed');
  });
});

describe('409', () => {
  it('the key was used with another body', async () => {
    const headers = { 'idempotency-key': 'reused' };
    await post(newBody(), { headers });
    const { detail } = await refusal(post(newBody(), { headers }), 409, 'idempotency_key_reused');
    expect(detail).toContain('Idempotency-Key was reused with a different request body');
  });

  it('the first request is still in flight: Retry-After, then the replay', async () => {
    const slow = (await magic())['slow-ack'];
    const headers = { 'idempotency-key': 'slow' };
    const body = { amount: 10, phone: slow };
    const first = post(body, { headers });
    await expect.poll(() => api.ctx.db.prisma.idempotencyRecord.count({ where: { key: 'slow' } })).toBe(1);
    const refused = await refusal(post(body, { headers }), 409, 'idempotency_in_flight');
    expect(refused.detail).toContain('already in progress');
    expect(Number(refused.headers.get('retry-after'))).toBe(refused.retryAfterSeconds);
    expect((await post(body, { headers })).body).toEqual((await first).body);
  });

  it('interrupted while the provider call was in flight: for ever, with the payment to look at', async () => {
    const phone = (await magic())['lost-ack'];
    const headers = { 'idempotency-key': 'cut' };
    const before = await pushes();
    const first = await refusal(post({ amount: 10, phone }, { headers }), 409, 'idempotency_indeterminate');
    expect(first.detail).toContain('interrupted while the provider call was in flight');
    expect(first.indeterminate).toBe(true);
    const again = await refusal(post({ amount: 10, phone }, { headers }), 409, 'idempotency_indeterminate');
    expect(again.paymentId).toBe(first.paymentId);
    expect(await pushes()).toBe(before + 1);
  });
});

describe('413', () => {
  it('a body over 100 kB', async () => {
    const metadata = { filler: 'x'.repeat(100_000) };
    await spendsNothing(() => refusal(post(newBody({ metadata })), 413, 'payload_too_large'));
  });
});

describe('422', () => {
  it.each<[string, unknown, string]>([
    ['no amount', { phone: '0712345678' }, 'amount'],
    ['amount as text', { amount: '100', phone: '0712345678' }, 'amount'],
    ['a fraction', { amount: 1.5, phone: '0712345678' }, 'amount'],
    ['null', { amount: null, phone: '0712345678' }, 'amount'],
    ['zero', { amount: 0, phone: '0712345678' }, 'amount'],
    ['less than zero', { amount: -5, phone: '0712345678' }, 'amount'],
    ['over the limit', { amount: 150_001, phone: '0712345678' }, 'amount'],
    ['an array', { amount: [100], phone: '0712345678' }, 'amount'],
    ['true', { amount: true, phone: '0712345678' }, 'amount'],
    ['no phone', { amount: 1 }, 'phone'],
    ['a phone as number', { amount: 1, phone: 254712345678 }, 'phone'],
    ['a short phone', { amount: 1, phone: '071234567' }, 'phone'],
    ['a foreign phone', { amount: 1, phone: '+255712345678' }, 'phone'],
    ['a landline', { amount: 1, phone: '0201234567' }, 'phone'],
    ['letters', { amount: 1, phone: '07123A5678' }, 'phone'],
    ['arabic digits', { amount: 1, phone: '٠٧١٢٣٤٥٦٧٨' }, 'phone'],
    [
      'a reference of 13 characters',
      { amount: 1, phone: '0712345678', accountReference: 'x'.repeat(13) },
      'accountReference',
    ],
    ['an empty reference', { amount: 1, phone: '0712345678', accountReference: '' }, 'accountReference'],
    ['NUL in the reference', { amount: 1, phone: '0712345678', accountReference: 'a\u0000b' }, 'accountReference'],
    ['a lone surrogate', { amount: 1, phone: '0712345678', accountReference: 'a\ud800b' }, 'accountReference'],
    ['a description of 65 characters', { amount: 1, phone: '0712345678', description: 'é'.repeat(65) }, 'description'],
    ['metadata as a list', { amount: 1, phone: '0712345678', metadata: [1] }, 'metadata'],
    ['metadata as text', { amount: 1, phone: '0712345678', metadata: 'x' }, 'metadata'],
    ['NUL deep in the metadata', { amount: 1, phone: '0712345678', metadata: { a: [{ b: '\u0000' }] } }, 'metadata'],
    ['a lone surrogate as a metadata key', { amount: 1, phone: '0712345678', metadata: { '\udc00': 1 } }, 'metadata'],
    ['a key of 256 characters', { amount: 1, phone: '0712345678', idempotencyKey: 'k'.repeat(256) }, 'idempotencyKey'],
    ['an empty key', { amount: 1, phone: '0712345678', idempotencyKey: '' }, 'idempotencyKey'],
    ['a key as number', { amount: 1, phone: '0712345678', idempotencyKey: 5 }, 'idempotencyKey'],
  ])('%s', async (_what, body, path) => {
    const { issues } = await spendsNothing(() => refusal(post(body), 422, 'invalid_input'));
    expect(issues?.map((issue) => issue.path)).toContain(path);
  });

  it.each([
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '5'],
    ['text', '"x"'],
    ['an amount beyond all numbers', '{"amount":1e400,"phone":"0712345678"}'],
  ])('%s as the body', async (_what, raw) => {
    await spendsNothing(() => refusal(post(undefined, { raw }), 422, 'invalid_input'));
  });

  it('metadata nested so deep that it would exhaust a stack', async () => {
    const metadata = `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`;
    const { issues } = await spendsNothing(() =>
      refusal(
        post(undefined, { raw: `{"amount":1,"phone":"0712345678","metadata":${metadata}}` }),
        422,
        'invalid_input',
      ),
    );
    expect(issues).toMatchObject([{ message: expect.stringContaining('nested deeper') }]);
  });

  it('a key in the header that differs from the one in the body', async () => {
    const { issues } = await spendsNothing(() =>
      refusal(post(newBody({ idempotencyKey: 'a' }), { headers: { 'idempotency-key': 'b' } }), 422, 'invalid_input'),
    );
    expect(issues).toMatchObject([{ path: 'idempotencyKey' }]);
  });

  it('a key in the header that is too long', async () => {
    await spendsNothing(() =>
      refusal(post(newBody(), { headers: { 'idempotency-key': 'k'.repeat(256) } }), 422, 'invalid_input'),
    );
  });

  it('counts characters, not bytes: twelve emoji are a reference', async () => {
    const { status } = await post(newBody({ accountReference: '🧾'.repeat(12) }));
    expect(status).toBe(202);
  });
});

it('a body nested absurdly deep, in a field that nobody knows', async () => {
  const deep = `${'['.repeat(40_000)}${']'.repeat(40_000)}`;
  await spendsNothing(() =>
    refusal(
      post(undefined, { raw: `{"amount":1,"phone":"0712345678","x":${deep}}`, headers: { 'idempotency-key': 'deep' } }),
      422,
      'invalid_input',
    ),
  );
});

it('a key sent twice as a header is one key; two different ones are refused', async () => {
  const body = newBody();
  const send = (...keys: string[]) =>
    new Promise<{ status: number; body: Record<string, unknown> }>((resolve, reject) => {
      const headers = ['authorization', `Bearer ${shop.key().key}`, 'content-type', 'application/json'];
      for (const key of keys) headers.push('idempotency-key', key);
      const sent = rawRequest(
        `${api.baseUrl}/collect`,
        { method: 'POST', headers: [...headers, 'host', 'x'] },
        (response) => {
          let text = '';
          response.on('data', (chunk) => {
            text += chunk;
          });
          response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }));
        },
      );
      sent.on('error', reject);
      sent.end(JSON.stringify(body));
    });
  const once = await send('twice');
  const twice = await send('twice', 'twice');
  expect(twice).toEqual(once);
  expect(await send('twice, twice', 'twice')).toEqual(once);
  expect((await send('twice', 'thrice')).status).toBe(422);
  expect((await send('twice, thrice')).status).toBe(422);
});

describe('429', () => {
  it('the sixth prompt to a phone within a minute; a replay is not counted, and the refused key is not spent', async () => {
    const phone = newPhone();
    for (let n = 1; n <= 5; n += 1) await post({ amount: n, phone }, { headers: { 'idempotency-key': `limit-${n}` } });
    const refused = await spendsNothing(() =>
      refusal(post({ amount: 6, phone }, { headers: { 'idempotency-key': 'limit-6' } }), 429, 'rate_limited'),
    );
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await post({ amount: 1, phone }, { headers: { 'idempotency-key': 'limit-1' } })).status).toBe(202);
  });

  it('more requests than a key may make', async () => {
    const strict = await startApi(test, simulator.url, {
      RATE_LIMIT_STORE: 'memory',
      RATE_LIMIT_COLLECT_PER_KEY: '2/60',
    });
    try {
      const { key } = (await strict.merchant()).key();
      const send = () =>
        fetch(`${strict.baseUrl}/collect`, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: '{' });
      expect([(await send()).status, (await send()).status]).toEqual([400, 400]);
      const third = await send();
      expect(third.status).toBe(429);
      expect(third.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(problemSchema.parse(await third.json()).code).toBe('rate_limited');
    } finally {
      await strict.close();
    }
  });
});

describe('502', () => {
  it('the provider refused: its code and text, decoded, and the key replays it', async () => {
    const phone = (await magic())['wrong-credentials'];
    const headers = { 'idempotency-key': 'refused' };
    const first = await refusal(post({ amount: 10, phone }, { headers }), 502, 'provider_rejected');
    expect(first.upstream?.code).toBe('500.001.1001');
    expect(first.decoded).toMatchObject({ code: '500.001.1001', retryable: false });
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    const before = await pushes();
    const again = await refusal(post({ amount: 10, phone }, { headers }), 502, 'provider_rejected');
    expect(again).toMatchObject({ upstream: first.upstream, paymentId: first.paymentId });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await pushes()).toBe(before);
  });

  it('the provider cannot be reached: nothing was sent, and it says so', async () => {
    const alone = await startApi(test, 'http://127.0.0.1:1', { RATE_LIMIT_STORE: 'memory' });
    try {
      const { key } = (await alone.merchant()).key();
      const response = await fetch(`${alone.baseUrl}/collect`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(newBody()),
      });
      expect(response.status).toBe(502);
      const problem = problemSchema.parse(await response.json());
      expect(problem).toMatchObject({ code: 'provider_unavailable' });
      expect(problem.detail).toMatch(/ Try again with a new Idempotency-Key\.$/);
      expect(problem.indeterminate).toBeUndefined();
    } finally {
      await alone.close();
    }
  });

  it('without a key, no answer is indeterminate', async () => {
    const phone = (await magic())['lost-ack'];
    const { indeterminate, paymentId } = await refusal(post({ amount: 10, phone }), 502, 'provider_unavailable');
    expect(indeterminate).toBe(true);
    expect(paymentId).toMatch(/^[0-9a-f-]{36}$/);
  });
});

it('two hundred concurrent identical requests under one key produce exactly one push', async () => {
  const body = newBody();
  const before = await pushes();
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => post(body, { headers: { 'idempotency-key': 'two hundred' } })),
  );
  expect(await pushes()).toBe(before + 1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  expect(new Set(answers.map((answer) => answer.body.paymentId)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
});

/** The simulator's phones by what they play. */
async function magic(): Promise<Record<string, string>> {
  const table = (await (await fetch(`${simulator.url}/admin/magic`)).json()) as {
    scenarios: { slug: string; phone: string }[];
  };
  return Object.fromEntries(table.scenarios.map(({ slug, phone }) => [slug, phone]));
}
