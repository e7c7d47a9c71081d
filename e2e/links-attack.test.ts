import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { connect } from 'node:net';
import { newVisit } from '@tillgate/domain/links';
import { suspendOrganization } from '@tillgate/domain/organizations';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './support/client.ts';
import { type Program, startProgram } from './support/program.ts';
import { type Prompt, viewProvider } from './support/provider-view.ts';
import { createStack, impatient, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

// Written apart from the code, by somebody who wants more prompts than stated, another link's rows, or an address from a
// log. Two processes show pages and two send prompts, as where it runs on several machines.

const origin = 'https://checkout.example.com';
/** Prompts stay without an outcome until a test says otherwise. */
const never = 600_000;
/** Behind a proxy of ours, each test chooses the address that it comes from. */
const trusted = { TRUSTED_PROXIES: '127.0.0.1,::1' };
const csp =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

let stack: Stack;
let pays: Program[];
/** The same process without a proxy before it. */
let bare: Program;
/** A sign-in that has the rights of the pay process and no others, as a member of its role. */
const login = `attack_${randomBytes(6).toString('hex')}`;
let loginUrl: string;
let client: pg.Client;
/** What no log may show: last parts of addresses, visits, and phones. */
const canaries = new Map<string, string>();

const payEnv = () => ({
  DATABASE_URL: loginUrl,
  PAY_BASE_URL: origin,
  PAY_PORT: '0',
  PAY_HOST: '127.0.0.1',
  LOG_LEVEL: 'trace',
  TZ: 'UTC',
});
const startPay = (own: Record<string, string>) => startProgram('apps/pay', { ...payEnv(), ...own }, stack.lines);

beforeAll(async () => {
  stack = await createStack({
    simulator: { delayMs: never },
    // A prompt that hangs is given up before the test is.
    env: { LOG_LEVEL: 'trace', PAY_BASE_URL: origin, ...impatient },
  });
  await stack.test.database.pool.query(`CREATE ROLE ${login} LOGIN PASSWORD '${login}' IN ROLE tillgate_pay`);
  const address = new URL(stack.test.urlAs('pay'));
  address.username = login;
  address.password = login;
  address.searchParams.delete('options');
  loginUrl = address.href;
  client = new pg.Client({ connectionString: loginUrl });
  await client.connect();
  await Promise.all([stack.startApi(), stack.startWorker(), stack.startWorker()]);
  pays = await Promise.all([startPay(trusted), startPay(trusted)]);
  bare = await startPay({});
});
afterAll(async () => {
  await Promise.all([...(pays ?? []), bare].map((one) => one?.kill()));
  await client?.end();
  await stack?.killAll();
  await stack?.test.database.pool.query(`DROP ROLE IF EXISTS ${login}`);
  await stack?.close();
});

type Reply = { status: number; headers: Record<string, string | string[] | undefined>; text: string };
type Ask = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  address?: string;
  port?: number;
};

let asked = 0;
let turn = 0;
/** An address that nobody has used. */
const stranger = () => {
  turn += 1;
  return `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`;
};

function ask(path: string, of: Ask = {}): Promise<Reply> {
  const port = of.port ?? pays[asked++ % pays.length]?.port;
  const length = of.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(of.body)) };
  const headers = { 'x-forwarded-for': of.address ?? stranger(), ...length, ...of.headers };
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path, method: of.method ?? 'GET', headers, agent: false },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(of.body);
  });
}

type Link = { linkId: string; path: string; token: string; accountReference: string | null; merchant: SeededMerchant };

async function makeLink(merchant: SeededMerchant, given: object = {}): Promise<Link> {
  const body = { title: 'Two enamel mugs', amount: 500, ...given };
  const made = await call(`${stack.baseUrl}/payment-links`, merchant.key().key, { method: 'POST', body });
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201 });
  const path = new URL(String(made.body.url)).pathname;
  const token = path.split('/').at(-1) ?? '';
  canaries.set(token, 'link');
  return {
    linkId: String(made.body.linkId),
    path,
    token,
    accountReference: made.body.accountReference as string | null,
    merchant,
  };
}
const linkOf = async (given: object = {}) => makeLink(await stack.merchant(), given);

const visitIn = (page: Reply) => /name="visit" value="([^"]+)"/.exec(page.text)?.[1] ?? '';

async function visitOf(link: Link, of: Ask = {}): Promise<string> {
  const page = await ask(link.path, of);
  const visit = visitIn(page);
  expect(visit, `${page.status} ${page.text}`).not.toBe('');
  canaries.set(visit, 'visit');
  return visit;
}

const ownForm = {
  'content-type': 'application/x-www-form-urlencoded',
  origin,
  'sec-fetch-site': 'same-origin',
};

async function send(link: Link, form: Record<string, string>, of: Ask = {}): Promise<Reply> {
  const answer = await ask(`${link.path}/pay`, {
    method: 'POST',
    body: new URLSearchParams(form).toString(),
    ...of,
    headers: { ...ownForm, ...of.headers },
  });
  const token = /\/a\/(\w+)/.exec(String(answer.headers.location))?.[1];
  if (token) canaries.set(token, 'attempt');
  return answer;
}

/** As a person does it: reads the page and sends the form. */
async function pay(link: Link, form: Record<string, string> = {}, of: Ask = {}): Promise<Reply> {
  return send(link, { visit: await visitOf(link), amount: '500', phone: phone(), ...form }, of);
}

let phones = 0;
/** A phone that nobody has used. */
function phone(): string {
  phones += 1;
  const made = `2547${String(33_000_000 + phones * 7_919).slice(-8)}`;
  canaries.set(made, 'phone');
  return made;
}

type Attempt = { state: string; refusal: string | null; phone: string; amount: number; payment_id: string | null };

async function attemptsOf(...links: Link[]): Promise<Attempt[]> {
  const { rows } = await stack.test.database.pool.query<Attempt>(
    'SELECT state::text, refusal, phone, amount, payment_id FROM link_attempts WHERE link_id = ANY ($1) ORDER BY id',
    [links.map(({ linkId }) => linkId)],
  );
  return rows;
}

/** Waits until the workers have decided about each attempt. */
async function decided(...links: Link[]): Promise<Attempt[]> {
  return until('decisions about all attempts', async () => {
    const attempts = await attemptsOf(...links);
    return attempts.every(({ state }) => state !== 'waiting') ? attempts : undefined;
  });
}

const prompts = (): Promise<Prompt[]> => viewProvider(stack.provider).allPrompts();
const promptsTo = async (number: string) => (await prompts()).filter((prompt) => prompt.phone === number);
async function promptsOf(...links: Link[]): Promise<Prompt[]> {
  const references = links.map(({ accountReference }) => accountReference);
  return (await prompts()).filter(({ accountReference }) => references.includes(accountReference));
}
/** Waits until nothing of a link is open: its prompts have their outcomes. */
async function settled(link: Link): Promise<void> {
  await decided(link);
  await until('outcomes of all prompts', async () => {
    const { rows } = await stack.test.database.pool.query(
      "SELECT 1 FROM payments p JOIN link_attempts a ON a.payment_id = p.id WHERE a.link_id = $1 AND p.status = 'pending'",
      [link.linkId],
    );
    return rows.length === 0 ? true : undefined;
  });
}
const times = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('more prompts than stated', () => {
  /** A link that has had all its prompts. */
  let spent: Link;

  it('one visit sent 40 times at once is one attempt and one prompt', async () => {
    const link = await linkOf();
    const visit = await visitOf(link);
    const form = { visit, amount: '500', phone: phone() };
    const answers = await Promise.all(times(40).map(() => send(link, form)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1);
    expect(await decided(link)).toMatchObject([{ state: 'handed' }]);
    // The same visit with another phone, afterwards, is no second prompt either.
    await send(link, { ...form, phone: phone() });
    expect(await decided(link)).toHaveLength(1);
    expect(await promptsOf(link)).toHaveLength(1);
  });

  it.each([1, 2, 3])('of 12 people at once on a link for one order, one gets a prompt (%d)', async () => {
    const link = await linkOf();
    const visits = await Promise.all(times(12).map(() => visitOf(link)));
    await Promise.all(visits.map((visit) => send(link, { visit, amount: '500', phone: phone() })));
    const attempts = await decided(link);
    expect(attempts.filter(({ state }) => state === 'handed')).toHaveLength(1);
    expect(await promptsOf(link)).toHaveLength(1);
    await pay(link);
    for (const repeat of ['yes', 'on', '1', 'true']) await pay(link, { repeat, again: '1' });
    await decided(link);
    expect(await promptsOf(link)).toHaveLength(1);
  });

  it('a phone gets three prompts, however its number is written, over ten shops and from many addresses', async () => {
    const number = '254712604604';
    canaries.set(number, 'phone');
    const local = number.slice(3);
    const forms = [
      number,
      `+${number}`,
      `0${local}`,
      `0${local.slice(0, 3)} ${local.slice(3, 6)} ${local.slice(6)}`,
      `+254-${local.slice(0, 3)}-${local.slice(3)}`,
      `00${number}`,
      local,
      ` ${number}\t`,
      `(0${local.slice(0, 3)}) ${local.slice(3)}`,
      [...number].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join(''),
      [...number].map((digit) => String.fromCodePoint(0x660 + Number(digit))).join(''),
      `${number}\u200b`,
      `+254 0${local}`,
      `tel:+${number}`,
      `${number}\u0000`,
      `${number};ext=1`,
    ];
    const links = await Promise.all(times(10).map(() => linkOf({ kind: 'many', referencePrefix: 'GIFT' })));
    await Promise.all(
      forms.flatMap((written, form) =>
        times(3).map((n) => {
          const link = links[(3 * form + n) % links.length] as Link;
          return pay(link, { phone: written });
        }),
      ),
    );
    const attempts = await decided(...links);
    expect(attempts.length).toBeGreaterThan(3);
    expect(new Set(attempts.map((attempt) => attempt.phone))).toEqual(new Set([number]));
    expect(await promptsTo(number)).toHaveLength(3);
  });

  it('a visit counts on its own link alone, whole, and for a day', async () => {
    const [mine, other] = [await linkOf(), await linkOf()];
    const visit = await visitOf(mine);
    const [time = '', random = '', mac = ''] = visit.split('.');
    const later = `${time.slice(0, -1)}${time.endsWith('z') ? 'a' : 'z'}`;
    const forged = [
      '',
      'x',
      visit.slice(0, -1),
      `${visit}x`,
      `${visit}.x`,
      ` ${visit}`,
      `${later}.${random}.${mac}`,
      `${time}.${random.split('').reverse().join('')}.${mac}`,
      `${time}.${random}.`,
      `${time}..${mac}`,
      `${time}.${random}.${'1'.repeat(mac.length)}`,
      `zzzzzzzzzz.${random}.${mac}`,
      `-1.${random}.${mac}`,
      `NaN.${random}.${mac}`,
      `${visit}\u0000`,
      '__proto__',
      'x'.repeat(5_000),
      await visitOf(other),
    ];
    const answers = await Promise.all(
      forged.map((value) => send(mine, { visit: value, amount: '500', phone: phone() })),
    );
    expect(answers.map(({ status }) => status).filter((status) => status < 400 || status >= 500)).toEqual([]);
    const day = 24 * 3_600_000;
    for (const age of [day + 60_000, 400 * day]) {
      const old = newVisit(mine.token, new Date(Date.now() - age));
      expect((await send(mine, { visit: old, amount: '500', phone: phone() })).status).toBeGreaterThanOrEqual(400);
    }
    expect(await attemptsOf(mine)).toEqual([]);
  });

  it('a visit of the future is no visit', async () => {
    const link = await linkOf();
    const visit = newVisit(link.token, new Date(Date.now() + 365 * 24 * 3_600_000));
    expect((await send(link, { visit, amount: '500', phone: phone() })).status).toBeGreaterThanOrEqual(400);
  });

  it.each([
    [
      'a fixed amount',
      { amount: 500 },
      [
        '1',
        '499',
        '501',
        '0',
        '5e2',
        '0x1f4',
        '500.0',
        '500.5',
        '+500',
        '-500',
        '５００',
        ' 500',
        '0500',
        '500\u0000',
        'NaN',
        'Infinity',
        '1'.repeat(400),
        '',
      ],
    ],
    [
      'bounds',
      { amount: null, amountMin: 10, amountMax: 100 },
      [
        '9',
        '101',
        '0',
        '-50',
        '1e2',
        '0x32',
        '50.5',
        '５０',
        '50,0',
        '5 0',
        'null',
        '',
        '1e999',
        '9007199254740993',
        '050',
      ],
    ],
    ['choices', { amount: null, amountMin: 10, amountMax: 1000, choices: [50, 100] }, ['9', '1001', '5e1', '-100']],
    ['no bounds', { amount: null }, ['0', '-1', '150001', '1.5', '1e3', '0x10', '１０', '١٠']],
  ] as const)('with %s, nobody pays another amount', async (_name, given, amounts) => {
    const { amount, ...rest } = given as Record<string, unknown>;
    const link = await linkOf({
      ...rest,
      ...(amount === null ? { amount: undefined } : { amount }),
      kind: 'many',
      referencePrefix: 'A',
    });
    const answers = await Promise.all(amounts.map((typed) => pay(link, { amount: typed })));
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    const allowed = (value: number) =>
      amount === 500
        ? value === 500
        : value >= Number(rest.amountMin ?? 1) && value <= Number(rest.amountMax ?? 150_000);
    const attempts = await attemptsOf(link);
    expect(attempts.filter((attempt) => !allowed(attempt.amount))).toEqual([]);
  });

  it('a decimal comma makes no amount ten or a hundred times as large', async () => {
    const link = await linkOf({ amount: undefined, kind: 'many', referencePrefix: 'C' });
    for (const typed of ['1,5', '10,50', '1 5', '1,,0', '12,34,56']) await pay(link, { amount: typed });
    expect((await attemptsOf(link)).map(({ amount }) => amount)).toEqual([]);
    for (const typed of ['1,500', '1 500', '1500']) await pay(link, { amount: typed });
    expect((await attemptsOf(link)).map(({ amount }) => amount)).toEqual([1500, 1500, 1500]);
  });

  it('bodies in other shapes make no attempt that a form would not', async () => {
    const link = await linkOf({ kind: 'many', referencePrefix: 'B' });
    const boundary = 'xx';
    const multipart = (visit: string) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="visit"\r\n\r\n${visit}\r\n--${boundary}\r\ncontent-disposition: form-data; name="phone"\r\n\r\n254712604605\r\n--${boundary}\r\ncontent-disposition: form-data; name="amount"\r\n\r\n500\r\n--${boundary}--\r\n`;
    const bodies: [string, (visit: string) => string | Buffer, string | undefined][] = [
      ['json', (visit) => JSON.stringify({ visit, phone: '254712604605', amount: 500 }), 'application/json'],
      ['json array', (visit) => JSON.stringify([{ visit }]), 'application/json'],
      ['text', (visit) => `visit=${visit}&phone=254712604605&amount=500`, 'text/plain'],
      ['no type', (visit) => `visit=${visit}&phone=254712604605&amount=500`, undefined],
      ['multipart', multipart, `multipart/form-data; boundary=${boundary}`],
      [
        'two phones',
        (visit) => `visit=${visit}&phone=254712604605&phone=254712604606&amount=500`,
        'application/x-www-form-urlencoded',
      ],
      [
        'phone list',
        (visit) => `visit=${visit}&phone[]=254712604605&phone[]=254712604606&amount=500`,
        'application/x-www-form-urlencoded',
      ],
      [
        'two amounts',
        (visit) => `visit=${visit}&phone=254712604605&amount=500&amount=1`,
        'application/x-www-form-urlencoded',
      ],
      [
        'two visits',
        (visit) => `visit=${visit}&visit=${visit}&phone=254712604605&amount=500`,
        'application/x-www-form-urlencoded',
      ],
      [
        'utf-16',
        (visit) => Buffer.from(`visit=${visit}&phone=254712604605&amount=500`, 'utf16le'),
        'application/x-www-form-urlencoded; charset=utf-16le',
      ],
      ['bad escapes', (visit) => `visit=${visit}&phone=%zz%f0%28%8c&amount=500`, 'application/x-www-form-urlencoded'],
      [
        'zero bytes',
        (visit) => `visit=${visit}&phone=254712604605%00&amount=500&note=%00%00`,
        'application/x-www-form-urlencoded',
      ],
      [
        'raw bytes',
        (visit) =>
          Buffer.concat([
            Buffer.from(`visit=${visit}&phone=25471260`),
            Buffer.from([0xff, 0xfe, 0]),
            Buffer.from('&amount=500'),
          ]),
        'application/x-www-form-urlencoded',
      ],
      [
        'huge',
        (visit) => `visit=${visit}&phone=254712604605&amount=500&x=${'y'.repeat(3_000_000)}`,
        'application/x-www-form-urlencoded',
      ],
      [
        'many fields',
        (visit) => `visit=${visit}&phone=254712604605&amount=500${'&a=1'.repeat(20_000)}`,
        'application/x-www-form-urlencoded',
      ],
      [
        'prototype',
        (visit) => `visit=${visit}&phone=254712604605&amount=500&__proto__=x&constructor=y&__proto__[phone]=z`,
        'application/x-www-form-urlencoded',
      ],
      ['nothing', () => '', 'application/x-www-form-urlencoded'],
    ];
    const seen: Record<string, number> = {};
    for (const [name, body, type] of bodies) {
      const visit = await visitOf(link);
      const answer = await ask(`${link.path}/pay`, {
        method: 'POST',
        body: body(visit),
        headers: { origin, 'sec-fetch-site': 'same-origin', ...(type && { 'content-type': type }) },
      }).catch((error: Error & { code?: string }) => ({
        status: error.code === 'EPIPE' || error.code === 'ECONNRESET' ? 413 : 599,
      }));
      seen[name] = answer.status;
    }
    expect(Object.entries(seen).filter(([, status]) => status >= 500)).toEqual([]);
    const passed = Object.entries(seen)
      .filter(([, status]) => status < 400)
      .map(([name]) => name);
    // The first of several values counts, as on the page.
    for (const name of passed) expect(['two phones', 'two amounts', 'two visits', 'prototype']).toContain(name);
    expect(new Set((await attemptsOf(link)).map((attempt) => `${attempt.phone} ${attempt.amount}`))).toEqual(
      new Set(['254712604605 500']),
    );
    expect((await attemptsOf(link)).length).toBe(passed.length);
  });

  it('no other method pays, and none overrides another', async () => {
    const link = await linkOf();
    const visit = await visitOf(link);
    const body = new URLSearchParams({ visit, amount: '500', phone: phone() }).toString();
    const at = `${link.path}/pay`;
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND']) {
      expect((await ask(at, { method, headers: ownForm, body })).status, method).toBeGreaterThanOrEqual(400);
    }
    for (const method of ['GET', 'HEAD']) {
      expect(
        (await ask(`${at}?${body}`, { method, headers: { 'x-http-method-override': 'POST' } })).headers.location ??
          link.path,
      ).toBe(link.path);
      await ask(`${link.path}?_method=POST&${body}`, { method, headers: { 'x-method-override': 'POST' } });
    }
    for (const path of [
      `${link.path}`,
      `${at}/`,
      `/${at}`,
      `${at}%2f`,
      `${at};x`,
      `${at}.json`,
      `${link.path}/PAY`,
      `${link.path}//pay`,
    ]) {
      expect((await ask(path, { method: 'POST', headers: ownForm, body })).status, path).not.toBe(303);
    }
    expect(await attemptsOf(link)).toEqual([]);
  });

  it('twelve attempts are all that one order takes', async () => {
    await viewProvider(stack.provider).settings({ delayMs: 0 });
    // The customer cancels whatever comes for this amount.
    const link = await linkOf({ amount: 71_032 });
    for (const _ of times(16)) {
      const visit = newVisit(link.token, new Date());
      await send(link, { visit, amount: '71032', phone: phone() });
      await settled(link);
    }
    await viewProvider(stack.provider).settings({ delayMs: never });
    expect(await promptsOf(link)).toHaveLength(12);
    spent = link;
  });

  it('then the page offers the menu of the phone alone, and takes no more forms', async () => {
    const { text } = await ask(spent.path);
    expect(text).not.toContain('<form method="post"');
  });

  it('a shop whose prompts hang does not keep the customers of others waiting', async () => {
    // The provider does not answer requests of this amount.
    const hanging = await Promise.all(times(6).map(() => linkOf({ amount: 80_001 })));
    for (const link of hanging) await pay(link, { amount: '80001' });
    await until('prompts under way', async () => {
      const { rows } = await stack.test.database.pool.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM link_attempts WHERE amount = 80001 AND prompt_at IS NOT NULL',
      );
      return (rows[0]?.count ?? 0) >= 2 ? true : undefined;
    });
    const other = await linkOf();
    await pay(other);
    expect(await decided(other)).toMatchObject([{ state: 'handed' }]);
    expect((await attemptsOf(...hanging)).filter(({ state }) => state === 'waiting')).toHaveLength(6);
  });

  it('a flood on the link of one shop does not come before a customer of another', async () => {
    const flooded = await linkOf();
    const { linkId, merchant } = flooded;
    await stack.test.database.pool.query(
      `INSERT INTO link_attempts (id, link_id, application_id, environment, visit_hash, token_hash, phone, amount, answers, language, is_repeat, created_at)
       SELECT gen_random_uuid(), $1, $2, 'sandbox', encode(sha256(gen_random_uuid()::text::bytea), 'hex'),
         encode(sha256(gen_random_uuid()::text::bytea), 'hex'), '2547330' || lpad(n::text, 5, '0'), 500, '{}', 'en', false, now()
       FROM generate_series(1, 1000) n`,
      [linkId, merchant.applicationId],
    );
    const other = await linkOf();
    await pay(other);
    expect(await decided(other)).toMatchObject([{ state: 'handed' }]);
    await decided(flooded);
    // Older, and decided later: the flood stood before the customer and did not hold them up.
    const { rows } = await stack.test.database.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM link_attempts f JOIN link_attempts o ON o.link_id = $2
       WHERE f.link_id = $1 AND f.created_at < o.created_at AND f.ended_at > o.ended_at`,
      [linkId, other.linkId],
    );
    expect(rows[0]?.count).toBeGreaterThan(0);
  });

  it('a flood on one link leaves the other links of its shop open', async () => {
    const flooded = await linkOf();
    const visits = times(400).map(() => newVisit(flooded.token, new Date()));
    await Promise.all(
      times(30).map(async () => {
        for (let visit = visits.pop(); visit; visit = visits.pop()) {
          await send(flooded, { visit, amount: '500', phone: phone() });
        }
      }),
    );
    const other = await makeLink(flooded.merchant, {});
    await pay(other);
    expect(await decided(other)).toMatchObject([{ state: 'handed' }]);
  });

  it('strangers cannot make one link keep rows without end', async () => {
    const link = await linkOf();
    const visits = await Promise.all(times(120).map(() => visitOf(link)));
    await Promise.all(visits.map((visit) => send(link, { visit, amount: '500', phone: phone() })));
    expect((await decided(link)).length).toBeLessThanOrEqual(60);
  });

  it('a phone that nobody answers is left alone after two prompts, and is not asked before its wait is over', async () => {
    await viewProvider(stack.provider).settings({ delayMs: 0 });
    const number = phone();
    const links = await Promise.all(times(4).map(() => linkOf({ amount: 71_037 })));
    for (const link of links) {
      await pay(link, { amount: '71037', phone: number });
      await settled(link);
      // Again at once, on the same link.
      await pay(link, { amount: '71037', phone: number, repeat: 'yes' });
      await settled(link);
    }
    await viewProvider(stack.provider).settings({ delayMs: never });
    expect(await promptsTo(number)).toHaveLength(2);
  });

  it('the tick that no message came counts after five minutes, once for each prompt', async () => {
    const link = await linkOf();
    const age = (seconds: number) =>
      stack.test.database.pool.query(
        'UPDATE link_attempts SET prompt_at = now() - make_interval(secs => $2) WHERE link_id = $1 AND prompt_at IS NOT NULL',
        [link.linkId, seconds],
      );
    await pay(link);
    await decided(link);
    await age(280);
    await pay(link, { repeat: 'yes' });
    await decided(link);
    expect(await promptsOf(link)).toHaveLength(1);
    await age(310);
    await pay(link);
    await decided(link);
    expect(await promptsOf(link)).toHaveLength(1);
    const visits = await Promise.all(times(6).map(() => visitOf(link)));
    await Promise.all(visits.map((visit) => send(link, { visit, amount: '500', phone: phone(), repeat: 'yes' })));
    await decided(link);
    expect(await promptsOf(link)).toHaveLength(2);
  });

  it('a link for three payments asks three people', async () => {
    const link = await linkOf({ kind: 'many', referencePrefix: 'T', paymentsMax: 3 });
    const visits = await Promise.all(times(15).map(() => visitOf(link)));
    await Promise.all(visits.map((visit) => send(link, { visit, amount: '500', phone: phone() })));
    expect((await decided(link)).filter(({ state }) => state === 'handed')).toHaveLength(3);
  });

  it('a prompt that a worker did not get to send before it was killed is judged again', async () => {
    const link = await linkOf();
    await call(`${stack.baseUrl}/payment-links/${link.linkId}/end`, link.merchant.key().key, {
      method: 'POST',
      body: {},
    });
    // As it is left by a worker that decided before the link ended, and was killed before it called the provider.
    await stack.test.database.pool.query(
      `INSERT INTO link_attempts (id, link_id, application_id, environment, visit_hash, token_hash, phone, amount, language, created_at, prompt_at, claimed_until)
       VALUES (gen_random_uuid(), $1, $2, 'sandbox', repeat('b', 64), encode(sha256($3), 'hex'), $4, 500, 'en', now() - interval '15 seconds', now() - interval '14 seconds', now() - interval '4 seconds')`,
      [link.linkId, link.merchant.applicationId, Buffer.from(`left ${link.token}`), phone()],
    );
    await decided(link);
    expect(await promptsOf(link)).toEqual([]);
  });

  it('an application sends 120 prompts a minute, and one link 30, whatever two workers do at once', async () => {
    const merchant = await stack.merchant();
    const links = await Promise.all(times(6).map(() => makeLink(merchant, { kind: 'many', referencePrefix: 'M' })));
    await Promise.all(
      links.map(async (link) => {
        const visits = await Promise.all(times(36).map(() => visitOf(link)));
        await Promise.all(visits.map((visit) => send(link, { visit, amount: '500', phone: phone() })));
      }),
    );
    const attempts = await decided(...links);
    const handed = (of: Attempt[]) => of.filter(({ state }) => state === 'handed').length;
    expect(handed(attempts)).toBeLessThanOrEqual(120);
    for (const link of links) expect(handed(await attemptsOf(link))).toBeLessThanOrEqual(30);
  });

  it('a link that ended, was paid, or whose shop is suspended takes no form that was opened before', async () => {
    const states: Record<string, (link: Link) => Promise<unknown>> = {
      ended: (link) =>
        call(`${stack.baseUrl}/payment-links/${link.linkId}/end`, link.merchant.key().key, {
          method: 'POST',
          body: {},
        }),
      expired: (link) =>
        stack.test.database.pool.query(
          "UPDATE payment_links SET expires_at = now() - interval '1 second' WHERE id = $1",
          [link.linkId],
        ),
      paid: (link) =>
        stack.test.database.pool.query(
          "UPDATE payment_links SET status = 'paid', paid_amount = 500, paid_count = 1 WHERE id = $1",
          [link.linkId],
        ),
      suspended: (link) =>
        suspendOrganization(stack.ctx, { organizationId: link.merchant.organizationId, reason: 'abuse' }),
    };
    for (const [name, happens] of Object.entries(states)) {
      const link = await linkOf();
      const visit = await visitOf(link);
      await happens(link);
      const answer = await send(link, { visit, amount: '500', phone: phone() });
      expect(answer.status, name).not.toBe(303);
      await decided(link);
      expect(await promptsOf(link), name).toEqual([]);
      // The worker judges again: a row that came in before the end is refused as well.
      await client.query(
        `INSERT INTO link_attempts (id, link_id, application_id, environment, visit_hash, token_hash, phone, amount, answers, language, is_repeat, created_at)
         VALUES (gen_random_uuid(), $1, $2, 'sandbox', repeat('a', 64), encode(sha256($3), 'hex'), $4, 500, '{}', 'en', false, now())`,
        [link.linkId, link.merchant.applicationId, Buffer.from(link.token + name), phone()],
      );
      expect(
        (await decided(link)).map(({ state }) => state),
        name,
      ).not.toContain('handed');
      expect(await promptsOf(link), name).toEqual([]);
    }
  });
});

describe('one address', () => {
  it('sends six forms a minute, and an IPv6 network is one address', async () => {
    const link = await linkOf({ kind: 'many', referencePrefix: 'R' });
    const runs: string[][] = [
      times(10).map(() => '203.0.113.7'),
      times(10).map((n) => `2001:db8:1:2:${n}::${n + 1}`),
      times(10).map((n) => (n % 2 ? '::ffff:203.0.113.9' : '203.0.113.9')),
      times(10).map((n) => (n % 2 ? '2001:DB8:1:3::1' : '2001:0db8:0001:0003:0:0:0:1')),
      times(10).map((n) => `6.6.6.${n}, 203.0.113.11`),
      times(10).map((n) => `203.0.113.12${n % 2 ? ':443' : `:${5000 + n}`}`),
      times(10).map((n) => (n % 2 ? '::ffff:cb00:710d' : '203.0.113.13')),
    ];
    for (const addresses of runs) {
      const statuses: number[] = [];
      for (const address of addresses) {
        const form = { visit: await visitOf(link), amount: '500', phone: phone() };
        statuses.push((await send(link, form, { address })).status);
      }
      expect(statuses.filter((status) => status !== 429).length, addresses[1]).toBeLessThanOrEqual(6);
    }
  });

  it('sends six of fifty forms that come at once', async () => {
    const link = await linkOf({ kind: 'many', referencePrefix: 'R' });
    const visits = await Promise.all(times(50).map(() => visitOf(link)));
    const sent = await Promise.all(
      visits.map((visit) => send(link, { visit, amount: '500', phone: phone() }, { address: '203.0.113.77' })),
    );
    expect(sent.filter(({ status }) => status !== 429).length).toBeLessThanOrEqual(6);
    expect((await attemptsOf(link)).length).toBeLessThanOrEqual(6);
  });

  it('reads 120 pages a minute', async () => {
    const link = await linkOf();
    const paths = [link.path, `${link.path}/state`, '/p/unknown', `${link.path}/pay`, `${link.path}/a/x`];
    const answers = await Promise.all(
      times(200).map((n) => ask(paths[n % paths.length] as string, { address: '203.0.113.78' })),
    );
    expect(answers.filter(({ status }) => status !== 429).length).toBeLessThanOrEqual(120);
  });

  it('is not believed when it is written by whoever sends', async () => {
    const link = await linkOf({ kind: 'many', referencePrefix: 'R' });
    const statuses: number[] = [];
    for (const n of times(12)) {
      const form = { visit: await visitOf(link), amount: '500', phone: phone() };
      const headers = {
        forwarded: `for=9.9.9.${n}`,
        'x-real-ip': `9.9.9.${n}`,
        'cf-connecting-ip': `9.9.9.${n}`,
        'x-forwarded-host': 'a.example',
      };
      statuses.push((await send(link, form, { address: `9.9.9.${n}`, headers, port: bare.port })).status);
    }
    expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(6);
  });
});

const formHeaders = (headers: Record<string, string>) => ({ 'content-type': ownForm['content-type'], ...headers });

describe('rows of others', () => {
  it('an attempt is shown below its own link alone, and nowhere by its id', async () => {
    const merchant = await stack.merchant();
    const [mine, other, foreign] = [await makeLink(merchant), await makeLink(merchant), await linkOf()];
    const paid = await pay(mine);
    const at = String(paid.headers.location);
    const token = at.split('/').at(-1);
    await decided(mine);
    const { rows } = await stack.test.database.pool.query(
      'SELECT id, payment_id FROM link_attempts WHERE link_id = $1',
      [mine.linkId],
    );
    const unknown = await ask(`/p/${'2'.repeat(22)}`);
    expect((await ask(at)).status).toBe(200);
    expect((await ask(`${at}/state`)).status).toBe(200);
    const tries = [
      `${other.path}/a/${token}`,
      `${other.path}/a/${token}/state`,
      `${foreign.path}/a/${token}`,
      `${foreign.path}/a/${token}/state`,
      `/p/${token}`,
      `/p/${token}/a/${token}`,
      `/p/${token}/state`,
      `${mine.path}/a/${mine.token}`,
      `${mine.path}/a/${rows[0].id}`,
      `/p/${mine.linkId}`,
      `/p/${mine.linkId}/a/${token}`,
      `/p/${mine.token.toLowerCase()}`,
      `/p/${mine.token}1`,
      `/p/${mine.token.slice(0, 21)}`,
      `/p/${mine.token}%00`,
      `/p/${mine.token}%20`,
      `/p/%${mine.token.charCodeAt(0).toString(16)}x`,
      `/r/${token}`,
      `/a/${token}`,
      `/p/%27%20OR%201=1--`,
      `/p/*`,
      `/p/%25`,
      `${mine.path}/a/${rows[0].payment_id}`,
      '/p/..%2f..%2fetc%2fpasswd',
      '/assets/..%2f..%2fpackage.json',
      '/assets/../main.js',
      '/assets/%2e%2e/main.js',
    ];
    const same = (reply: Reply) => ({
      status: reply.status,
      headers: Object.keys(reply.headers).sort().join(),
      text: reply.text,
    });
    for (const path of tries) {
      const answer = await ask(path);
      expect(answer.status, path).toBeGreaterThanOrEqual(400);
      expect(answer.status, path).toBeLessThan(500);
      expect(answer.text, path).not.toContain(String(rows[0].id));
      if (answer.headers['content-type']?.includes('html') && answer.status === 404)
        expect(same(answer), path).toEqual(same(unknown));
    }
    // State of the link itself tells nothing of a person.
    const state = await ask(`${mine.path}/state`);
    const [{ phone: number = '' } = {}] = await attemptsOf(mine);
    for (const page of [state, await ask(at), await ask(`${at}/state`), await ask(mine.path), await ask(other.path)]) {
      expect(page.text).not.toContain(number);
      expect(page.text).not.toContain(number.slice(3));
    }
    expect((await ask(mine.path)).text).not.toContain(number.slice(-3));
  });

  it('a redirect stays below the page', async () => {
    for (const token of [
      '%2f%2fevil.example',
      '%5c%5cevil.example',
      '%2e%2e',
      'https:%2f%2fevil.example',
      '%0d%0aset-cookie:%20a',
      '@evil.example',
    ]) {
      const { headers } = await ask(`/p/${token}/pay`);
      const to = new URL(String(headers.location ?? '/p/'), origin);
      expect(to.origin).toBe(origin);
      expect(headers['set-cookie']).toBeUndefined();
    }
  });

  it('an entity tag of one visitor is no answer for another', async () => {
    const [mine, other] = [await linkOf(), await linkOf()];
    const [first, second] = [String((await pay(mine)).headers.location), String((await pay(other)).headers.location)];
    await decided(mine, other);
    const tag = String((await ask(`${first}/state`)).headers.etag);
    expect((await ask(`${first}/state`, { headers: { 'if-none-match': tag } })).status).toBe(304);
    for (const path of [`/p/${'3'.repeat(22)}/state`, `${other.path}/a/${first.split('/').at(-1)}/state`]) {
      for (const headers of [{ 'if-none-match': tag }, { 'if-none-match': '*' }])
        expect((await ask(path, { headers })).status).toBe(404);
    }
    expect((await ask(second)).headers['cache-control']).toBe('no-store');
  });

  it('a payment that a key asks for counts towards no link, whatever its Idempotency-Key says', async () => {
    const link = await linkOf();
    await pay(link);
    await decided(link);
    await pay(link);
    const { pool } = stack.test.database;
    await decided(link);
    const { rows } = await pool.query<{ id: string }>(
      "SELECT id FROM link_attempts WHERE link_id = $1 AND state = 'refused'",
      [link.linkId],
    );
    await viewProvider(stack.provider).settings({ delayMs: 0 });
    const asked = await call(`${stack.baseUrl}/collect`, link.merchant.key().key, {
      method: 'POST',
      body: { amount: 1, phone: phone() },
      idempotencyKey: `attempt:${rows[0]?.id}`,
    });
    await viewProvider(stack.provider).settings({ delayMs: never });
    if (asked.status !== 202) return;
    await until('its outcome, decided', async () => {
      const { rows: open } = await pool.query(
        "SELECT 1 FROM payments p WHERE p.id = $1 AND p.status = 'success' AND NOT EXISTS (SELECT 1 FROM credits_due d WHERE d.payment_id = p.id)",
        [asked.body.paymentId],
      );
      return open.length === 1 ? true : undefined;
    });
    const at = `${stack.baseUrl}/payment-links/${link.linkId}`;
    expect((await call(at, link.merchant.key().key)).body).toMatchObject({ paidCount: 0, paidAmount: 0 });
  });

  it('a key sees and changes the links of its own application and environment alone', async () => {
    const link = await linkOf();
    const others = await stack.merchant();
    const at = `${stack.baseUrl}/payment-links/${link.linkId}`;
    const { key } = others.key();
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { title: 'Mine now' }],
      ['POST', '/end', {}],
      ['POST', '/reopen', {}],
      ['GET', '/payments', undefined],
    ] as const) {
      expect((await call(`${at}${path}`, key, { method, body })).status, `${method} ${path}`).toBe(404);
    }
    const listed = await call(`${stack.baseUrl}/payment-links?reference=${link.accountReference}`, key);
    expect(JSON.stringify(listed.body)).not.toContain(link.linkId);
    for (const path of [link.token, `${link.linkId}%00`, '..', link.path.slice(3)]) {
      expect(
        (await call(`${stack.baseUrl}/payment-links/${path}`, link.merchant.key().key)).status,
      ).toBeGreaterThanOrEqual(400);
    }
    const reader = await seed(stack.ctx)
      .owner()
      .application()
      .credentials('sandbox')
      .credentials('production')
      .key('sandbox', { scopes: ['read'] })
      .key('production')
      .mint();
    expect(
      (
        await call(`${stack.baseUrl}/payment-links`, reader.key().key, {
          method: 'POST',
          body: { title: 'T', amount: 5 },
        })
      ).status,
    ).toBe(403);
    await stack.test.database.pool.query("UPDATE api_keys SET scopes = '{read,collect}' WHERE id = $1", [
      reader.key().keyId,
    ]);
    const live = reader.key('production').key;
    const own = await seed(stack.ctx)
      .owner()
      .application()
      .credentials('sandbox')
      .key('sandbox')
      .key('production')
      .mint();
    const sandboxLink = await makeLink(own);
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { title: 'Mine now' }],
      ['POST', '/end', {}],
      ['GET', '/payments', undefined],
    ] as const) {
      for (const other of [live, own.key('production').key]) {
        expect(
          (await call(`${stack.baseUrl}/payment-links/${sandboxLink.linkId}${path}`, other, { method, body })).status,
        ).toBe(404);
      }
    }
    const strange = {
      amount: 1,
      phone: '254700000000',
      fields: [],
      accountReference: 'X',
      status: 'paid',
      paidAmount: 500,
      applicationId: others.applicationId,
    };
    const before = await call(at, link.merchant.key().key);
    for (const [name, value] of Object.entries(strange)) {
      await call(at, link.merchant.key().key, { method: 'PATCH', body: { [name]: value } });
      expect(await call(at, link.merchant.key().key), name).toEqual(before);
    }
  });
});

describe('what every answer says', () => {
  it('has all headers, also when it refuses', async () => {
    const link = await linkOf();
    const visit = await visitOf(link);
    const paid = await send(link, { visit, amount: '500', phone: phone() });
    const at = String(paid.headers.location);
    const answers: [string, Reply][] = [
      ['page', await ask(link.path)],
      ['head', await ask(link.path, { method: 'HEAD' })],
      ['state', await ask(`${link.path}/state`)],
      ['paid', paid],
      ['attempt', await ask(at)],
      ['attempt state', await ask(`${at}/state`)],
      [
        'not modified',
        await ask(`${at}/state`, { headers: { 'if-none-match': String((await ask(`${at}/state`)).headers.etag) } }),
      ],
      ['unknown', await ask('/p/unknown')],
      ['nowhere', await ask('/nowhere')],
      ['bad escape', await ask('/p/%E0%A4%A')],
      ['long', await ask(`/p/${'x'.repeat(9_000)}`)],
      ['method', await ask(link.path, { method: 'DELETE' })],
      [
        'options',
        await ask(link.path, {
          method: 'OPTIONS',
          headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
        }),
      ],
      [
        'type',
        await ask(`${link.path}/pay`, { method: 'POST', headers: { origin, 'content-type': 'text/plain' }, body: 'x' }),
      ],
      ['large', await ask(`${link.path}/pay`, { method: 'POST', headers: ownForm, body: 'x'.repeat(100_000) })],
      [
        'foreign',
        await ask(`${link.path}/pay`, {
          method: 'POST',
          headers: formHeaders({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }),
          body: 'x',
        }),
      ],
      ['invalid', await send(link, { visit: 'x' })],
    ];
    const limited = await until('a limit', async () => {
      const answer = await send(link, { visit: 'x' }, { address: '198.51.100.200' });
      return answer.status === 429 ? answer : undefined;
    });
    answers.push(['limited', limited]);
    const style = /\/assets\/[\w.]+css/.exec(answers[0]?.[1].text ?? '')?.[0] ?? '';
    answers.push(['style', await ask(style)]);
    for (const [name, { headers, status }] of answers) {
      expect(status, name).toBeLessThan(500);
      expect(headers, name).toMatchObject({
        'content-security-policy': csp,
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': expect.stringContaining('noindex'),
        'strict-transport-security': expect.stringMatching(/max-age=\d{7,}/),
      });
      if (name !== 'style') expect(headers['cache-control'], name).toBe('no-store');
      for (const absent of ['set-cookie', 'access-control-allow-origin', 'server', 'x-powered-by'])
        expect(headers[absent], name).toBeUndefined();
    }
    expect(limited.headers['retry-after']).toMatch(/^\d+$/);
    for (const [name, { text }] of answers) {
      expect(text, name).not.toMatch(/<script(?! src="\/assets\/[\w.]+" defer><\/script>)/);
      expect(text, name).not.toMatch(/ style=| on\w+=|node_modules|at \w+ \(|postgres/i);
    }
  });

  it('the address of a page is in no Referer, whatever the browser is told last', async () => {
    const { text } = await ask((await linkOf()).path);
    const told = [...text.matchAll(/<meta name="referrer" content="([^"]+)"/g)].map(([, policy]) => policy);
    expect(told.filter((policy) => !['no-referrer', 'strict-origin'].includes(policy ?? ''))).toEqual([]);
  });

  it.each([
    ['cross-site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['same-site', { origin: 'https://evil.example.com', 'sec-fetch-site': 'same-site' }],
    ['same-site with our origin', { origin, 'sec-fetch-site': 'same-site' }],
    ['cross-site with our origin', { origin, 'sec-fetch-site': 'cross-site' }],
    ['none', { 'sec-fetch-site': 'none' }],
    ['no header and a foreign origin', { origin: 'https://evil.example' }],
    ['no header and a null origin', { origin: 'null' }],
    ['no header at all', {}],
    ['an origin with more after it', { origin: `${origin}.evil.example` }],
    ['an origin of another scheme', { origin: origin.replace('https', 'http') }],
    ['an origin with a port', { origin: `${origin}:8443` }],
    ['a Host of theirs', { origin: 'https://evil.example', host: 'evil.example' }],
    [
      'a forwarded host of theirs',
      { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    ],
    ['only a Referer of ours', { referer: `${origin}/p/x` }],
    [
      'a page that was bound to our address by DNS',
      { origin: 'https://evil.example', host: 'evil.example', 'sec-fetch-site': 'same-origin' },
    ],
    ['two words', { 'sec-fetch-site': 'same-origin, cross-site', origin: 'https://evil.example' }],
  ])('a form from %s is refused', async (_name, headers) => {
    const link = await linkOf();
    const body = new URLSearchParams({ visit: await visitOf(link), amount: '500', phone: phone() }).toString();
    const answer = await ask(`${link.path}/pay`, {
      method: 'POST',
      headers: formHeaders(headers as Record<string, string>),
      body,
    });
    expect(answer.status).toBe(403);
    expect(await attemptsOf(link)).toEqual([]);
  });
});

describe('words of strangers', () => {
  const evil = `"><img src=x onerror=alert(1)><script>alert(2)</script>'{{7*7}}\u202e`;

  it('markup is text on every page', async () => {
    const merchant = await stack.merchant();
    const fields = [
      { name: 'note', label: `<b>Note</b>"'><svg/onload=1>`, kind: 'text', required: false },
      { name: 'size', label: 'Size', kind: 'choice', choices: [`"><script>1</script>`, 'L'], required: false },
    ];
    const body = {
      title: `"><img src=x onerror=alert(1)>`,
      description: `</p></main><script>alert(3)</script>\n[a](javascript:alert(4)) https://evil.example`,
      amount: 500,
      fields,
      accountReference: `<b>"'&`,
    };
    const made = await call(`${stack.baseUrl}/payment-links`, merchant.key().key, { method: 'POST', body });
    const link =
      made.status === 201
        ? {
            linkId: String(made.body.linkId),
            path: new URL(String(made.body.url)).pathname,
            token: '',
            accountReference: 'x',
            merchant,
          }
        : await makeLink(merchant, { ...body, accountReference: 'OK' });
    const pages = [
      await ask(link.path),
      ...(await Promise.all(
        [
          'lang=sw&lang=en',
          'lang=__proto__',
          'lang=constructor',
          'lang[]=sw',
          '__proto__=1',
          'again=1&again=1',
          'again[x]=1',
          `again=${'1'.repeat(3_000)}`,
          'lang=sw-%22%3E%3Cb%3E',
        ].map((q) => ask(`${link.path}?${q}`)),
      )),
      await ask(link.path, { headers: { 'accept-language': '__proto__,constructor;q=NaN' } }),
      await ask(`${link.path}?lang=${encodeURIComponent(evil)}`),
      await ask(link.path, { headers: { 'accept-language': evil.replace(/\u202e/, '') } }),
      await send(link, {
        visit: evil,
        phone: evil,
        amount: evil,
        note: evil,
        'field-note': evil,
        'answers[note]': evil,
        size: evil,
        lang: evil,
      }),
      await send(link, {
        visit: await visitOf(link),
        phone: phone(),
        amount: '500',
        note: evil,
        field_note: evil,
        answer_note: evil,
        size: 'L',
      }),
    ];
    for (const page of pages) {
      expect(page.text).not.toMatch(/<img|<svg|<b>|<script>|onerror=alert\(1\)>"|<a [^>]*evil/);
      expect(page.status).toBeLessThan(500);
    }
  });

  it.each(['title', 'accountReference'])('characters that turn or hide text are refused in the %s', async (where) => {
    const { key } = (await stack.merchant()).key();
    const taken: string[] = [];
    for (const code of [0x202a, 0x202e, 0x2066, 0x2069, 0x200b, 0x2028, 0xfeff, 0xe0041]) {
      const given = { title: 'Two mugs', amount: 5, [where]: `AB${String.fromCodePoint(code)}1` };
      const { status } = await call(`${stack.baseUrl}/payment-links`, key, { method: 'POST', body: given });
      if (status === 201) taken.push(code.toString(16));
    }
    expect(taken).toEqual([]);
  });

  it('a page that is over says no amount, no reference and no phone', async () => {
    const link = await linkOf({ phone: '254712999777', amount: 4_321, description: 'CANARYDESCRIPTION' });
    await call(`${stack.baseUrl}/payment-links/${link.linkId}/end`, link.merchant.key().key, {
      method: 'POST',
      body: {},
    });
    const { text } = await ask(link.path);
    expect(text).not.toMatch(/4,?321|0712|777|CANARYDESCRIPTION/);
    expect(text).not.toContain(link.accountReference);
  });

  it('a way back whose host people took off the list leads nowhere any more', async () => {
    const merchant = await stack.merchant();
    const hosts = (list: string) =>
      stack.test.database.pool.query(`UPDATE applications SET return_hosts = '{${list}}' WHERE id = $1`, [
        merchant.applicationId,
      ]);
    await hosts('lapsed.example');
    const link = await makeLink(merchant, { returnUrl: 'https://lapsed.example/back' });
    const at = String((await pay(link)).headers.location);
    await decided(link);
    await stack.test.database.pool.query(
      "UPDATE payments SET status = 'success', settled_at = now(), settled_by = 'callback', result_code = '0', next_query_at = NULL, provider_receipt = 'TESTRECPT1' WHERE id = (SELECT payment_id FROM link_attempts WHERE link_id = $1)",
      [link.linkId],
    );
    expect((await ask(at)).text).toContain('lapsed.example');
    await hosts('');
    expect((await ask(at)).text).not.toContain('lapsed.example');
  });

  it('a way back leads to a host of the list alone', async () => {
    const merchant = await stack.merchant();
    await stack.test.database.pool.query("UPDATE applications SET return_hosts = ARRAY['shop.example'] WHERE id = $1", [
      merchant.applicationId,
    ]);
    const { key } = merchant.key();
    const make = (returnUrl: string) =>
      call(`${stack.baseUrl}/payment-links`, key, { method: 'POST', body: { title: 'T', amount: 5, returnUrl } });
    expect((await make('https://shop.example/back?x=1')).status).toBe(201);
    const tricks = [
      'http://shop.example/',
      'https://shop.example.evil.example/',
      'https://evil.example/shop.example',
      'https://shop.example@evil.example/',
      'https://a:b@shop.example/',
      'https://evil.example\\@shop.example/',
      'https://shop.example\\.evil.example/',
      'https://shop.example%2eevil.example',
      'https://shop。example.evil.example/',
      'https://evil.example#@shop.example',
      'https://evil.example?@shop.example',
      'https:shop.example',
      '//shop.example',
      'javascript://shop.example/%0aalert(1)',
      'data:text/html,shop.example',
      'https://shop.example:8443/',
      ' https://evil.example',
      'https://xn--shop-.example',
      'https://sub.shop.example/',
      'https://shop.example./',
      'https://shop.example\t.evil.example/',
      'https://evil.example/\n',
      'https:/\\evil.example',
      'https://[::1]/',
      `https://shop.example/${'x'.repeat(500)}`,
      'https://ѕhop.example/',
    ];
    const taken: string[] = [];
    for (const url of tricks) if ((await make(url)).status === 201) taken.push(url);
    expect(
      taken.filter((url) => new URL(url).host !== 'shop.example' || !url.startsWith('https://shop.example')),
    ).toEqual([]);
  });
});

describe('whoever has the sign-in of the pay process', () => {
  /** No right, nothing to change in a view, or nothing that a transaction may do. */
  const refusals = ['42501', '55000', '25001'];
  /** Undefined when the server refused a statement or it showed nothing; else what happened. */
  const refused = async (sql: string, values: unknown[] = []): Promise<string | undefined> =>
    client.query(sql, values).then(
      ({ rowCount, command }) => (command === 'SELECT' && rowCount === 0 ? undefined : `done: ${sql}`),
      (error: Error & { code?: string }) =>
        refusals.includes(error.code ?? '') ? undefined : `${error.code} ${error.message}: ${sql}`,
    );

  it('reads no table but its own', async () => {
    const { rows } = await stack.test.database.pool.query<{ name: string }>(
      "SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v', 'p', 'm')",
    );
    const open: string[] = [];
    for (const { name } of rows) {
      const isOpen = await client.query(`SELECT * FROM "${name}" LIMIT 1`).then(
        () => true,
        () => false,
      );
      if (isOpen) open.push(name);
    }
    expect(open.sort()).toEqual(['public_attempts', 'public_counters', 'public_links', 'public_receipts']);
    expect(rows.length).toBeGreaterThan(50);
  });

  it('changes nothing of others, and calls nothing that reads files or becomes somebody', async () => {
    const names = await stack.test.database.pool.query<{ name: string }>('SELECT quote_ident(current_user) AS name');
    const owner = names.rows[0]?.name;
    const link = await linkOf();
    await pay(link);
    await decided(link);
    const insert = (columns: string, values: string) =>
      `INSERT INTO link_attempts (id, link_id, application_id, environment, visit_hash, token_hash, phone, amount, answers, language, is_repeat, created_at${columns})
       SELECT gen_random_uuid(), '${link.linkId}', '${link.merchant.applicationId}', 'sandbox', encode(sha256(gen_random_uuid()::text::bytea), 'hex'), encode(sha256(gen_random_uuid()::text::bytea), 'hex'), '254733000999', 500, '{}', 'en', false, now()${values}`;
    const tries = [
      insert(', state', ", 'handed'"),
      insert(', payment_id', ', gen_random_uuid()'),
      insert(', prompt_at', ', now()'),
      insert(', claimed_until', ", now() + interval '1 day'"),
      insert(', refusal', ", 'x'"),
      "UPDATE link_attempts SET state = 'waiting'",
      "UPDATE link_attempts SET phone = '254700000000'",
      'DELETE FROM link_attempts',
      'SELECT phone FROM link_attempts',
      'SELECT token_hash FROM link_attempts',
      'SELECT state, payment_id FROM link_attempts',
      'UPDATE public_links SET amount = 1',
      "UPDATE public_attempts SET state = 'waiting'",
      'DELETE FROM public_links',
      "UPDATE payment_links SET status = 'open'",
      'SELECT metadata FROM payment_links',
      'TRUNCATE public_counters',
      'TRUNCATE link_attempts',
      'SET ROLE tillgate_worker',
      `SET ROLE ${owner}`,
      `SET SESSION AUTHORIZATION ${owner}`,
      "SET session_replication_role = 'replica'",
      'CREATE TABLE mine (x int)',
      'CREATE SCHEMA mine',
      'CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
      'CREATE EXTENSION dblink',
      "COPY public_links TO PROGRAM 'id'",
      "COPY public_counters FROM '/etc/passwd'",
      "DO $$ BEGIN EXECUTE 'SELECT * FROM payments'; END $$",
      "SELECT pg_read_file('/etc/passwd')",
      "SELECT pg_ls_dir('.')",
      "SELECT lo_import('/etc/passwd')",
      'SELECT pg_reload_conf()',
      'SELECT pg_switch_wal()',
      "ALTER SYSTEM SET log_statement = 'all'",
      'ALTER ROLE tillgate_pay SUPERUSER',
      'ALTER TABLE public_counters ADD COLUMN x int',
      'GRANT tillgate_worker TO tillgate_pay',
      'SELECT passwd FROM pg_shadow',
      'SELECT rolpassword FROM pg_authid',
      "SELECT setval('engine_events_seq_seq', 1)",
      'SELECT last_value FROM engine_events_seq_seq',
      'SELECT * FROM engine_events',
      'DELETE FROM engine_events',
      'LOCK TABLE link_attempts IN ACCESS EXCLUSIVE MODE',
      'LOCK TABLE payments',
      "SELECT query FROM pg_stat_activity WHERE query NOT IN ('<insufficient privilege>', '') AND usename <> current_user",
      'SELECT pg_stat_reset()',
      "SELECT most_common_vals FROM pg_stats WHERE tablename IN ('payments', 'api_keys', 'payment_links')",
    ];
    const done: string[] = [];
    for (const sql of tries) {
      await client.query('BEGIN');
      const outcome = await refused(sql);
      await client.query('ROLLBACK');
      if (outcome) done.push(outcome);
    }
    expect(done).toEqual([]);
    const { rows: functions } = await stack.test.database.pool.query(
      `SELECT p.proname FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef AND has_function_privilege('${login}', p.oid, 'EXECUTE')`,
    );
    expect(functions).toEqual([]);
  });

  it('gets no prompt of another amount, and none before what the worker counts', async () => {
    const [link, ended] = [await linkOf(), await linkOf()];
    const insert = (of: Link, amount: number, number: string, repeat = false, at = 'now()') =>
      client.query(
        `INSERT INTO link_attempts (id, link_id, application_id, environment, visit_hash, token_hash, phone, amount, answers, language, is_repeat, created_at)
         VALUES (gen_random_uuid(), $1, $2, 'sandbox', encode(sha256(gen_random_uuid()::text::bytea), 'hex'), encode(sha256(gen_random_uuid()::text::bytea), 'hex'), $4, $3, '{}', 'en', $5, ${at})`,
        [of.linkId, of.merchant.applicationId, amount, number, repeat],
      );
    for (const amount of [1, 499, 501, 150_000]) await insert(link, amount, phone());
    expect((await decided(link)).map(({ state }) => state)).not.toContain('handed');
    await call(`${stack.baseUrl}/payment-links/${ended.linkId}/end`, ended.merchant.key().key, {
      method: 'POST',
      body: {},
    });
    await insert(ended, 500, phone());
    expect((await decided(ended)).map(({ state }) => state)).not.toContain('handed');
    // All counters may be its own, but what is counted for phones, links and applications is not there.
    const many = await linkOf({ kind: 'many', referencePrefix: 'D' });
    const target = phone();
    for (const n of times(12)) {
      await client.query('DELETE FROM public_counters');
      await insert(
        many,
        500,
        target,
        n % 2 === 0,
        n % 3 === 0 ? "now() - interval '50 seconds'" : n % 3 === 1 ? "now() + interval '1 year'" : 'now()',
      );
    }
    await decided(many);
    expect((await promptsTo(target)).length).toBeLessThanOrEqual(3);
    const flood = await linkOf({ kind: 'many', referencePrefix: 'F' });
    await Promise.all(times(60).map(() => insert(flood, 500, phone())));
    await decided(flood);
    expect((await attemptsOf(flood)).filter(({ state }) => state === 'handed').length).toBeLessThanOrEqual(30);
  });
});

describe('a flood', () => {
  it('of forms that do not finish leaves the pages to others', async () => {
    const port = pays[0]?.port ?? 0;
    const link = await linkOf();
    const sockets = times(300).map(() => connect(port, '127.0.0.1'));
    for (const socket of sockets) {
      socket.on('error', () => undefined);
      socket.write(
        `POST ${link.path}/pay HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\norigin: ${origin}\r\ncontent-type: application/x-www-form-urlencoded\r\n\r\nvisit=`,
      );
    }
    expect((await ask(link.path, { port })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it('of headers made to be slow is answered as others are', async () => {
    const link = await linkOf();
    const headers: Record<string, string>[] = [
      { 'accept-language': `${'en-'.repeat(3_000)}!` },
      { 'accept-language': ',;q=0.'.repeat(2_000) },
      { cookie: 'a='.repeat(5_000) },
      { 'if-none-match': `W/"${'"W/'.repeat(3_000)}` },
      { 'x-forwarded-for': '1,'.repeat(5_000) },
      { origin: `https://${'a.'.repeat(5_000)}` },
      { 'user-agent': '('.repeat(8_000) },
      { 'x-request-id': 'x'.repeat(8_000) },
    ];
    for (const one of headers) {
      const answer = await ask(link.path, { headers: one });
      expect([200, 304, 400, 431], JSON.stringify(one).slice(0, 40)).toContain(answer.status);
    }
    const smuggled = await ask(link.path, {
      headers: { 'x-request-id': 'SMUGGLED\tid', 'x-forwarded-for': 'SMUGGLEDADDRESS' },
    });
    expect(smuggled.status).toBeLessThan(500);
    expect(smuggled.headers['x-request-id']).not.toContain('SMUGGLED');
  });

  it('on one link that is refused writes no rows', async () => {
    const link = await linkOf();
    const before = (await stack.test.database.pool.query('SELECT count(*)::int AS n FROM public_counters')).rows[0].n;
    const visit = await visitOf(link);
    await Promise.all(
      times(60).map(() => send(link, { visit, amount: '1', phone: 'x' }, { address: '198.51.100.99' })),
    );
    const after = (await stack.test.database.pool.query('SELECT count(*)::int AS n FROM public_counters')).rows[0].n;
    expect(after - before).toBeLessThan(12);
    expect(await attemptsOf(link)).toEqual([]);
  });
});

describe('after all of it', () => {
  it('a fault of the database shows its page, and writes no phone and no address into a log', async () => {
    const [broken, later] = [await linkOf({ amount: 497 }), await linkOf({ amount: 496 })];
    const { pool } = stack.test.database;
    // The database says in the details of its error which row it refused.
    await pool.query(
      "ALTER TABLE link_attempts ADD CONSTRAINT broken CHECK (amount <> 497 AND (amount <> 496 OR state <> 'handed'))",
    );
    const answer = await pay(broken, { amount: '497' });
    await pay(later, { amount: '496' });
    await until(
      'the fault of the worker',
      () => stack.lines.some((line) => line.includes('"name":"worker"') && line.includes('broken')) || undefined,
    );
    await pool.query('ALTER TABLE link_attempts DROP CONSTRAINT broken');
    // Another worker takes over ten seconds later. This test does not wait for them.
    await pool.query("UPDATE link_attempts SET claimed_until = NULL WHERE amount = 496 AND state = 'waiting'");
    await decided(later);
    expect(answer.status).toBe(500);
    expect(answer.headers).toMatchObject({ 'content-security-policy': csp, 'cache-control': 'no-store' });
    expect(answer.text).not.toMatch(/broken|constraint|link_attempts/);
  });

  it('no line of a log shows an address, a visit or a phone', async () => {
    for (const path of [...canaries.keys()].slice(0, 3)) {
      await ask(`/p/${path}%E0%A4%A`);
      await ask(`/p/${path}?x=%`);
      await ask(`/zz/${path}`);
      await ask(`//p/${path}`);
      await ask(`/P/${path}`);
      await ask('/nowhere', {
        headers: { referer: `${origin}/p/${path}`, 'user-agent': path, 'x-request-id': path, cookie: path },
      });
      await ask(`/p/${path}/pay`, {
        method: 'POST',
        headers: { ...ownForm, 'content-type': `text/${path}` },
        body: path,
      });
    }
    const log = stack.lines.join('\n');
    expect(stack.lines.length).toBeGreaterThan(50);
    expect(stack.lines.length).toBeLessThan(20_000);
    const leaks = [...canaries].filter(([text]) => log.includes(text) || log.includes(encodeURIComponent(text)));
    expect(leaks).toEqual([]);
    for (const [text, what] of canaries) if (what === 'phone') expect(log.includes(text.slice(3)), text).toBe(false);
    const errors = stack.lines.filter(
      (line) => /"level":(50|60)/.test(line) && !/broken|"message":"aborted"/.test(line),
    );
    expect(errors).toEqual([]);
  });

  it('no table has an address or an attempt in clear, and no phone is in the tables of what people did', async () => {
    const { pool } = stack.test.database;
    const { rows: tables } = await pool.query<{ name: string }>(
      "SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    const shown: string[] = [];
    for (const { name } of tables) {
      const { rows } = await pool.query<{ text: string }>(`SELECT to_jsonb(t)::text AS text FROM ${name} t`);
      const text = rows.map((row) => row.text).join('\n');
      for (const [canary, what] of canaries) {
        const isForbidden =
          what !== 'phone' ||
          !/^(payments|link_attempts|payment_links|webhook_events|rate_limit_counters|idempotency_records)$/.test(name);
        if (isForbidden && text.includes(canary)) shown.push(`${name}: ${what}`);
      }
    }
    expect([...new Set(shown)]).toEqual([]);
  });
});
