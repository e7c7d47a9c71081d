import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { readEnv } from './env.ts';
import { payPagesOfTest } from './pay.fixture.ts';
import { said } from './requests.fixture.ts';

const pay = payPagesOfTest();

const everywhere = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};

describe('every answer', () => {
  it('has the headers that keep strangers out', async () => {
    const link = await pay.link();
    const attempt = await pay.attempt(link);
    const paths = [
      link.path,
      attempt,
      `${attempt}/state`,
      `${link.path}/state`,
      `/r/${attempt.split('/').at(-1)}`,
      '/p/x',
      '/p/%zz',
      '/nowhere',
      '/healthz',
      '/readyz',
    ];
    for (const path of paths) {
      const { headers } = await pay.get(path);
      expect(Object.fromEntries(headers), path).toMatchObject({ ...everywhere, 'cache-control': 'no-store' });
      expect(headers.get('set-cookie')).toBeNull();
    }
    const [file = ''] = /\/assets\/[^"]+/.exec((await pay.get(link.path)).text) ?? [];
    expect(Object.fromEntries((await pay.get(file)).headers)).toMatchObject(everywhere);
  });

  it('to what is no HTTP has them, too', async () => {
    const socket = connect(Number(new URL(pay.running.origin).port), '127.0.0.1', () =>
      socket.write('NONSENSE\r\n\r\n'),
    );
    const [chunk] = await once(socket, 'data');
    expect(String(chunk)).toMatch(/^HTTP\/1\.1 400 [\s\S]*content-security-policy: default-src 'none'/);
  });

  it('loads nothing from elsewhere and has no code or style inside', async () => {
    const link = await pay.link();
    for (const path of [link.path, await pay.attempt(link), '/p/x']) {
      const { text } = await pay.get(path);
      expect(text).not.toMatch(/<style|style="|<script(?! src="\/assets)| on\w+="|(?:src|href)="(?:https?:)?\/\//);
    }
  });

  it('says nothing of https where pages are read without it', async () => {
    const plain = await pay.start({ PAY_BASE_URL: 'http://localhost:4004' });
    const { headers } = await pay.get('/p/x', {}, plain.origin);
    await plain.close();
    expect(headers.get('strict-transport-security')).toBeNull();
  });
});

it('logs the route and neither tokens nor phones nor answers', async () => {
  const link = await pay.link({ fields: [{ name: 'note', label: 'Note', kind: 'text' }] });
  const form: Record<string, string> = {
    ...(await pay.opened(link)),
    phone: '0733 987 654',
    field_note: 'canary-answer',
  };
  const { headers } = await pay.post(`${link.path}/pay`, form);
  const location = headers.get('location') ?? '';
  await pay.get(location);
  await pay.get(`${location}/state`);
  await pay.get(`/r/${location.split('/').at(-1)}`);
  await pay.post(`${link.path}/pay`, { ...form, phone: '0733 98' });
  await pay.post(`${link.path}/pay`, 'x'.repeat(20_000));
  const attemptToken = location.split('/').at(-1) ?? '';
  const log = pay.logged.join('');
  expect(log).toContain('"route":"/p/:token/a/:attempt"');
  expect(log).toContain('"route":"/p/:token/pay"');
  expect(log).toContain('"route":"/r/:token"');
  for (const secret of [link.token, attemptToken, form.visit ?? '-', '733987654', '0733 987', 'canary-answer']) {
    expect(log, secret).not.toContain(secret);
  }
});

describe('the role of the process', () => {
  it.each([
    'SELECT * FROM payments',
    'SELECT metadata FROM payment_links',
    'SELECT phone FROM link_attempts',
    'SELECT * FROM payment_receipts',
    'SELECT answers FROM link_attempts',
    'SELECT * FROM api_keys',
    'SELECT * FROM provider_credentials',
    `UPDATE link_attempts SET state = 'stale'`,
    'DELETE FROM link_attempts',
    'SELECT * FROM rate_limit_counters',
  ])('may not: %s', async (statement) => {
    await expect(pay.running.deps.context.db.pool.query(statement)).rejects.toThrow('permission denied');
  });

  it('reads the views, which show no phone of an attempt in full', async () => {
    await pay.attempt(await pay.link());
    const { rows } = await pay.running.deps.context.db.pool.query('SELECT * FROM public_attempts');
    expect(JSON.stringify(rows)).not.toContain('712345678');
  });
});

describe('too many requests of one network', () => {
  it('are refused with a page that says how long to wait, in both languages', async () => {
    const strict = await pay.start({
      RATE_LIMIT_PUBLIC_READ: '3/60',
      RATE_LIMIT_PUBLIC_PAY: '2/60',
      TRUSTED_PROXIES: 'loopback',
    });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const link = await pay.link();
    const read = (address: string, query = '') => pay.get(link.path + query, from(address), strict.origin);
    const send = (address: string) =>
      pay.post(`${link.path}/pay`, { phone: '' }, { ...from(address), 'sec-fetch-site': 'same-origin' }, strict.origin);
    for (const host of ['1', '2', 'ffff']) expect((await read(`2001:db8:1:2::${host}`)).status).toBe(200);
    const refused = await read('2001:db8:1:2:3:4:5:6');
    expect(refused.status).toBe(429);
    expect(said(refused.text)).toMatch(/Too many requests came from your network. Wait \d+ seconds, then load/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(said((await read('2001:db8:1:2::1', '?lang=sw')).text)).toMatch(/Subiri sekunde \d+, kisha/);
    expect((await read('2001:db8:1:3::1')).status).toBe(200);
    expect((await read('203.0.113.9')).status).toBe(200);
    expect([(await send('203.0.113.9')).status, (await send('203.0.113.9')).status]).toEqual([422, 422]);
    expect((await send('203.0.113.9')).status).toBe(429);
    await strict.close();
    const { rows } = await pay.test.database.pool.query('SELECT key FROM public_counters');
    expect(rows.map(({ key }) => key)).toContain('pay-read:2001:db8:1:2');
  });
});

describe('when the database cannot be reached', () => {
  it('a page says so and nothing of the error', async () => {
    const link = await pay.link();
    const lone = await pay.start();
    await lone.deps.context.db.close();
    const { status, text } = await pay.get(link.path, {}, lone.origin);
    expect(status).toBeGreaterThanOrEqual(500);
    expect(said(text)).toContain('Something went wrong');
    expect(text).not.toMatch(/pool|Error:|at /);
    expect((await pay.get('/healthz', {}, lone.origin)).status).toBe(200);
    expect((await pay.get('/readyz', {}, lone.origin)).status).toBe(503);
  });
});

/** What the process writes before it refuses its settings. */
function refusalOf(variables: Record<string, string>): string {
  const written: string[] = [];
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit code ${code}`);
  });
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  try {
    expect(() => readEnv(variables)).toThrow('exit code 78');
  } finally {
    exit.mockRestore();
    write.mockRestore();
  }
  return written.join('');
}

describe('the settings', () => {
  const right = { DATABASE_URL: 'postgresql://localhost/tillgate' };

  it.each([
    ['NEXTAUTH_URL', 'https://shop.example/', 'has the origin of NEXTAUTH_URL'],
    ['PUBLIC_BASE_URL', 'https://SHOP.example:443/functions/v1', 'has the origin of PUBLIC_BASE_URL'],
    ['PAY_BASE_URL', 'https://shop.example/pay', 'must have no path'],
    ['PAY_ABUSE_EMAIL', 'nobody', 'must be an email address'],
    ['RATE_LIMIT_PUBLIC_PAY', '6', 'write count/seconds'],
    ['TRUSTED_PROXIES', '10.0.0.0/33', 'is not an IP address'],
    ['INNGEST_BASE_URL', 'https://queue.example', 'is needed by INNGEST_BASE_URL'],
  ])('refuse %s=%s', (variable, value, sentence) => {
    expect(refusalOf({ ...right, PAY_BASE_URL: 'https://shop.example', [variable]: value })).toContain(sentence);
  });

  it('let the pages be beside the dashboard on another host', () => {
    const others = { NEXTAUTH_URL: 'https://shop.example', PUBLIC_BASE_URL: 'https://shop.example/functions/v1' };
    const env = readEnv({ ...right, ...others, PAY_BASE_URL: 'https://pay.shop.example/' });
    expect(env.PAY_BASE_URL).toBe('https://pay.shop.example');
  });

  it('have the address of this machine by default', () => {
    expect(readEnv({ ...right, PAY_PORT: '4010' })).toMatchObject({
      PAY_BASE_URL: 'http://localhost:4010',
      RATE_LIMIT_PUBLIC_READ: { count: 120, seconds: 60 },
      RATE_LIMIT_PUBLIC_PAY: { count: 6, seconds: 60 },
      RATE_LIMIT_PUBLIC_PAY_HOUR: { count: 30, seconds: 3600 },
    });
    const local = { NEXTAUTH_URL: 'http://localhost:4004', PAY_BASE_URL: 'http://localhost:4004' };
    expect(readEnv({ ...right, ...local }).PAY_BASE_URL).toBe('http://localhost:4004');
  });
});

describe('a connection', () => {
  it('is kept while idle for longer than a balancer keeps it, or for as long as the operator says', async () => {
    const kept = async (origin: string) => (await fetch(`${origin}/healthz`)).headers.get('keep-alive');
    const patient = await pay.start({ KEEP_ALIVE_SECONDS: '120' });
    expect(await kept(pay.running.origin)).toBe('timeout=75');
    expect(await kept(patient.origin)).toBe('timeout=120');
    await patient.close();
  });

  it('ends with the process, also when it never carried a request', async () => {
    const closing = await pay.start();
    const socket = connect(Number(new URL(closing.origin).port), '127.0.0.1');
    await once(socket, 'connect');
    await closing.close();
    await once(socket.resume(), 'close');
  });
});
