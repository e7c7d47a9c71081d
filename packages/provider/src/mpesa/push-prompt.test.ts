import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import {
  cut,
  hang,
  json,
  MemoryTokenStore,
  movableClock,
  type Reply,
  recordingLog,
  startFakeProvider,
  text,
} from '../kit/testing.ts';
import { createMpesa } from './index.ts';
import { nairobiTimestamp } from './prompt-password.ts';
import { transactionDesc } from './push-prompt.ts';
import { paybill, request, startProvider, till } from './testing.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const accepted = json(200, { MerchantRequestID: '29115-1', CheckoutRequestID: 'ws_CO_1', ResponseCode: '0' });

async function start(reply: Reply, timeoutMs = 5_000) {
  const { provider, log, close, calls } = await startProvider(() => reply, { timeoutMs });
  closers.push(close);
  return { provider, log, pushes: calls };
}

it('is accepted when token and answer come compressed', async () => {
  const compressed =
    (reply: object): Reply =>
    (response) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      response.writeHead(200, headers).end(gzipSync(JSON.stringify(reply)));
    };
  const ids = { MerchantRequestID: '29115-1', CheckoutRequestID: 'ws_CO_1', ResponseCode: '0' };
  const fake = await startFakeProvider(({ path }) =>
    compressed(path.includes('/oauth/') ? { access_token: 'compressed', expires_in: '3599' } : ids),
  );
  closers.push(fake.close);
  const { provider, close } = await startProvider(() => accepted, { sandboxUrl: fake.url });
  closers.push(close);
  expect(await provider.rail(paybill).prompts.push(request)).toMatchObject({
    kind: 'accepted',
    checkoutRequestId: 'ws_CO_1',
  });
  expect(fake.seenAt('/mpesa')[0]?.headers.authorization).toBe('Bearer compressed');
});

describe('the push on the wire', () => {
  it('of a paybill: both parties are the paybill, signed for Nairobi time', async () => {
    const { provider, pushes } = await start(accepted);
    expect(await provider.rail(paybill).prompts.push(request)).toEqual({
      kind: 'accepted',
      merchantRequestId: '29115-1',
      checkoutRequestId: 'ws_CO_1',
    });
    const [push] = pushes();
    expect(push).toMatchObject({
      method: 'POST',
      path: '/mpesa/stkpush/v1/processrequest',
      headers: { authorization: 'Bearer access-token-of-a-test', 'content-type': 'application/json' },
    });
    expect(JSON.parse(push?.body ?? '')).toEqual({
      BusinessShortCode: '600123',
      Password: Buffer.from('600123passkey-of-a-test20260302003005').toString('base64'),
      Timestamp: '20260302003005',
      TransactionType: 'CustomerPayBillOnline',
      Amount: '250',
      PartyA: '254712345678',
      PartyB: '600123',
      PhoneNumber: '254712345678',
      CallBackURL: 'https://pay.example.com/functions/v1/hook/0a1b2c',
      AccountReference: 'INV-001',
      TransactionDesc: 'Two bags of m',
    });
  });

  it('has the reference without blanks at its ends', async () => {
    const { provider, pushes } = await start(accepted);
    await provider.rail(paybill).prompts.push({ ...request, accountRef: ' INV-001 ' });
    expect(JSON.parse(pushes()[0]?.body ?? '')).toMatchObject({ AccountReference: 'INV-001' });
  });

  it('of a till: the store number signs, the till receives', async () => {
    const { provider, pushes } = await start(accepted);
    await provider.rail(till).prompts.push(request);
    expect(JSON.parse(pushes()[0]?.body ?? '')).toMatchObject({
      BusinessShortCode: '600456',
      Password: Buffer.from('600456passkey-of-a-test20260302003005').toString('base64'),
      TransactionType: 'CustomerBuyGoodsOnline',
      PartyB: '5123456',
      AccountReference: 'INV-001',
    });
  });

  it('of a till without a till number is not made', async () => {
    const { provider, pushes } = await start(accepted);
    expect(await provider.rail({ ...till, tillNumber: null }).prompts.push(request)).toMatchObject({
      kind: 'rejected',
      by: 'unreachable',
      code: 'till_number_missing',
    });
    expect(pushes()).toEqual([]);
  });

  it('goes to the host of its environment, below the path given', async () => {
    const { provider, pushes } = await start(accepted);
    await provider.rail({ ...paybill, environment: 'production' }).prompts.push(request);
    await provider.rail(paybill).prompts.push(request);
    expect(pushes().map((push) => push.path)).toEqual([
      '/production/mpesa/stkpush/v1/processrequest',
      '/mpesa/stkpush/v1/processrequest',
    ]);
  });
});

describe('the outcome of a push', () => {
  it.each<[string, Reply]>([
    ['no answer', hang],
    ['a cut connection', cut],
    ['a page of HTML under HTTP 502', text(502, '<html>')],
    ['a redirect', text(302, '', { location: '/mpesa/stkpush/v1/processrequest' })],
    ['an internal error', json(500, { errorCode: '500.003.1001', errorMessage: 'Internal Server Error' })],
  ])('is unknown after %s, and the push was sent once', async (_name, reply) => {
    const { provider, pushes } = await start(reply, reply === hang ? 1_500 : 10_000);
    expect(await provider.rail(paybill).prompts.push(request)).toMatchObject({ kind: 'unknown' });
    expect(pushes()).toHaveLength(1);
  });

  it('is there within the timeout, token and repeat included', async () => {
    let pushes = 0;
    const slow =
      (afterMs: number, reply: Reply): Reply =>
      (...args) =>
        void setTimeout(() => reply(...args), afterMs);
    const fake = await startFakeProvider((seen) => {
      if (seen.path.startsWith('/oauth')) return slow(100, json(200, { access_token: `t${pushes}`, expires_in: 3599 }));
      pushes += 1;
      return pushes === 1 ? slow(150, json(401, {})) : hang;
    });
    closers.push(fake.close);
    const options = { timeoutMs: 2_000, clock: { now: () => new Date() }, log: recordingLog() };
    const tokens = new MemoryTokenStore();
    const provider = createMpesa({ sandboxUrl: fake.url, productionUrl: fake.url, ...options, tokens });
    closers.push(() => provider.close());
    expect(await provider.rail(paybill).prompts.push(request)).toMatchObject({ kind: 'unknown' });
    expect(pushes).toBe(2);
  });

  it('is a certain no when its time is over at the first byte, although the token was fetched in time', async () => {
    const clock = movableClock(new Date('2026-03-01T21:30:05Z'));
    const { provider, calls, close } = await startProvider(() => accepted, {
      clock,
      tokens: new (class extends MemoryTokenStore {
        override read(...args: Parameters<MemoryTokenStore['read']>) {
          clock.advance(50_000);
          return super.read(...args);
        }
      })(),
    });
    closers.push(close);
    const until = (seconds: number) => ({ ...request, sendBefore: new Date(clock.now().getTime() + seconds * 1000) });
    expect(await provider.rail(paybill).prompts.push(until(50))).toEqual({
      kind: 'rejected',
      by: 'unreachable',
      code: 'too_late',
      description: 'It was not sent within the time that it had.',
    });
    expect(calls()).toEqual([]);
    expect(await provider.rail(paybill).prompts.push(until(5_000))).toMatchObject({ kind: 'accepted' });
    expect(calls()).toHaveLength(1);
  });

  it('is a certain no when a refused token leaves too little time to repeat', async () => {
    const { provider, pushes } = await start((response) => {
      setTimeout(() => response.writeHead(401).end(), 1_600);
    }, 2_000);
    expect(await provider.rail(paybill).prompts.push(request)).toMatchObject({
      kind: 'rejected',
      by: 'provider',
      code: 'http_401',
    });
    expect(pushes()).toHaveLength(1);
  });

  it.each([
    [400, '400.002.02', 'rejected'],
    [500, '500.003.1001', 'unknown'],
  ])('shows no secret, even when the provider echoes all of them under %d', async (status, errorCode, kind) => {
    const { provider, log, pushes } = await start((response, seen) => {
      const echo = `${seen.headers.authorization} ${seen.body} ${Object.values(paybill).join(' ')}`;
      response.writeHead(status).end(JSON.stringify({ errorCode, errorMessage: echo.slice(0, 2_000) }));
    });
    const answer = await provider.rail(paybill).prompts.push(request);
    expect(answer.kind).toBe(kind);
    const outcome = JSON.stringify(answer);
    expect(outcome).toContain(errorCode);
    const password = JSON.parse(pushes()[0]?.body ?? '{}').Password;
    for (const shown of [outcome, log.lines.join('\n')]) {
      for (const secret of ['of-a-test', password, password.slice(0, 20)]) expect(shown).not.toContain(secret);
    }
    expect(log.lines.join('\n')).not.toContain('254712345678');
  });
});

describe('transactionDesc', () => {
  it.each([
    ['Maize', 'Maize'],
    ['Two bags of maize', 'Two bags of m'],
    ['Twelve chars and', 'Twelve chars'],
    ['  Café   crème  ', 'Cafe creme'],
    ['👍👍👍', 'Payment'],
    ['a👍b', 'a b'],
    ['', 'Payment'],
    [' \n\t', 'Payment'],
    ['...', 'Payment'],
    ['Order #12 & <b>', 'Order 12 b'],
    ['INV-1/2_3, x.', 'INV-1/2_3, x.'],
  ])('%j becomes %j', (description, expected) => {
    expect(transactionDesc(description)).toBe(expected);
  });
});

describe('nairobiTimestamp', () => {
  it.each([
    ['2026-01-01T00:00:00.999Z', '20260101030000'],
    ['2026-12-31T21:00:00Z', '20270101000000'],
    ['2026-07-04T20:59:59Z', '20260704235959'],
  ])('%s is %s', (now, expected) => {
    expect(nairobiTimestamp(new Date(now))).toBe(expected);
  });
});
