import { seed } from '@tillgate/domain/testing';
import { describe, expect, it } from 'vitest';
import { sandboxPasskey } from '../testing.ts';
import { c2bRegisteredSchema } from './c2b-register.ts';
import { moneyOutWorld, refusal, type Sent } from './money-out.fixture.ts';

const world = moneyOutWorld();

const post = (sent: Sent = {}) => world.send('/c2b-register', {}, { method: 'POST', ...sent });
/** A key of a merchant with a shortcode of its own; the simulator knows some that misbehave. */
async function keyOf(shortcode: string, changes: object = {}): Promise<string> {
  const credentials = { passkey: sandboxPasskey, shortcode, ...changes };
  const merchant = await seed(world.api.ctx)
    .owner()
    .application()
    .credentials('sandbox', credentials)
    .key('sandbox')
    .mint();
  return merchant.key().key;
}

describe('200', () => {
  it('answers exactly the fields of the contract, with URLs below the public address', async () => {
    const { status, body } = await post({ key: await keyOf('600101') });
    expect(status).toBe(200);
    const registered = c2bRegisteredSchema.parse(body);
    expect(registered).toMatchObject({ registered: true, shortcode: '600101', responseCode: '0' });
    expect(registered.confirmationUrl).toMatch(/\/functions\/v1\/c2b-hook\/[0-9a-f]{64}$/);
    expect(registered.confirmationUrl.startsWith(world.api.baseUrl)).toBe(true);
    expect(registered.validationUrl).toBe(`${registered.confirmationUrl}?validation=1`);
  });

  it('may be repeated, also many times at once: the URLs stay', async () => {
    const key = await keyOf('600102');
    const answers = await Promise.all(Array.from({ length: 5 }, () => post({ key })));
    expect(new Set(answers.map(({ body }) => c2bRegisteredSchema.parse(body).confirmationUrl)).size).toBe(1);
  });

  it.each(['999902', '999905'])(
    'a shortcode that is registered already (%s) is registered, without codes',
    async (shortcode) => {
      const { status, body } = await post({ key: await keyOf(shortcode) });
      expect(status).toBe(200);
      expect(c2bRegisteredSchema.parse(body)).toMatchObject({
        registered: true,
        responseCode: null,
        responseDescription: null,
      });
    },
  );

  it('a registration that is for ever keeps its URLs when it is repeated', async () => {
    const key = await keyOf('999901');
    const [first, again] = [await post({ key }), await post({ key })];
    expect(again.body).toEqual({ ...first.body, responseCode: null, responseDescription: null });
  });

  it('a till registers its store number', async () => {
    const { body } = await post({ key: await keyOf('600103', { product: 'till', tillNumber: '512345' }) });
    expect(body.shortcode).toBe('600103');
  });

  it.each<[string, RequestInit]>([
    ['no body and no content type', {}],
    ['an empty body called JSON', { headers: { 'content-type': 'application/json' }, body: '' }],
    ['an empty body called a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: '' }],
    ['an empty object', { headers: { 'content-type': 'application/json; charset=utf-8' }, body: '{}' }],
    ['an object of whatever', { headers: { 'content-type': 'application/json' }, body: '{"shortcode":"1"}' }],
  ])('takes %s', async (_what, init) => {
    const { headers = {}, ...rest } = init;
    const response = await fetch(`${world.api.baseUrl}/c2b-register`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.shop.key().key}`, ...(headers as Record<string, string>) },
      ...rest,
    });
    expect(response.status, await response.clone().text()).toBe(200);
    c2bRegisteredSchema.parse(await response.json());
  });
});

describe('400', () => {
  it.each<[string, Sent]>([
    ['broken JSON', { raw: '{' }],
    ['bytes that are not UTF-8', { raw: new Uint8Array([0x7b, 0xff, 0x7d]) }],
    ['JSON called text', { raw: '{}', headers: { 'content-type': 'text/plain' } }],
  ])('%s is malformed', async (_what, sent) => {
    await refusal(post(sent), 400, 'malformed_json');
  });

  it('says that there are no credentials', async () => {
    const merchant = await seed(world.api.ctx).owner().application().key('sandbox').mint();
    await refusal(post({ key: merchant.key().key }), 400, 'provider_not_configured');
  });
});

describe('413', () => {
  it('a body over 100 kB', async () => {
    await refusal(post({ raw: JSON.stringify('x'.repeat(100_000)) }), 413, 'payload_too_large');
  });
});

describe('422', () => {
  it.each(['[]', 'null', '"x"', '7'])('a body that is %s', async (raw) => {
    await refusal(post({ raw }), 422, 'invalid_input');
  });
});

it('tries the other version of the API when the application is not enabled for the first, and remembers it', async () => {
  const answer = await post({ key: await keyOf('999906') });
  expect(answer).toMatchObject({ status: 200, body: { registered: true, shortcode: '999906' } });
  const { providerCredential } = world.api.ctx.db.prisma;
  const rows = await providerCredential.findMany({ where: { shortcode: '999906' } });
  expect(rows).toMatchObject([{ c2bVersion: 'v1' }]);
});

describe('502', () => {
  it('passes the refusal of the provider through, with what it means', async () => {
    const problem = await refusal(post({ key: await keyOf('999910') }), 502, 'provider_rejected');
    expect(problem.upstream?.code).toMatch(/SpikeArrest/);
  });

  it.each(['999907', '999909'])(
    'no readable answer (%s): nothing moves, so nothing is indeterminate',
    async (shortcode) => {
      const problem = await refusal(post({ key: await keyOf(shortcode) }), 502, 'provider_unavailable');
      expect(problem.detail).toMatch(/safe to repeat/);
      expect(problem.indeterminate).toBeUndefined();
    },
  );
});
