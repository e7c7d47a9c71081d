import { createHmac } from 'node:crypto';
import { newWebhookSecret, signatureHeaders } from '@tillgate/domain/endpoints';
import { TillgateWebhookError, verifySignature } from '@tillgate/sdk/webhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './support/client.ts';
import { type MerchantHook, startMerchantHook } from './support/merchant-hook.ts';
import { testMs } from './support/patience.ts';
import { blockOf, type Delivery, missingFor, recipes, verdictsOf } from './support/recipes.ts';
import { createStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

/** What a worker has sent over HTTP, with the parts of its signature. */
type Ours = Delivery & { t: number; v1: string };

let stack: Stack;
let hook: MerchantHook;
let ours: Ours;

beforeAll(async () => {
  hook = await startMerchantHook();
  stack = await createStack({ simulator: { delayMs: 50 } });
  await Promise.all([stack.startApi(), stack.startWorker()]);
  const merchant = await stack.merchant();
  const { secret } = await stack.endpoint(merchant, hook.url);
  const body = { amount: 250, phone: '254711000001', accountReference: 'ORDER-1042' };
  const init = { method: 'POST', body, idempotencyKey: 'recipes' };
  expect((await call(`${stack.baseUrl}/collect`, merchant.key().key, init)).status).toBe(202);
  const { rawBody, signature, at } = await until('a delivery', () => hook.received[0]);
  const [, t, v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  ours = { rawBody: Buffer.from(rawBody), header: signature, secret, now: Math.floor(at / 1000), t: Number(t), v1 };
});
afterAll(async () => {
  await stack.close();
  await hook.close();
});

/** Ours, but for what it answers. */
type Change = (ours: Ours) => Partial<Delivery>;

const otherSecret = newWebhookSecret();

/** The header that we send with another body, or when the secret is being replaced. */
function header({ t, ...ours }: Ours, { text = ours.rawBody.toString(), secrets = [ours.secret] } = {}): string {
  const signable = { id: 'd1', at: new Date(t * 1000), rawBody: text, secrets };
  return signatureHeaders(signable)['x-webhook-signature'] ?? '';
}

/** A right signature of this `t`, whatever it is. */
function withTime({ rawBody, secret }: Ours, t: string): Partial<Delivery> {
  return { header: `t=${t},v1=${createHmac('sha256', secret).update(`${t}.`).update(rawBody).digest('hex')}` };
}

const withText = (ours: Ours, text: string) => ({ rawBody: Buffer.from(text), header: header(ours, { text }) });

function tampered(rawBody: Buffer, at: number): Partial<Delivery> {
  const bytes = Buffer.from(rawBody);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return { rawBody: bytes };
}

const flipped = (hex: string) => (hex === '0' ? '1' : '0');

function printedDelivery(): Delivery {
  const fields = Object.fromEntries(
    [...blockOf('text').matchAll(/^(\w+) +(.+)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  const { body = '', header, secret = '', now } = fields;
  return { rawBody: Buffer.from(body), header, secret, now: Number(now) };
}

const accepted: Record<string, Change> = {
  'as it came': () => ({}),
  '299 s after it was signed': ({ t }) => ({ now: t + 299 }),
  '300 s after it was signed': ({ t }) => ({ now: t + 300 }),
  '299 s before it was signed': ({ t }) => ({ now: t - 299 }),
  '300 s before it was signed': ({ t }) => ({ now: t - 300 }),
  'the current secret signs during a rotation': (ours) => ({
    header: header(ours, { secrets: [otherSecret, ours.secret] }),
  }),
  'the first of two signatures matches': ({ t, v1 }) => ({ header: `t=${t},v1=${v1},v1=${'0'.repeat(64)}` }),
  'the second of two signatures matches': ({ t, v1 }) => ({ header: `t=${t},v1=${'0'.repeat(64)},v1=${v1}` }),
  'the last of ten signatures matches': ({ t, v1 }) => ({
    header: `t=${t},${`v1=${'0'.repeat(64)},`.repeat(9)}v1=${v1}`,
  }),
  'beside a signature that is not hex': ({ t, v1 }) => ({ header: `t=${t},v1=abc,v1=${'é'.repeat(64)},v1=${v1}` }),
  'fields in another order': ({ t, v1 }) => ({ header: `v1=${v1},t=${t}` }),
  'fields that nobody knows': ({ t, v1 }) => ({ header: `v0=${v1},t=${t},tt=1,,x,=,v1=${v1},v2=${otherSecret}` }),
  'blanks around the commas': ({ t, v1 }) => ({ header: `  t=${t} ,\t v1=${v1} ` }),
  'letters that are not ASCII': (ours) => withText(ours, '{"name":"Wanjikũ","city":"Mũrang’a","mark":"✓ 😀"}'),
  'a line break at the end': (ours) => withText(ours, '{"type":"payment.success"}\n'),
  'line breaks at the end, of both kinds': (ours) => withText(ours, '{\r\n}\r\n\n'),
  'a byte order mark': (ours) => withText(ours, '\uFEFF{}'),
  'signs that a shell or printf knows': (ours) => withText(ours, '%s %n \\n \\x41 $(id) `id` * "$HOME" \'\\'),
  'an empty body': (ours) => withText(ours, ''),
  'bytes that are no text': (ours) => {
    const rawBody = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    return { rawBody, ...withTime({ ...ours, rawBody }, String(ours.t)) };
  },
  'a body of a megabyte': (ours) => withText(ours, `"${'x'.repeat(1_000_000)}"`),
  'the one that the page prints': () => printedDelivery(),
  'the one that the page prints, as late as it says': () => ({ ...printedDelivery(), now: 1_772_359_500 }),
};

const refused: Record<string, Change> = {
  'another first byte': ({ rawBody }) => tampered(rawBody, 0),
  'another byte in the middle': ({ rawBody }) => tampered(rawBody, rawBody.length >> 1),
  'another last byte': ({ rawBody }) => tampered(rawBody, rawBody.length - 1),
  'a line break more': ({ rawBody }) => ({ rawBody: Buffer.concat([rawBody, Buffer.from('\n')]) }),
  'a line break less': (ours) => ({ ...withText(ours, '{}\n'), rawBody: Buffer.from('{}') }),
  'encoded again': ({ rawBody }) => ({ rawBody: Buffer.from(JSON.stringify(JSON.parse(rawBody.toString()), null, 1)) }),
  'no body': () => ({ rawBody: Buffer.alloc(0) }),
  'another first digit': ({ t, v1 }) => ({ header: `t=${t},v1=${flipped(v1.slice(0, 1))}${v1.slice(1)}` }),
  'another last digit': ({ t, v1 }) => ({ header: `t=${t},v1=${v1.slice(0, -1)}${flipped(v1.slice(-1))}` }),
  'a signature of another time': ({ t, v1 }) => ({ header: `t=${t + 1},v1=${v1}` }),
  '301 s after it was signed': ({ t }) => ({ now: t + 301 }),
  '301 s before it was signed': ({ t }) => ({ now: t - 301 }),
  'the one that the page prints, later than it says': () => ({ ...printedDelivery(), now: 1_772_359_501 }),
  'another secret': () => ({ secret: otherSecret }),
  'the secret without its prefix': ({ secret }) => ({ secret: secret.slice('whsec_'.length) }),
  'no secret, and a signature that is keyed by none': (ours) => ({
    secret: '',
    ...withTime({ ...ours, secret: '' }, String(ours.t)),
  }),
  'two signatures, none of which matches': (ours) => ({
    header: header(ours, { secrets: [otherSecret, newWebhookSecret()] }),
  }),
  'no header': () => ({ header: undefined }),
  'an empty header': () => ({ header: '' }),
  'a comma': () => ({ header: ',' }),
  'an equals sign': () => ({ header: '=' }),
  'names without values': () => ({ header: 't,v1' }),
  'fields without values': () => ({ header: 't=,v1=' }),
  'no t': ({ v1 }) => ({ header: `v1=${v1}` }),
  'no v1': ({ t }) => ({ header: `t=${t}` }),
  'an empty v1': ({ t }) => ({ header: `t=${t},v1=` }),
  'a v1 without a value': ({ t }) => ({ header: `t=${t},v1` }),
  'an empty t': (ours) => withTime(ours, ''),
  'a t in words': (ours) => withTime(ours, 'now'),
  'a t below zero': (ours) => withTime(ours, `-${ours.t}`),
  'a t with a plus': (ours) => withTime(ours, `+${ours.t}`),
  'a t with a fraction': (ours) => withTime(ours, `${ours.t}.0`),
  'a t with an exponent': (ours) => withTime(ours, `${ours.t}e0`),
  'a t in hex': (ours) => withTime(ours, `0x${ours.t.toString(16)}`),
  'a t with a blank inside': (ours) => withTime(ours, `${ours.t / 10} ${ours.t % 10}`),
  'a t with underscores': (ours) => withTime(ours, `${String(ours.t).slice(0, 1)}_${String(ours.t).slice(1)}`),
  'a t in digits of another script': (ours) =>
    withTime(
      ours,
      String(ours.t).replace(/./g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    ),
  'a t in milliseconds': (ours) => withTime(ours, `${ours.t}000`),
  'a t beyond 64 bits': (ours) => withTime(ours, String(2n ** 64n + BigInt(ours.t))),
  'a t of 5000 digits': (ours) => withTime(ours, '9'.repeat(5000)),
  'two t, the same': ({ t, v1 }) => ({ header: `t=${t},t=${t},v1=${v1}` }),
  'two t, the first is right': ({ t, v1 }) => ({ header: `t=${t},v1=${v1}, t=${t + 1}` }),
  'two t, the second is right': ({ t, v1 }) => ({ header: `t=${t - 1},t=${t},v1=${v1}` }),
  'two t, the first is empty': ({ t, v1 }) => ({ header: `t=,t=${t},v1=${v1}` }),
  'two t, the second is empty': ({ t, v1 }) => ({ header: `t=${t},t=,v1=${v1}` }),
  'an odd number of digits': ({ t, v1 }) => ({ header: `t=${t},v1=${v1.slice(0, -1)}` }),
  'half a signature': ({ t, v1 }) => ({ header: `t=${t},v1=${v1.slice(0, 32)}` }),
  'a signature and a digit': ({ t, v1 }) => ({ header: `t=${t},v1=${v1}0` }),
  'a signature and what is not hex': ({ t, v1 }) => ({ header: `t=${t},v1=${v1}zz` }),
  'a signature in quotes': ({ t, v1 }) => ({ header: `t=${t},v1="${v1}"` }),
  'a signature in capitals': ({ t, v1 }) => ({ header: `t=${t},v1=${v1.toUpperCase()}` }),
  'names in capitals': ({ t, v1 }) => ({ header: `T=${t},V1=${v1}` }),
  'blanks around the equals signs': ({ t, v1 }) => ({ header: `t =${t},v1 =${v1}` }),
  'a signature of another kind': ({ t, v1 }) => ({ header: `t=${t},v0=${v1},v2=${v1}` }),
  '64 letters that are not hex': ({ t }) => ({ header: `t=${t},v1=${'z'.repeat(64)}` }),
  '64 letters that are not ASCII': ({ t }) => ({ header: `t=${t},v1=${'é'.repeat(64)}` }),
  '64 bytes that are not ASCII': ({ t }) => ({ header: `t=${t},v1=${'é'.repeat(32)}` }),
  semicolons: ({ t, v1 }) => ({ header: `t=${t};v1=${v1}` }),
  JSON: ({ t, v1 }) => ({ header: JSON.stringify({ t, v1 }) }),
  'what a shell would expand': ({ t }) => ({
    header: `t=${t},v1=*,v1=$(id),\`id\`,'"\\,%s%n,v1=-n,-e,${'?'.repeat(64)}`,
  }),
};

const table = [
  ...Object.entries(accepted).map(([name, change]) => ({ name: `accepted: ${name}`, verdict: true, change })),
  ...Object.entries(refused).map(([name, change]) => ({ name: `refused: ${name}`, verdict: false, change })),
];
const expected = Object.fromEntries(table.map(({ name, verdict }) => [name, verdict]));

it('the SDK accepts what is ours and nothing else', async () => {
  const verdicts: Record<string, boolean> = {};
  for (const { name, change } of table) {
    const { rawBody: body, header, secret, now } = { ...ours, ...change(ours) };
    const headers = { 'x-webhook-signature': header };
    verdicts[name] = await verifySignature({ body, headers, secret, now }).then(
      () => true,
      (error) => {
        if (error instanceof TillgateWebhookError) return false;
        throw error;
      },
    );
  }
  expect(verdicts).toEqual(expected);
});

describe.each(recipes)('docs/verify-webhooks.md', (recipe) => {
  const missing = missingFor(recipe);
  const reason = missing ? ` (skipped: ${missing})` : '';
  const name = `its ${recipe.language} recipe accepts what is ours and nothing else${reason}`;
  it.skipIf(missing)(name, { timeout: 2 * testMs }, async () => {
    const verdicts = await verdictsOf(
      recipe,
      table.map(({ change }) => ({ ...ours, ...change(ours) })),
    );
    expect(Object.fromEntries(table.map(({ name }, index) => [name, verdicts[index]]))).toEqual(expected);
  });
});
