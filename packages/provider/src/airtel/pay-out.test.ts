import { afterEach, describe, expect, it } from 'vitest';
import { json, type SeenRequest } from '../kit/testing.ts';
import { createTestKey } from '../kit/testing-key.ts';
import type { AirtelAccount } from './account.ts';
import { encryptPin } from './encrypt-pin.ts';
import type { AirtelRail } from './index.ts';
import { classifyPayout } from './pay-out.ts';
import { account, promptId as id, networkKey, payoutRest, said, signing, startAirtel } from './testing.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const payout = {
  ...payoutRest,
  originatorConversationId: id,
  amount: 250,
  phone: '254733123456',
  remarks: 'Wages of May',
  sendBefore: new Date('2099-01-01T00:00:00Z'),
};
const paid = said(
  { reference_id: '18334959', airtel_money_id: `disburs-KEXX-${id}`, id, status: 'TS' },
  { response_code: 'DP00900001001', result_code: 'ESB000010', success: true, message: 'Your new balance is KES 9.' },
);
const paidFact = {
  outcome: 'success',
  code: '0',
  text: 'Your new balance is KES 9.',
  receipt: '18334959',
  amount: null,
};
const bodyOf = (seen: SeenRequest | undefined) => JSON.parse(seen?.body ?? '{}');
const payoutOf = (version: 'v1' | 'v2') => ({ pin: 'pin-of-a-test', key: networkKey.publicPem, version });

async function start(reply: unknown = paid) {
  const started = await startAirtel(() => json(200, reply));
  closers.push(started.close);
  const payouts = (used: AirtelAccount = account): NonNullable<AirtelRail['payouts']> => {
    const { payouts: port } = started.airtel.rail(used);
    if (port === undefined) throw new Error('The account has no PIN.');
    return port;
  };
  return { ...started, payouts };
}

describe('a payout', () => {
  it('tells its end in the same call, under our id, with the receipt that its receiver sees', async () => {
    const { payouts } = await start();
    expect(await payouts().send(payout)).toEqual({
      kind: 'accepted',
      originatorConversationId: id,
      conversationId: id,
      fact: paidFact,
    });
  });

  it('is absent without a PIN', async () => {
    const { airtel } = await start();
    expect(airtel.rail({ ...account, payout: null }).payouts).toBeUndefined();
  });

  it.each([
    ['v1', { msisdn: '733123456' }, { amount: 250, id }],
    ['v2', { currency: 'KES', msisdn: '733123456' }, { amount: 250, id, type: 'B2C' }],
  ] as const)(
    'of %s has a PIN that only the network can read, and that differs each time',
    async (version, payee, transaction) => {
      const { payouts, calls } = await start();
      for (let n = 0; n < 2; n += 1) await payouts({ ...account, payout: payoutOf(version) }).send(payout);
      const [first, second] = calls().map(bodyOf);
      expect(calls()[0]).toMatchObject({ method: 'POST', path: `/standard/${version}/disbursements/` });
      expect(first).toEqual({ payee, reference: 'WagesofMay', pin: expect.any(String), transaction });
      expect([first, second].map(({ pin }) => networkKey.open(pin))).toEqual(['pin-of-a-test', 'pin-of-a-test']);
      expect(first.pin).not.toBe(second.pin);
    },
  );

  it('is signed in v2 when the account signs, and never in v1', async () => {
    const { payouts, calls } = await start();
    for (const version of ['v1', 'v2'] as const) await payouts({ ...signing, payout: payoutOf(version) }).send(payout);
    expect(calls().map(({ headers }) => 'x-signature' in headers)).toEqual([false, true]);
  });

  it('whose PIN cannot be encrypted is not sent, and the reason does not show it', async () => {
    const { payouts, fake } = await start();
    for (const wrong of [{ pin: 'pin-of-a-test'.repeat(20) }, { pin: '' }, { key: 'no key' }]) {
      const outcome = await payouts({ ...account, payout: { ...payoutOf('v2'), ...wrong } }).send(payout);
      expect(outcome).toMatchObject({ kind: 'rejected', by: 'unreachable', code: 'credential_failed' });
      expect(JSON.stringify(outcome)).not.toContain('pin-of-a-test');
    }
    expect(fake.seen).toEqual([]);
  });

  it('is asked about by our id', async () => {
    const { payouts, calls } = await start();
    expect(await payouts().ask(id)).toEqual({ kind: 'told', fact: paidFact });
    await payouts({ ...account, payout: payoutOf('v1') }).ask(id);
    expect(calls().map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET /standard/v2/disbursements/${id}?transactionType=B2C`,
      `GET /standard/v1/disbursements/${id}`,
    ]);
    expect(await payouts().ask('../users/balance')).toMatchObject({ kind: 'no_answer' });
    expect(calls()).toHaveLength(2);
  });
});

it('a payout that is asked about may have a composed receipt alone', async () => {
  const composed = `disbursement-MP261130.1159.A00034-${id}`;
  const { payouts } = await start(said({ id, status: 'TS', airtel_money_id: composed }, { success: true }));
  expect(await payouts().ask(id)).toMatchObject({ kind: 'told', fact: { receipt: composed } });
});

describe('the answer to a payout', () => {
  const answer = (body: object, statusCode = 200) =>
    classifyPayout({ kind: 'answered', statusCode, json: { ...body }, text: JSON.stringify(body) }, id);
  const state = (status: string, response_code: string | undefined, success?: boolean) =>
    said({ id, status }, { response_code, success, message: 'Said so' });
  it.each<[string, object, object]>([
    ['TS without success', state('TS', 'DP00900001001', false), { kind: 'unknown' }],
    ['TS of another id', said({ id: 'another', status: 'TS' }, { success: true }), { kind: 'unknown' }],
    ['TIP', state('TIP', 'DP00900001006', true), { kind: 'accepted', fact: { outcome: 'open', receipt: null } }],
    ['TA', state('TA', 'DP00900001000', true), { kind: 'accepted', fact: { outcome: 'open' } }],
    ['letters that are not known', state('TZ', 'DP00900001001', true), { kind: 'accepted', fact: { outcome: 'open' } }],
    ['TIP without success', state('TIP', 'DP00900001006', false), { kind: 'unknown' }],
    ['SUCCESS in process', state('SUCCESS', 'DP00900001006', true), { kind: 'accepted', fact: { outcome: 'open' } }],
    ['SUCCESS alone', state('SUCCESS', 'DP00900001001', true), { kind: 'unknown' }],
    ['TF', state('TF', 'DP00900001007', false), { kind: 'rejected', by: 'provider', code: 'DP00900001007' }],
    ['TF without a code', state('TF', undefined, false), { kind: 'rejected', code: 'TF' }],
    ['TF for no reason', state('TF', 'DP00900001005', false), { kind: 'rejected', code: 'DP00900001005' }],
    ['TF in time-out', state('TF', 'DP00900001014', false), { kind: 'unknown' }],
    ['TF with the code of a success', state('TF', 'DP00900001001', true), { kind: 'unknown' }],
    ['TF of a used id', state('TF', 'DP00900001017', false), { kind: 'unknown', upstream: { code: 'DP00900001017' } }],
    ['TE', state('TE', 'DP00900001005', false), { kind: 'unknown' }],
    [
      'a wrong PIN',
      { status: { response_code: 'ROUTER115', success: false } },
      { kind: 'rejected', code: 'ROUTER115' },
    ],
    ['no reason', { status: { response_code: 'DP00900001005', success: false } }, { kind: 'unknown' }],
    ['an unknown id', { status: { response_code: 'DP00900001015', success: false } }, { kind: 'unknown' }],
    ['a bare body', {}, { kind: 'unknown' }],
  ])('of %s', (_what, body, expected) => {
    expect(answer(body)).toMatchObject(expected);
  });

  it('under another status than 2xx proves no payment', () => {
    for (const status of [202, 302, 400, 500, 502]) {
      expect(answer(paid, status).kind).toBe(status === 202 ? 'accepted' : 'unknown');
    }
  });
});

describe('the key for a PIN', () => {
  const der = (type: 'spki' | 'pkcs1') => networkKey.publicKey.export({ type, format: 'der' }).toString('base64');
  it.each([
    ['PEM', networkKey.publicPem],
    ['PEM of PKCS#1', networkKey.publicKey.export({ type: 'pkcs1', format: 'pem' }).toString()],
    ['base64 of DER', der('spki')],
    ['base64 of DER in lines', der('spki').replace(/(.{64})/g, '$1\n')],
    ['base64 of PKCS#1', der('pkcs1')],
  ])('may be %s', (_form, key) => {
    const pin = encryptPin({ pin: '1234', key });
    expect(pin.ok && networkKey.open(pin.value)).toBe('1234');
  });

  it('may have 2048 bits, and is never a private one', () => {
    const long = createTestKey();
    const pin = encryptPin({ pin: '1234', key: long.publicPem });
    expect(pin.ok && long.open(pin.value)).toBe('1234');
    const secret = networkKey.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(encryptPin({ pin: '1234', key: secret })).toMatchObject({ ok: false });
  });
});
