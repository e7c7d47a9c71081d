import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  isTillgateError,
  type TillgateWebhookError,
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
} from '../index.ts';
import { verifySignature } from './verify.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAAECAwQFBgc=';
const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
/** The delivery that docs/verify-webhooks.md prints. */
const printed = {
  body: '{"type":"payment.success","created":1772359200,"data":{"amount":250,"accountRef":"Wanjikũ"}}',
  now: 1_772_359_201,
  headers: {
    'x-webhook-signature': 't=1772359200,v1=821f924fd16a0af09e1873a37bf912284f6f684cb439f7fd35992d587f34e16b',
    'x-webhook-id': 'd1',
  },
};
const hex = (key: string, t: number, body: string) => createHmac('sha256', key).update(`${t}.${body}`).digest('hex');
const base64 = (key: string, id: string, t: number, body: string) =>
  createHmac('sha256', Buffer.from(key.slice('whsec_'.length), 'base64'))
    .update(`${id}.${t}.${body}`)
    .digest('base64');

async function refusalOf(options: Partial<VerifyOptions>): Promise<TillgateWebhookError> {
  const error = await verifyWebhook({ ...printed, secret, ...options }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isTillgateError(error)) throw new Error(`not refused: ${error}`);
  return error as TillgateWebhookError;
}

describe('a genuine webhook', () => {
  it.each<[string, VerifyOptions['body']]>([
    ['text', printed.body],
    ['bytes', Buffer.from(printed.body)],
    ['a view into a longer buffer', Buffer.from(`..${printed.body}..`).subarray(2, -2)],
    ['an ArrayBuffer', new TextEncoder().encode(printed.body).buffer as ArrayBuffer],
  ])('is accepted as %s', async (_what, body) => {
    const event = await verifyWebhook({ ...printed, body, secret });
    expect(event).toMatchObject({ id: 'd1', type: 'payment.success', created: 1_772_359_200, test: false });
  });

  it.each<[string, VerifyOptions['headers']]>([
    ['Headers', new Headers(printed.headers)],
    ['an object of Node.js', { ...printed.headers, 'content-length': '98', cookie: undefined }],
    ['an object with capitals', { 'X-Webhook-Signature': printed.headers['x-webhook-signature'] }],
    ['an object with lists', { 'x-webhook-signature': [printed.headers['x-webhook-signature']] }],
  ])('is accepted with its headers in %s', async (_what, headers) => {
    expect((await verifyWebhook({ ...printed, headers, secret })).type).toBe('payment.success');
  });

  it('has the data of its type', async () => {
    const event = await verifyWebhook({ ...printed, secret });
    if (event.type !== 'payment.success') throw new Error(event.type);
    const amount: number = event.data.amount;
    const decoded: null = event.data.decoded;
    expect([amount, decoded ?? null]).toEqual([250, null]);
  });

  it('is accepted with any of several secrets, and with any of several signatures', async () => {
    const headers = {
      'x-webhook-signature': `t=1772359200,v1=${hex(other, 1_772_359_200, printed.body)},v1=${hex(secret, 1_772_359_200, printed.body)}`,
    };
    for (const each of [secret, other, [other, secret], [secret, '']]) {
      expect((await verifyWebhook({ ...printed, headers, secret: each })).type).toBe('payment.success');
    }
    expect((await verifyWebhook({ ...printed, secret: [other, secret] })).type).toBe('payment.success');
  });

  it('of a later version is passed on with its type', async () => {
    const body = '{"type":"payment.held","created":1,"data":{"test":true}}';
    const headers = { 'x-webhook-signature': `t=1772359200,v1=${hex(secret, 1_772_359_200, body)}` };
    expect(await verifyWebhook({ ...printed, body, headers, secret })).toMatchObject({
      type: 'payment.held',
      test: true,
    });
  });
});

describe('the types of events', () => {
  /** As a merchant writes it: the compiler finds a type that it leaves out. */
  function subjectOf(event: WebhookEvent): string {
    switch (event.type) {
      case 'payment.success':
      case 'payment.failed':
        return event.data.paymentId;
      case 'payout.result':
      case 'refund.result':
        return event.data.disbursementId;
      case 'admin.transaction_status':
      case 'admin.account_balance':
        return event.data.queryId;
      default: {
        const none: never = event;
        return none;
      }
    }
  }

  const signed = (body: string) => ({
    ...printed,
    body,
    headers: { 'x-webhook-signature': `t=1772359200,v1=${hex(secret, 1_772_359_200, body)}` },
  });

  it('of the contract can be a complete `switch`, to which extra types add nothing', async () => {
    const body = '{"type":"payout.result","created":1,"data":{"disbursementId":"d"}}';
    expect(subjectOf(await verifyWebhook({ ...signed(body), secret }))).toBe('d');
  });

  it('are extra only for who names them', async () => {
    const body = '{"type":"link.paid","created":1,"data":{"linkId":"l","paymentId":"p","amount":250}}';
    const event = await verifyWebhook<'link.paid'>({ ...signed(body), secret });
    expect(event.type === 'link.paid' ? [event.data.linkId, event.data.amount] : subjectOf(event)).toEqual(['l', 250]);
  });
});

describe('the headers of Standard Webhooks', () => {
  const at = 1_772_359_200;
  const standard = (signature: string, more: Record<string, string> = {}) => ({
    'webhook-id': 'd1',
    'webhook-timestamp': String(at),
    'webhook-signature': signature,
    ...more,
  });
  const old = `v1,${base64(other, 'd1', at, printed.body)}`;
  const current = `v1,${base64(secret, 'd1', at, printed.body)}`;

  it('are enough, with one signature or several', async () => {
    for (const signature of [current, `${old} ${current}`, `v1a,xyz ${current} v2,abc`]) {
      const event = await verifyWebhook({ ...printed, headers: standard(signature), secret });
      expect(event).toMatchObject({ id: 'd1', type: 'payment.success' });
    }
  });

  it('let a replaced secret verify while our own header carries the signature of the new one alone', async () => {
    const own = `t=${at},v1=${hex(other, at, printed.body)}`;
    const headers = standard(`${old} ${current}`, { 'x-webhook-signature': own });
    for (const each of [secret, other]) {
      expect((await verifyWebhook({ ...printed, headers, secret: each })).id).toBe('d1');
    }
  });

  it('sign the id too, and their time counts', async () => {
    const moved = { ...standard(current), 'webhook-id': 'd2' };
    expect((await refusalOf({ headers: moved })).code).toBe('no_match');
    expect((await refusalOf({ headers: standard(current), now: at + 301 })).code).toBe('outside_tolerance');
    expect((await refusalOf({ headers: standard(old) })).code).toBe('no_match');
    expect((await refusalOf({ headers: { 'webhook-signature': current } })).code).toBe('malformed_signature');
  });
});

describe('a refusal says what is wrong', () => {
  const withHeader = (header: string) => ({ headers: { 'x-webhook-signature': header } });
  it.each<[string, Partial<VerifyOptions>, string, RegExp]>([
    ['no header', { headers: {} }, 'no_signature', /no header x-webhook-signature/],
    ['a header of something else', withHeader('sha256=abc'), 'malformed_signature', /t=<unix seconds>/],
    ['too old', { now: 1_772_359_501 }, 'outside_tolerance', /signed 301 s ago; 300 s are allowed/],
    ['from the future', { now: 1_772_358_000 }, 'outside_tolerance', /1200 s in the future/],
    ['a smaller tolerance', { now: 1_772_359_211, toleranceSeconds: 10 }, 'outside_tolerance', /11 s ago; 10 s/],
    ['another secret', { secret: other }, 'no_match', /No secret matches/],
    ['another body', { body: printed.body.replace('250', '251') }, 'no_match', /No secret matches/],
    ['a body with blanks', { body: printed.body.replaceAll(':', ': ') }, 'body_not_raw', /encoded again/],
    ['a body in lines', { body: JSON.stringify(JSON.parse(printed.body), null, 2) }, 'body_not_raw', /encoded again/],
    ['a body in base64', { body: Buffer.from(printed.body).toString('base64') }, 'body_not_raw', /isBase64Encoded/],
    [
      'bytes of base64',
      { body: new TextEncoder().encode(Buffer.from(printed.body).toString('base64')) },
      'body_not_raw',
      /isBase64Encoded/,
    ],
    ['base64 of another body', { body: btoa('{}') }, 'no_match', /No secret matches/],
    ['a parsed body', { body: JSON.parse(printed.body) }, 'body_not_raw', /JSON parser has read it/],
    ['no body', { body: undefined as never }, 'body_not_raw', /raw text or bytes/],
    ['no secret', { secret: '' }, 'no_secret', /no secret/],
    ['a secret that is not set', { secret: undefined as never }, 'no_secret', /no secret/],
    ['secrets that are not set', { secret: [] }, 'no_secret', /no secret/],
    ['a number for a secret', { secret: 0 as never }, 'no_secret', /no secret/],
    ['false for a secret', { secret: false as never }, 'no_secret', /no secret/],
    ['an object for a secret', { secret: {} as never }, 'no_secret', /no secret/],
    ['a list of other things', { secret: [null, 7, {}] as never }, 'no_secret', /no secret/],
    ['null for a secret', { secret: null as never }, 'no_secret', /no secret/],
    ['no headers', { headers: undefined as never }, 'no_signature', /./],
    ['a text for headers', { headers: 'x' as never }, 'no_signature', /./],
  ])('%s', async (_what, options, code, message) => {
    const error = await refusalOf(options);
    expect(error).toMatchObject({ name: 'TillgateWebhookError', code, message: expect.stringMatching(message) });
    expect(error.message).not.toContain('whsec_');
  });

  it.each(['', 'null', '"text"', '{"type":1,"data":{}}', '{"type":"payment.success"}', '{"type"'])(
    'a signed body that is no event: %j',
    async (body) => {
      const headers = { 'x-webhook-signature': `t=1772359200,v1=${hex(secret, 1_772_359_200, body)}` };
      expect((await refusalOf({ body, headers })).code).toBe('not_an_event');
      await verifySignature({ ...printed, body, headers, secret });
    },
  );
});
