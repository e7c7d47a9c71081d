import { seed } from '@tillgate/domain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './support/client.ts';
import { type MerchantHook, startMerchantHook } from './support/merchant-hook.ts';
import { type Prompt, viewProvider } from './support/provider-view.ts';
import { createStack, impatient, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';
import { startWiretap, type Wiretap } from './support/wiretap.ts';

const canaries = {
  consumerKey: 'CANARYconsumerKEYd3adb33f01',
  consumerSecret: 'CANARYconsumerSECRETd3adb33f02',
  passkey: 'CANARYpassKEYd3adb33f03',
  initiatorName: 'canaryinitiator',
  initiatorPassword: 'CANARYinitiatorPASSd3adb33f04',
};
/** The scenarios that make processes talk: refusals, faults, lost and contradicting callbacks. */
const slugs = [
  'paid',
  'cancelled',
  'wrong-pin',
  'hang',
  'lost-ack',
  'paid-then-cancelled',
  'cancelled-then-paid',
  'duplicate-callback',
  'lost-callback',
  'other-amount',
  'http-500',
  'internal-error',
  'spike-arrest',
  'wrong-credentials',
  'subscriber-lock',
  'token-once',
  'token-always',
  'error-under-200',
  'unreadable-ack',
  'query-spike-arrest',
];

let stack: Stack;
let wiretap: Wiretap;
let hook: MerchantHook;
let failing: MerchantHook;
/** Name and text of everything that must not be seen in clear. */
const secrets = new Map<string, string>();
const phones: string[] = [];
let prompts: Prompt[];
/** Every body that our API answered, the refusals among them. */
const answers: string[] = [];

beforeAll(async () => {
  wiretap = await startWiretap();
  hook = await startMerchantHook();
  failing = await startMerchantHook(() => 500);
  const { passkey } = canaries;
  stack = await createStack({
    simulator: { delayMs: 100, passkey },
    env: { ...impatient, LOG_LEVEL: 'trace', PROVIDER_SANDBOX_URL: wiretap.url },
  });
  wiretap.pointTo(stack.provider);
  const programs = await Promise.all([stack.startApi(), stack.startWorker()]);
  const merchant = await seed(stack.ctx).owner().application().credentials('sandbox', canaries).key('sandbox').mint();
  // A merchant with wrong secrets, whose refusals may echo them.
  const wrong = { ...canaries, consumerSecret: 'wrong', passkey: 'CANARYwrongPASSKEYd3adb33f05' };
  const refused = await seed(stack.ctx).owner().application().credentials('sandbox', wrong).key('sandbox').mint();
  const misled = await seed(stack.ctx)
    .owner()
    .application()
    .credentials('sandbox', { ...canaries, consumerKey: 'CANARYotherKEYd3adb33f06', passkey: wrong.passkey })
    .key('sandbox')
    .mint();
  const keys = [merchant, refused, misled].map((one) => one.key().key);
  const endpoints = [await stack.endpoint(merchant, hook.url), await stack.endpoint(merchant, failing.url)];

  const { initiatorName: _, ...secret } = canaries;
  for (const [name, text] of Object.entries(secret)) secrets.set(name, text);
  secrets.set('another passkey', wrong.passkey).set('another consumer key', 'CANARYotherKEYd3adb33f06');
  for (const [n, text] of keys.entries()) secrets.set(`API key ${n}`, text.slice(text.lastIndexOf('_') + 1));
  for (const [n, one] of endpoints.entries()) secrets.set(`webhook secret ${n}`, one.secret.replace('whsec_', ''));
  secrets.set("the owner's password", merchant.owner.password);

  await collectEverything(keys);
  prompts = await viewProvider(stack.provider).allPrompts();
  for (const program of programs) expect(await program.stop()).toBe(0);
  for (const text of wiretap.overheard.authorizations) secrets.set(`authorization ${text.slice(0, 6)}`, text);
  for (const text of wiretap.overheard.passwords) secrets.set(`prompt password ${secrets.size}`, text);
});
afterAll(async () => {
  await stack.close();
  for (const one of [wiretap, hook, failing]) await one.close();
});

const referenceOf = (slug: string) => slug.slice(-12);

async function collectEverything(keys: string[]): Promise<void> {
  const view = viewProvider(stack.provider);
  const magic = (await view.magic()).filter(({ slug }) => slugs.includes(slug));
  expect(magic.length).toBe(slugs.length);
  const [key = '', ...others] = keys;
  const post = async (withKey: string, body: unknown, idempotencyKey?: string) => {
    const answer = await call(`${stack.baseUrl}/collect`, withKey, { method: 'POST', body, idempotencyKey });
    answers.push(JSON.stringify(answer.body));
    return answer.body;
  };
  await Promise.all(
    magic.map(async ({ slug, phone }, n) => {
      phones.push(phone);
      const { paymentId } = await post(key, { amount: 200 + n, phone, accountReference: referenceOf(slug) }, slug);
      await post(key, { amount: 1, phone }, slug);
      const status = await call(`${stack.baseUrl}/status/${String(paymentId)}`, key);
      answers.push(JSON.stringify(status.body));
    }),
  );
  for (const other of others) await post(other, { amount: 5, phone: '254712999001' }, 'k');
  phones.push('254712999001');
  await post('mp_test_nonsense', { amount: 5, phone: '254712999001' });
  await post(key, { amount: 0, phone: 'CANARY', idempotencyKey: 7 });
  await post(key, { amount: 5 });
  for (const token of wiretap.overheard.callbackTokens) {
    const body = '{"Body":{"stkCallback":{"PhoneNumber":254712999001,"nonsense":true}}}';
    await fetch(`${stack.front.url}/functions/v1/stk-hook/${token}`, { method: 'POST', body });
    break;
  }
  const settled = ['paid', 'cancelled', 'other-amount'];
  await until('the webhooks', () =>
    settled.every((slug) => hook.received.some(({ body }) => body.data.accountRef === referenceOf(slug)))
      ? true
      : undefined,
  );
  await until('a second attempt', () =>
    new Set(failing.received.map(({ id }) => id)).size < failing.received.length ? true : undefined,
  );
}

/** The names of the secrets that a text shows; base64 and hex count as showing. */
function shown(text: string): string[] {
  const forms = (secret: string) => [
    secret,
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    Buffer.from(secret).toString('hex'),
    encodeURIComponent(secret),
  ];
  return [...secrets].flatMap(([name, secret]) => (forms(secret).some((form) => text.includes(form)) ? [name] : []));
}

describe('after collections, failures and webhooks with canaries for secrets', () => {
  it('there was something to see', () => {
    expect(wiretap.overheard.authorizations.size).toBeGreaterThan(2);
    expect(wiretap.overheard.callbackTokens.size).toBeGreaterThan(10);
    expect(stack.lines.length).toBeGreaterThan(50);
    expect(stack.lines.some((line) => line.includes('"level":10') || line.includes('"level":20'))).toBe(true);
    expect(prompts.filter(({ outcome }) => outcome?.receipt).length).toBeGreaterThan(4);
    for (const sample of [canaries.passkey, `x${canaries.consumerSecret}y`]) expect(shown(sample)).not.toEqual([]);
  });

  it('no table of the database shows a secret', async () => {
    const { pool } = stack.test.database;
    const { rows: tables } = await pool.query<{ name: string }>(
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
    );
    expect(tables.length).toBeGreaterThan(12);
    let rowCount = 0;
    for (const { name } of tables) {
      const { rows } = await pool.query<{ text: string; bytes: string }>(
        `SELECT to_jsonb(t)::text AS text, t::text AS bytes FROM ${name} t`,
      );
      rowCount += rows.length;
      const text = rows.map((row) => `${row.text}\n${row.bytes}`).join('\n');
      expect(shown(text), `table ${name}`).toEqual([]);
    }
    expect(rowCount).toBeGreaterThan(100);
  });

  it('no line of a log shows a secret, a hook address, a phone number or a receipt', () => {
    const log = stack.lines.join('\n');
    expect(shown(log)).toEqual([]);
    const leaks = (names: Iterable<string>) => [...names].filter((text) => log.includes(text));
    expect(leaks(wiretap.overheard.callbackTokens), 'hook addresses').toEqual([]);
    expect(leaks([...phones, ...phones.map((phone) => phone.slice(3))]), 'phone numbers').toEqual([]);
    expect(leaks(prompts.flatMap(({ outcome }) => outcome?.receipt ?? [])), 'receipts').toEqual([]);
  });

  it('no answer of the API and no webhook shows a secret or a hook address', () => {
    const bodies = [...answers, ...[...hook.received, ...failing.received].map(({ rawBody }) => rawBody)].join('\n');
    expect(answers.length).toBeGreaterThan(slugs.length * 2);
    expect(shown(bodies)).toEqual([]);
    expect([...wiretap.overheard.callbackTokens].filter((token) => bodies.includes(token))).toEqual([]);
  });
});
