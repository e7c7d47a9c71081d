import { seed } from '@tillgate/domain/testing';
import { describe, expect, it } from 'vitest';
import { linkPageSchema, linkSchema } from './link-views.ts';
import { malformed, moneyOutWorld, refusal, type Sent } from './money-out.fixture.ts';

const world = moneyOutWorld();

const post = (body: unknown, sent: Sent = {}) => world.send('/payment-links', body, { method: 'POST', ...sent });
async function made(body: object = {}, sent: Sent = {}) {
  const answer = await post({ title: 'Mugs', amount: 500, ...body }, sent);
  expect(answer.status, answer.text).toBe(201);
  return linkSchema.parse(answer.body);
}
const read = async (id: string) => linkSchema.parse((await world.send(`/payment-links/${id}`)).body);
const patch = (id: string, body: unknown, sent: Sent = {}) =>
  world.send(`/payment-links/${id}`, body, { method: 'PATCH', ...sent });
const stranger = '01a1f774-020b-731b-b1d4-5c4f9e2105cf';

describe('201', () => {
  it('answers the link with the address of its page', async () => {
    const link = await made({ accountReference: ' INV-1 ', phone: '0712 345 678', metadata: { order: 7 } });
    expect(link).toEqual({
      linkId: expect.any(String),
      url: expect.stringMatching(/^https:\/\/pay\.example\/p\/\w{22}$/),
      kind: 'once',
      status: 'open',
      endedBy: null,
      title: 'Mugs',
      description: null,
      amount: 500,
      amountMin: null,
      amountMax: null,
      choices: [],
      accountReference: 'INV-1',
      referencePrefix: null,
      fields: [],
      expiresAt: expect.stringMatching(/Z$/),
      paymentsMax: null,
      phone: '254712345678',
      returnUrl: null,
      language: 'auto',
      offline: true,
      paidCount: 0,
      paidAmount: 0,
      openAttempts: 0,
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(await read(link.linkId)).toEqual(link);
  });

  it('takes questions and amounts to choose from', async () => {
    const fields = [
      { name: 'size', label: 'Size', kind: 'choice', required: true, choices: ['S', 'L'] },
      { name: 'note', label: 'Note', kind: 'text' },
    ];
    const link = await made({
      kind: 'many',
      amount: null,
      amountMin: 10,
      choices: [10, 20],
      fields,
      referencePrefix: 'MUG',
    });
    expect(link).toMatchObject({ amount: null, amountMin: 10, choices: [10, 20], referencePrefix: 'MUG' });
    expect(link.fields).toEqual([fields[0], { ...fields[1], required: false }]);
  });

  it('is replayed for its key, in the header or the body', async () => {
    const first = await made({}, { headers: { 'idempotency-key': 'order-7' } });
    const again = await post({ title: 'Mugs', amount: 500, idempotencyKey: 'order-7' });
    expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([201, first, 'true']);
  });
});

describe('200', () => {
  it('a page of links, newest first, without those of others', async () => {
    const other = await world.other();
    const [first, second] = [
      await made({}, { key: other.key().key }),
      await made({ kind: 'many' }, { key: other.key().key }),
    ];
    const list = async (query = '') => {
      const { status, body, text } = await world.send(`/payment-links${query}`, undefined, { key: other.key().key });
      expect(status, text).toBe(200);
      const page = linkPageSchema.parse(body);
      return [page.links.map(({ linkId }) => linkId), page.next];
    };
    expect(await list()).toEqual([[second.linkId, first.linkId], null]);
    expect(await list('?limit=1')).toEqual([[second.linkId], second.linkId]);
    expect(await list(`?before=${second.linkId}`)).toEqual([[first.linkId], null]);
    expect(await list('?kind=many&status=open')).toEqual([[second.linkId], null]);
    expect(await list('?status=paid')).toEqual([[], null]);
    expect(await list(`?reference=${first.accountReference?.toLowerCase()}`)).toEqual([[first.linkId], null]);
  });

  it('a change, where null removes and what is left out stays', async () => {
    const { linkId } = await made({ kind: 'many', description: 'Blue\nones', paymentsMax: 3 });
    const changed = await patch(linkId, { title: 'Cups', paymentsMax: null });
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { title: 'Cups', description: 'Blue\nones', paymentsMax: null },
    ]);
    expect(await read(linkId)).toEqual(linkSchema.parse(changed.body));
  });
});

describe('400', () => {
  it.each(malformed)('%s is malformed', async (_what, sent) => {
    await refusal(post(undefined, sent), 400, 'malformed_json');
    await refusal(patch(stranger, undefined, { ...sent, method: 'PATCH' }), 400, 'malformed_json');
  });

  it('says that there are no credentials', async () => {
    const merchant = await seed(world.api.ctx).owner().application().key('sandbox').mint();
    await refusal(post({ title: 'Mugs' }, { key: merchant.key().key }), 400, 'provider_not_configured');
  });
});

describe('404', () => {
  it('a link of somebody else, one that is none, and no id look the same', async () => {
    const { linkId } = await made();
    const other = await world.other();
    const answers = [];
    for (const [id, key] of [[linkId, other.key().key], [stranger], ['x']] as const) {
      for (const method of ['GET', 'PATCH']) {
        const body = method === 'PATCH' ? { title: 'x' } : undefined;
        const { status, body: problem } = await world.send(`/payment-links/${id}`, body, {
          method,
          ...(key && { key }),
        });
        answers.push([status, problem.code, problem.detail]);
      }
    }
    expect(new Set(answers.map(String)).size).toBe(1);
    expect(answers[0]).toEqual([404, 'not_found', 'There is no such payment link.']);
  });
});

describe('409', () => {
  it('another body under the same key', async () => {
    await made({}, { headers: { 'idempotency-key': 'order-9' } });
    const other = post({ title: 'Mugs', amount: 501 }, { headers: { 'idempotency-key': 'order-9' } });
    await refusal(other, 409, 'idempotency_key_reused');
  });
});

describe('413', () => {
  it('a body over 100 kB', async () => {
    const filler = 'x'.repeat(100_000);
    await refusal(post({ title: 'Mugs', filler }), 413, 'payload_too_large');
    await refusal(patch(stranger, { filler }), 413, 'payload_too_large');
  });
});

describe('422', () => {
  const text = (length: number) => 'x'.repeat(length);
  const choice = { name: 'size', label: 'Size', kind: 'choice', choices: ['S'] };
  it.each<[string, object, string[]]>([
    ['no title', { title: undefined }, ['title']],
    ['a blank title', { title: ' ' }, ['title']],
    ['a long title', { title: text(65) }, ['title']],
    ['a title of two lines', { title: 'a\nb' }, ['title']],
    ['a long description', { description: text(501) }, ['description']],
    ['a description with NUL', { description: 'a\u0000' }, ['description']],
    ['nothing to pay', { amount: 0 }, ['amount']],
    ['too much', { amount: 150_001 }, ['amount']],
    ['half a shilling', { amount: 1.5 }, ['amount']],
    ['an amount as text', { amount: '5' }, ['amount']],
    ['seven amounts', { amount: null, choices: [1, 2, 3, 4, 5, 6, 7] }, ['choices']],
    ['an unknown kind', { kind: 'some' }, ['kind']],
    ['a long reference', { accountReference: text(13) }, ['accountReference']],
    ['a prefix in small letters', { kind: 'many', referencePrefix: 'abc' }, ['referencePrefix']],
    ['a foreign phone', { phone: '+1 202 555 0100' }, ['phone']],
    ['six questions', { fields: Array.from({ length: 6 }, (_, n) => ({ ...choice, name: `n${n}` })) }, ['fields']],
    ['two questions of one name', { fields: [choice, choice] }, ['fields.1.name']],
    ['a question without choices', { fields: [{ ...choice, choices: undefined }] }, ['fields.0.choices']],
    ['choices of a text', { fields: [{ ...choice, kind: 'text' }] }, ['fields.0.choices']],
    ['a name in capitals', { fields: [{ ...choice, name: 'Size' }] }, ['fields.0.name']],
    ['a time that is no time', { expiresAt: 'tomorrow' }, ['expiresAt']],
    ['a time in a minute', { expiresAt: new Date(Date.now() + 60_000).toISOString() }, ['expiresAt']],
    ['an address without TLS', { returnUrl: 'http://shop.example' }, ['returnUrl']],
    ['a script as address', { returnUrl: 'javascript:alert(1)' }, ['returnUrl']],
    ['an address with a password', { returnUrl: 'https://a:b@shop.example' }, ['returnUrl']],
    ['an address of a host that nobody allowed', { returnUrl: 'https://shop.example' }, ['returnUrl']],
    ['no payments at all', { kind: 'many', paymentsMax: 0 }, ['paymentsMax']],
    ['an unknown language', { language: 'fr' }, ['language']],
  ])('%s', async (_what, given, paths) => {
    const { issues } = await refusal(post({ title: 'Mugs', amount: 500, ...given }), 422, 'invalid_input');
    expect(issues?.map(({ path }) => path)).toEqual(paths);
  });

  it.each([
    ['?limit=0', 'limit'],
    ['?limit=101', 'limit'],
    ['?status=gone', 'status'],
    ['?kind=x', 'kind'],
    ['?before=x', 'before'],
    [`?before=${stranger}`, 'before'],
    ['?reference=', 'reference'],
    ['?colour=red', 'colour'],
  ])('a list with %s', async (query, path) => {
    const { issues } = await refusal(world.send(`/payment-links${query}`), 422, 'invalid_input');
    expect(issues?.map((issue) => issue.path)).toEqual([path]);
  });

  it.each<[string, object, string]>([
    ['the amount', { amount: 5 }, 'amount'],
    ['the reference', { accountReference: 'B' }, 'accountReference'],
    ['a blank title', { title: ' ' }, 'title'],
    ['a time of a link for one order that never comes', { expiresAt: null }, 'expiresAt'],
  ])('a change of %s', async (_what, change, path) => {
    const { linkId } = await made();
    const { issues } = await refusal(patch(linkId, change), 422, 'invalid_input');
    expect(issues?.map((issue) => issue.path)).toEqual([path]);
  });
});

describe('429', () => {
  it('more links in a second than a key may make', async () => {
    const { deps } = world.api;
    const own = deps.linkLimit;
    deps.linkLimit = {
      consume: async () => ({ allowed: false, limit: 20, remaining: 0, windowSeconds: 1, resetSeconds: 1 }),
      refund: async () => {},
    };
    try {
      await refusal(post({ title: 'Mugs', amount: 500 }), 429, 'rate_limited');
    } finally {
      deps.linkLimit = own;
    }
  });
});
