import { createDecipheriv } from 'node:crypto';
import type { Meter } from '@tillgate/domain';
import { afterEach, describe, expect, it } from 'vitest';
import {
  json,
  MemoryTokenStore,
  movableClock,
  type Reply,
  type SeenRequest,
  startFakeProvider,
  text,
} from '../kit/testing.ts';
import type { AirtelOptions } from './index.ts';
import { accessToken, account, networkKey, prompt, promptId, said, signing, startAirtel, taken } from './testing.ts';
import { referenceText } from './wire-forms.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(route: (seen: SeenRequest) => Reply, options: Partial<AirtelOptions> = {}) {
  const started = await startAirtel(route, options);
  closers.push(started.close);
  return started;
}
const ok = json(200, taken);
const bodyOf = (seen: SeenRequest | undefined) => JSON.parse(seen?.body ?? '{}');

/** Opens a signed message as the network does. */
function opened({ headers }: SeenRequest): string {
  const [secret = '', iv = ''] = networkKey.open(String(headers['x-key']))?.split(':') ?? [];
  const decipher = createDecipheriv('aes-256-cbc', Buffer.from(secret, 'base64'), Buffer.from(iv, 'base64'));
  const signature = Buffer.from(String(headers['x-signature']), 'base64');
  return Buffer.concat([decipher.update(signature), decipher.final()]).toString('utf8');
}

describe('a prompt', () => {
  it('has our id, nine digits of the phone and whole shillings, and no signature', async () => {
    const { airtel, calls } = await start(() => ok);
    expect(await airtel.rail(account).prompts.push(prompt)).toEqual({
      kind: 'accepted',
      checkoutRequestId: promptId,
      merchantRequestId: null,
    });
    const [push] = calls();
    expect(push).toMatchObject({ method: 'POST', path: '/merchant/v1/payments/' });
    expect(push?.headers).toMatchObject({
      authorization: `Bearer ${accessToken}`,
      'x-country': 'KE',
      'x-currency': 'KES',
      accept: '*/*',
      'content-type': 'application/json',
    });
    expect(push?.headers).not.toHaveProperty('x-signature');
    expect(bodyOf(push)).toEqual({
      reference: 'INV001',
      subscriber: { country: 'KE', currency: 'KES', msisdn: '733123456' },
      transaction: { amount: 250, country: 'KE', currency: 'KES', id: promptId },
    });
  });

  it('goes to the host of its environment, below the path given', async () => {
    const { airtel, calls } = await start(() => ok);
    await airtel.rail({ ...account, environment: 'production' }).prompts.push(prompt);
    expect(calls()[0]?.path).toBe('/production/merchant/v1/payments/');
  });

  it.each([
    [{ phone: '0733123456' }, 'phone_form'],
    [{ phone: '25473312345' }, 'phone_form'],
    [{ phone: '256733123456' }, 'phone_form'],
    [{ promptId: '0198f2b4-c6d8-7abc-8def-0123456789ab' }, 'id_form'],
    [{ promptId: 'abcd' }, 'id_form'],
    [{ promptId: 'a'.repeat(81) }, 'id_form'],
    [{ promptId: '' }, 'id_form'],
  ])('with %j is not sent', async (wrong, code) => {
    const { airtel, fake } = await start(() => ok);
    const outcome = await airtel.rail(account).prompts.push({ ...prompt, ...wrong });
    expect(outcome).toMatchObject({ kind: 'rejected', by: 'unreachable', code });
    expect(fake.seen).toEqual([]);
  });

  it('about which the answer has another id is unknown; an id that is no text is none', async () => {
    const about = (id: unknown) => json(200, said({ id, status: 'SUCCESS' }, { ...taken.status }));
    const replies = [about('another'), about(false)];
    const { airtel } = await start(() => replies.shift() ?? ok);
    expect(await airtel.rail(account).prompts.push(prompt)).toMatchObject({ kind: 'unknown' });
    expect(await airtel.rail(account).prompts.push(prompt)).toMatchObject({ kind: 'accepted' });
  });

  it.each([
    ['ESB000041', 'unknown'],
    ['DP00800001025', 'unknown'],
    ['ESB000033', 'rejected'],
  ])('that gets %s under HTTP 200 is %s', async (result_code, kind) => {
    const no = { status: { result_code, success: false, message: 'No' } };
    const { airtel, calls } = await start(() => json(200, no));
    expect(await airtel.rail(account).prompts.push(prompt)).toMatchObject({ kind });
    expect(calls()).toHaveLength(1);
  });

  it('that is one too many says how long to wait', async () => {
    const { airtel } = await start(() => text(429, '', { 'retry-after': '7' }));
    expect(await airtel.rail(account).prompts.push(prompt)).toMatchObject({
      kind: 'rejected',
      code: 'http_429',
      retryAfterSeconds: 7,
    });
  });
});

describe('a signed prompt', () => {
  it('is sealed for the key of the network, byte for byte, and differs each time', async () => {
    const { airtel, calls, fake } = await start(() => ok);
    for (let n = 0; n < 2; n += 1) await airtel.rail(signing).prompts.push(prompt);
    const [first, second] = calls();
    for (const push of calls()) {
      expect(push.path).toBe('/merchant/v2/payments/');
      expect(opened(push)).toBe(push.body);
    }
    expect(first?.headers['x-signature']).not.toBe(second?.headers['x-signature']);
    expect(fake.seenAt('/v1/rsa/encryption-keys')).toMatchObject([{ method: 'GET', headers: { 'x-country': 'KE' } }]);
  });

  it('after a refused token is signed anew, with the same body', async () => {
    let pushes = 0;
    const { airtel, calls } = await start(() => {
      pushes += 1;
      return pushes === 1 ? text(401, '') : ok;
    });
    expect(await airtel.rail(signing).prompts.push(prompt)).toMatchObject({ kind: 'accepted' });
    expect(calls().map(opened)).toEqual(calls().map(({ body }) => body));
    expect(calls()[0]?.body).toBe(calls()[1]?.body);
  });

  it('has a new key after a mismatch and after ten minutes, and is not sent again by itself', async () => {
    const clock = movableClock(new Date('2026-03-01T21:30:05Z'));
    const mismatch = json(200, { status: { response_code: 'DP00800001026', success: false, message: 'Signature' } });
    const replies = [mismatch];
    const { airtel, calls, fake } = await start(() => replies.shift() ?? ok, { clock });
    const fetches = () => fake.seenAt('/v1/rsa/').length;
    expect(await airtel.rail(signing).prompts.push(prompt)).toMatchObject({ kind: 'rejected', code: 'DP00800001026' });
    expect([calls().length, fetches()]).toEqual([1, 1]);
    await airtel.rail(signing).prompts.push(prompt);
    await airtel.rail(signing).prompts.push(prompt);
    expect(fetches()).toBe(2);
    clock.advance(10 * 60_000);
    await airtel.rail(signing).prompts.push(prompt);
    expect(fetches()).toBe(3);
  });
});

describe('a reference', () => {
  it.each([
    ['INV-001', 'INV001'],
    ['A1', '00A1'],
    ['7', '0007'],
    ['', 'Payment'],
    ['– & #', 'Payment'],
    ['Café n. 5', 'Cafen5'],
    ['x'.repeat(26), 'x'.repeat(25)],
    ['abcd', 'abcd'],
  ])('%j goes out as %j', (given, sent) => {
    expect(referenceText(given)).toBe(sent);
  });
});

describe('a token', () => {
  it('is asked for by POST with the credentials, once for many calls', async () => {
    const { airtel, fake } = await start(() => ok);
    const { prompts } = airtel.rail(account);
    await Promise.all([prompts.push(prompt), prompts.push(prompt), prompts.push(prompt)]);
    const [asked, ...others] = fake.seenAt('/auth/');
    expect(others).toEqual([]);
    expect(asked).toMatchObject({ method: 'POST', path: '/auth/oauth2/token' });
    expect(bodyOf(asked)).toEqual({
      client_id: account.clientId,
      client_secret: account.clientSecret,
      grant_type: 'client_credentials',
    });
  });

  it.each([
    [180, 161, 1],
    [180, 163, 2],
    ['180', 161, 1],
    ['180', 163, 2],
    [undefined, 161, 1],
    [undefined, 163, 2],
    ['soon', 163, 2],
  ])(
    'that lives %j seconds is used for its life but a tenth (after %d s: %d tokens)',
    async (expires_in, after, tokens) => {
      const clock = movableClock(new Date('2026-03-01T21:30:05Z'));
      const issued: unknown[] = [];
      const fake = await startFakeProvider((seen) => {
        if (!seen.path.startsWith('/auth/')) return ok;
        issued.push(seen);
        return json(200, { access_token: `t${issued.length}`, expires_in });
      });
      closers.push(fake.close);
      const { airtel } = await start(() => ok, { clock, sandboxUrl: fake.url });
      await airtel.rail(account).prompts.push(prompt);
      clock.advance(after * 1_000);
      await airtel.rail(account).prompts.push(prompt);
      expect(issued).toHaveLength(tokens);
    },
  );

  it.each<[string, number, object, 'provider' | 'unreachable']>([
    ['invalid_client', 401, { error: 'invalid_client', error_description: 'No such client' }, 'provider'],
    ['invalid_client under HTTP 200', 200, { error: 'invalid_client' }, 'provider'],
    ['HTTP 500', 500, {}, 'unreachable'],
    ['no token', 200, { expires_in: 180 }, 'unreachable'],
    ['a token that is no header', 200, { access_token: 'a\nb', expires_in: 180 }, 'unreachable'],
  ])('that is refused with %s means that nothing was sent', async (_what, http, body, by) => {
    const fake = await startFakeProvider(() => json(http, body));
    closers.push(fake.close);
    const { airtel } = await start(() => ok, { sandboxUrl: fake.url });
    expect(await airtel.rail(account).prompts.push(prompt)).toMatchObject({ kind: 'rejected', by });
    expect(await airtel.rail(account).trials.token()).toMatchObject({ ok: false });
    expect(fake.seenAt('/merchant')).toEqual([]);
  });

  it('of equal credentials is not the token of another secret', async () => {
    const tokens = new MemoryTokenStore();
    const { airtel, fake } = await start(() => ok, { tokens });
    await airtel.rail(account).prompts.push(prompt);
    await airtel.rail({ ...account, clientSecret: 'another-secret' }).prompts.push(prompt);
    expect(fake.seenAt('/auth/')).toHaveLength(2);
    expect(await airtel.rail(account).trials.token()).toMatchObject({ ok: true });
    expect(fake.seenAt('/auth/')).toHaveLength(3);
  });
});

it('counts a call with the code of its network, which is long and no phone number', async () => {
  const labels: Record<string, string>[] = [];
  const meter = new Proxy({} as Meter, {
    get: (_, series: string) => (said: Record<string, string>) =>
      void (series === 'providerCalls' && labels.push(said)),
  });
  const no = (response_code: string) => json(200, { status: { response_code, success: false, message: 'No' } });
  const replies = [no('DP00800001010'), no('254733123456')];
  const { airtel } = await start(() => replies.shift() ?? ok, { meter });
  await airtel.rail(account).prompts.push(prompt);
  await airtel.rail(account).prompts.push(prompt);
  expect(labels.map(({ code, rail }) => [code, rail])).toEqual([
    ['DP00800001010', 'airtel'],
    ['other', 'airtel'],
  ]);
});
