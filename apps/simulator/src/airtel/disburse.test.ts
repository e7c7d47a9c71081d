import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { Answer, Json } from '../test-client.ts';
import { type DisbursementScenario, disbursementScenarios, ordinaryDisbursement } from './disbursement-magic.ts';
import type { DisbursementView } from './disbursements.ts';
import { disbursementResults } from './results.ts';
import { type AirtelBench, startAirtelBench, testClient } from './test-bench.ts';

let bench: AirtelBench;
afterEach(() => bench.close());

const id = '0190f3c47f2a70008000a1b2c3d4e5f6';
const pin = '4821';

type Change = { payee?: Json; transaction?: Json; [name: string]: unknown };

/** A PIN, encrypted with the rail's own key. */
const encryptPin = async (text = pin, padding: number = constants.RSA_PKCS1_PADDING): Promise<string> => {
  const { key } = (await bench.read('/v1/rsa/encryption-keys')).json.data as { key: string };
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
  return publicEncrypt({ key: publicKey, padding }, Buffer.from(text)).toString('base64');
};
const disburse = async ({ payee, transaction, ...change }: Change = {}, path = '/standard/v1/disbursements/') =>
  bench.send(path, {
    payee: { msisdn: '733123456', ...payee },
    reference: 'Payout001',
    pin: await encryptPin(),
    transaction: { amount: 250, id, ...transaction },
    ...change,
  });
const enquire = (of = id) => bench.read(`/standard/v1/disbursements/${of}`);
const disbursements = async (query = '') =>
  (await bench.call('GET', `/admin/airtel/disbursements${query}`)).json.disbursements as DisbursementView[];
const lettersOf = ({ json }: Answer) => (json.data as { transaction: Json } | undefined)?.transaction.status;

describe('a payout', () => {
  it('is answered in the same call, with the balance in words, and moves money once', async () => {
    bench = await startAirtelBench({ now: () => Date.UTC(2026, 9, 15, 9, 34) });
    await bench.portal({ pin });
    const { status, json } = await disburse();
    const receipt = 'MP261015.1234.A00000';
    const moneyId = `disbursement-${receipt}-${id}`;
    const message = 'KES 250 sent to 733123456. Your new balance is KES 4999750.';
    expect([status, json]).toEqual([
      200,
      {
        data: { transaction: { reference_id: receipt, airtel_money_id: moneyId, id, status: 'TS' } },
        status: {
          code: '200',
          message,
          result_code: 'ESB000010',
          response_code: 'DP00900001001',
          success: true,
        },
      },
    ]);
    expect((await enquire()).json.data).toEqual({
      transaction: { airtel_money_id: moneyId, id, message, status: 'TS' },
    });
    const expected = {
      id,
      clientId: testClient,
      phone: '254733123456',
      msisdn: '733123456',
      amount: 250,
      reference: 'Payout001',
      scenario: 'ordinary',
      outcome: { letters: 'TS', code: 'DP00900001001', message, receipt },
      amountMoved: 250,
      createdAt: '2026-10-15T09:34:00.000Z',
      enquiries: 1,
      repeats: 0,
    };
    expect(await disbursements('?phone=254733123456')).toEqual([expected]);
    expect(await disbursements('?phone=254733123457')).toEqual([]);
    expect(bench.received).toEqual([]);
  });

  it.each<[string, Change, string]>([
    ['the country code', { payee: { msisdn: '254733123456' } }, 'DP00900001013'],
    ['a number of letters', { payee: { msisdn: '73312345x' } }, 'DP00900001012'],
    ['a hyphen in the id', { transaction: { id: 'abcd-efgh' } }, 'DP00900001013'],
    ['no reference', { reference: undefined }, 'DP00900001013'],
    ['no PIN', { pin: undefined }, 'DP00900001013'],
    ['decimals', { transaction: { amount: 10.5 } }, 'DP00900001004'],
    ['nothing to pay', { transaction: { amount: 0 } }, 'DP00900001004'],
    ['too much', { transaction: { amount: 250_001 } }, 'DP00900001004'],
  ])('with %s is refused under HTTP 200', async (_what, change, code) => {
    bench = await startAirtelBench();
    const { status, json } = await disburse(change);
    expect([status, json.status]).toEqual([
      200,
      expect.objectContaining({ code: '400', response_code: code, success: false }),
    ]);
    expect(await disbursements()).toEqual([]);
  });

  it('tells a PIN that it cannot read from a wrong one', async () => {
    bench = await startAirtelBench();
    await bench.portal({ pin });
    const otherPadding = `\u0000\u0001${'x'.repeat(120)}\u0000${pin}x`;
    const unreadable = ['MTIzNA==', await encryptPin(otherPadding, constants.RSA_NO_PADDING)];
    for (const text of unreadable) {
      expect((await disburse({ pin: text })).json.status).toMatchObject({ response_code: 'ROUTER116', success: false });
    }
    const wrong = await disburse({ pin: await encryptPin('0000') });
    expect(wrong.json.status).toMatchObject({ response_code: 'ROUTER115', success: false });
    expect(await disbursements()).toEqual([]);
  });

  it('with an id that was used is refused in one of two codes, and pays once', async () => {
    bench = await startAirtelBench();
    await disburse();
    const codes = [await disburse(), await disburse()].map(({ json }) => (json.status as Json).response_code);
    expect(codes).toEqual(['DP00900001017', 'DP00900001011']);
    expect(await disbursements()).toMatchObject([{ amountMoved: 250, repeats: 2 }]);
  });

  it('may have the id of a collection, and another client may have its id', async () => {
    bench = await startAirtelBench();
    await bench.collect({ transaction: { id } });
    expect(lettersOf(await disburse())).toBe('TS');
    await bench.signIn('another');
    expect((await enquire()).json.status).toMatchObject({ response_code: 'DP00900001015' });
    expect(lettersOf(await disburse())).toBe('TS');
  });

  it('of version 2 wants a currency and a type, and its enquiry a type', async () => {
    bench = await startAirtelBench();
    const path = '/standard/v2/disbursements/';
    expect((await disburse({}, path)).json.status).toMatchObject({ response_code: 'DP00900001013' });
    const change = { payee: { currency: 'KES' }, transaction: { type: 'B2C' } };
    expect(lettersOf(await disburse(change, path))).toBe('TS');
    expect((await bench.read(`${path}${id}`)).json.status).toMatchObject({ response_code: 'DP00900001013' });
    expect(lettersOf(await bench.read(`${path}${id}?transactionType=B2C`))).toBe('TS');
  });

  it('needs its product, and is forgotten by a reset', async () => {
    bench = await startAirtelBench();
    await disburse();
    await bench.call('POST', '/admin/reset');
    expect(await disbursements()).toEqual([]);
    await bench.portal({ products: ['collection', 'encryption'] });
    expect((await disburse()).json.status).toMatchObject({ response_code: 'ROUTER001' });
  });
});

/** Sends the payout of a row and checks its answer. */
const expectAnswer = async ({ answer, result }: DisbursementScenario, send: () => Promise<Answer>): Promise<void> => {
  if (answer === 'cut' || answer === 'drop') {
    await expect(send()).rejects.toThrow();
    return;
  }
  const first = await send();
  if (typeof answer === 'object') {
    expect(first.status).toBe(answer.http);
    expect(first.json.status).toMatchObject({ message: answer.message, success: false });
    return;
  }
  switch (answer) {
    case 'gateway_page':
      expect(first.status).toBe(504);
      return;
    case 'unreadable_ack':
      expect([first.status, first.json]).toEqual([200, {}]);
      expect(first.text).not.toBe('');
      return;
    case 'bare':
      expect([first.status, first.text]).toEqual([200, '{}']);
      return;
    case 'token_once':
      expect([first.status, first.json.error]).toEqual([401, 'invalid_token']);
      await bench.signIn();
      expect(lettersOf(await send())).toBe('TS');
      return;
    case 'in_progress':
    case 'ambiguous':
      expect(lettersOf(first)).toBe(answer === 'ambiguous' ? 'TA' : 'TIP');
      return;
    default:
      expect([first.status, lettersOf(first)]).toEqual([200, disbursementResults[result].letters]);
      expect(first.json.status).toMatchObject({
        response_code: disbursementResults[result].code,
        success: result === 'paid',
      });
  }
};

describe('the magic table of payouts', () => {
  it.each(disbursementScenarios)('$phone: $title', async (scenario) => {
    bench = await startAirtelBench({ slowAckMs: 20 });
    const { isTaken, result, enquiry, phone } = scenario;
    await expectAnswer(scenario, () => disburse({ payee: { msisdn: phone.slice(3) } }));
    const isPaid = isTaken && result === 'paid';
    const [disbursement] = await disbursements();
    expect([disbursement === undefined, disbursement?.amountMoved ?? 0]).toEqual([!isTaken, isPaid ? 250 : 0]);
    const { letters } = disbursementResults[result];
    const expected = {
      truth: [letters, letters, letters],
      unknown_first: [undefined, undefined, letters],
      ti_first: ['TI', 'TI', letters],
      ta: ['TA', 'TA', 'TA'],
    };
    const said = [lettersOf(await enquire()), lettersOf(await enquire()), lettersOf(await enquire())];
    expect(said).toEqual(isTaken ? expected[enquiry] : [undefined, undefined, undefined]);
  });

  it('has phones that end in their number, repeats nothing, and plays every end', () => {
    for (const { phone, number } of disbursementScenarios) expect(phone).toBe(`2547330${number}`);
    for (const field of ['slug', 'phone', 'title'] as const) {
      expect(new Set(disbursementScenarios.map((row) => row[field])).size).toBe(disbursementScenarios.length);
    }
    const ends = new Set(disbursementScenarios.map(({ result }) => result));
    expect([...ends].sort()).toEqual(Object.keys(disbursementResults).sort());
    expect(ordinaryDisbursement.phone).toBe('');
  });
});
