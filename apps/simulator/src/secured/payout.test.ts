import { afterEach, describe, expect, it } from 'vitest';
import { type Json, passwordOf, until } from '../test-client.ts';
import {
  parameterOf,
  parametersOf,
  requestPaths,
  type SecuredBench,
  startSecuredBench,
  testCredential,
  testPhone,
  testShortcode,
} from './test-bench.ts';

let bench: SecuredBench;
afterEach(() => bench.close());

const badFields: [string, Json][] = [
  ['OriginatorConversationID', { OriginatorConversationID: '' }],
  ['OriginatorConversationID', { OriginatorConversationID: 'x'.repeat(101) }],
  ['InitiatorName', { InitiatorName: undefined, Initiator: 'testapi' }],
  ['SecurityCredential', { SecurityCredential: 'Safaricom999!*!' }],
  ['SecurityCredential', { SecurityCredential: Buffer.alloc(128).toString('base64') }],
  ['SecurityCredential', { SecurityCredential: `${testCredential}\n` }],
  ['CommandID', { CommandID: 'TransactionReversal' }],
  ['Amount', { Amount: 0 }],
  ['Amount', { Amount: '10.50' }],
  ['Amount', { Amount: 10.5 }],
  ['PartyA', { PartyA: testPhone }],
  ['PartyB', { PartyB: 'someone' }],
  ['Remarks', { Remarks: 'x' }],
  ['Remarks', { Remarks: 'x'.repeat(101) }],
  ['QueueTimeOutURL', { QueueTimeOutURL: 'https://example.com/sql' }],
  ['ResultURL', { ResultURL: 'https://Example.com/result' }],
  ['Occassion', { Occassion: 'x'.repeat(101) }],
];

describe('POST /mpesa/b2c/v3/paymentrequest', () => {
  it('acks with four fields and echoes the caller id, then posts a result that is byte for byte of the real form', async () => {
    bench = await startSecuredBench({ now: () => Date.UTC(2026, 9, 15, 14, 30, 12) });
    const answer = await bench.send('payout', { OriginatorConversationID: 'ours-1', Amount: '1500' });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      ConversationID: expect.stringMatching(/^AG_20261015_[0-9a-f]{20}$/),
      OriginatorConversationID: 'ours-1',
      ResponseCode: '0',
      ResponseDescription: expect.any(String),
    });
    const receipt = (await bench.after('payout', 1)).outcome?.receipt;
    expect(receipt).toMatch(/^UJF[A-Z0-9]{7}$/);
    expect(bench.posted()[0]?.text).toBe(
      '{"Result":{"ResultType":0,"ResultCode":0,"ResultDesc":"The service request is processed successfully.",' +
        `"OriginatorConversationID":"ours-1","ConversationID":"${answer.json.ConversationID}",` +
        `"TransactionID":"${receipt}","ResultParameters":{"ResultParameter":[` +
        `{"Key":"TransactionAmount","Value":1500},{"Key":"TransactionReceipt","Value":"${receipt}"},` +
        '{"Key":"B2CRecipientIsRegisteredCustomer","Value":"Y"},' +
        '{"Key":"B2CChargesPaidAccountAvailableFunds","Value":0.00},' +
        '{"Key":"ReceiverPartyPublicName","Value":"254712345678 - WANJIKU KAMAU"},' +
        '{"Key":"TransactionCompletedDateTime","Value":"15.10.2026 17:30:12"},' +
        '{"Key":"B2CUtilityAccountAvailableFunds","Value":4998500.00},' +
        '{"Key":"B2CWorkingAccountAvailableFunds","Value":5000000.00}]},' +
        '"ReferenceData":{"ReferenceItem":{"Key":"QueueTimeoutURL",' +
        '"Value":"http://internalapi.safaricom.co.ke/mpesa/b2cresults/v1/submit"}}}}',
    );
  });

  it('a failure has no ResultParameters, and a placeholder that ends in zeros for its TransactionID', async () => {
    bench = await startSecuredBench();
    const { result } = await bench.resultOf('payout', { Amount: 70001 });
    expect(Object.keys(result)).toEqual([
      'ResultType',
      'ResultCode',
      'ResultDesc',
      'OriginatorConversationID',
      'ConversationID',
      'TransactionID',
      'ReferenceData',
    ]);
    expect(result.TransactionID).toMatch(/^[A-Z0-9]{3}0{7}$/);
  });

  it.each(badFields)('refuses a bad %s: %j', async (field, change) => {
    bench = await startSecuredBench();
    const { status, json } = await bench.send('payout', change);
    expect([status, json]).toEqual([
      400,
      { requestId: expect.any(String), errorCode: '400.002.02', errorMessage: `Bad Request - Invalid ${field}` },
    ]);
    expect(await bench.list('payout')).toEqual([]);
  });

  it.each([
    [1, 2],
    [9, 2],
    [10, 0],
    [250_000, 0],
    [250_001, 3],
  ])('an amount of %i ends in %i, in the result and not in the answer', async (Amount, code) => {
    bench = await startSecuredBench();
    expect((await bench.resultOf('payout', { Amount })).result.ResultCode).toBe(code);
  });

  it('a number that is no Kenyan phone ends in SFC_IC0003', async () => {
    bench = await startSecuredBench();
    expect((await bench.resultOf('payout', { PartyB: '254812345678' })).result.ResultCode).toBe('SFC_IC0003');
  });

  it('checks the token before the body, with the codes of this product', async () => {
    bench = await startSecuredBench();
    const none = await bench.call('POST', requestPaths.payout, { headers: { 'content-type': 'application/json' } });
    expect([none.status, none.json.errorCode]).toEqual([404, '404.001.04']);
    const dead = await bench.post(requestPaths.payout, '{', { authorization: 'Bearer gone' });
    expect([dead.status, dead.json.errorCode]).toEqual([401, '401.002.01']);
    const broken = await bench.post(requestPaths.payout, '{');
    expect([broken.status, broken.json.errorCode]).toEqual([400, '400.002.05']);
  });

  it('pays one id once, however many requests carry it at the same time', async () => {
    bench = await startSecuredBench({ checkCredential: false });
    const body = bench.body('payout');
    const answers = await Promise.all(Array.from({ length: 20 }, () => bench.post(requestPaths.payout, body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 500);
    expect(refused).toHaveLength(19);
    expect(refused[0]?.json).toEqual({
      requestId: expect.any(String),
      errorCode: '500.002.1001',
      errorMessage: 'Duplicate OriginatorConversationID',
    });
    await bench.after('payout', 1);
    expect(await bench.list('payout')).toHaveLength(1);
    expect(bench.posted()).toHaveLength(1);
  });

  it('takes each payout from the utility account and each collection into the working account', async () => {
    bench = await startSecuredBench();
    await bench.collect({
      BusinessShortCode: testShortcode,
      PartyB: testShortcode,
      Password: passwordOf(testShortcode),
      Amount: 40,
    });
    await bench.resultOf('payout', { Amount: 100 });
    const { result } = await bench.resultOf('payout', { Amount: 50 });
    expect(parameterOf(result, 'B2CUtilityAccountAvailableFunds')).toBe(4_999_850);
    expect(parameterOf(result, 'B2CWorkingAccountAvailableFunds')).toBe(5_000_040);
    expect(parametersOf(result)).toHaveLength(8);
  });

  it('tells nobody about a result while callbacks are lost, and pays all the same', async () => {
    bench = await startSecuredBench({ loseCallbacks: true });
    await bench.send('payout');
    const view = await bench.after('payout', 1);
    expect([view.state, view.results[0]?.status]).toEqual(['settled', 'lost']);
    expect(bench.posted()).toEqual([]);
  });

  it('waits delayMs before the result, and a reset drops it', async () => {
    bench = await startSecuredBench({ delayMs: 600_000 });
    const body = bench.body('payout');
    await bench.post(requestPaths.payout, body);
    expect((await bench.list('payout'))[0]).toMatchObject({ state: 'waiting', outcome: null, results: [] });
    expect((await bench.call('POST', '/admin/reset')).json).toEqual({ ok: true });
    expect(await bench.list('payout')).toEqual([]);
    expect((await bench.post(requestPaths.payout, body)).status).toBe(200);
  });

  it('a merchant that answers with more than anyone reads is a delivery like any other', async () => {
    bench = await startSecuredBench();
    bench.listener.answer(() => ({ status: 200, body: 'x'.repeat(200_000) }));
    await bench.send('payout');
    expect((await bench.after('payout', 1)).results[0]).toMatchObject({ status: 'delivered', httpStatus: 200 });
    await until(() => bench.posted().length === 1);
  });
});

describe('POST /mpesa/b2c/v1/paymentrequest', () => {
  const path = '/mpesa/b2c/v1/paymentrequest';
  const oldBody = (change: Json = {}) =>
    bench.body('payout', { OriginatorConversationID: undefined, Occassion: undefined, ...change });

  it.each(['Occasion', 'Occassion'])('pays out without an id of the caller, with its %s', async (spelling) => {
    bench = await startSecuredBench();
    const { status, json } = await bench.post(path, oldBody({ [spelling]: 'Wages' }));
    expect(status).toBe(200);
    expect(json.OriginatorConversationID).toMatch(/^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{16}$/);
    const paid = await bench.after('payout', 1);
    expect(paid).toMatchObject({ conversationId: json.ConversationID, occasion: 'Wages', outcome: { resultCode: 0 } });
  });

  it('makes an id of its own for each request, and never takes one for a duplicate', async () => {
    bench = await startSecuredBench();
    const ids = new Set<unknown>();
    for (let times = 0; times < 2; times += 1) {
      ids.add((await bench.post(path, oldBody({ OriginatorConversationID: 'ours' }))).json.OriginatorConversationID);
    }
    expect(ids.size).toBe(2);
    expect(ids).not.toContain('ours');
  });

  it.each<[string, Json]>([
    ['InitiatorName', { InitiatorName: undefined, Initiator: 'testapi' }],
    ['PartyB', { PartyB: 'someone' }],
    ['Occasion', { Occasion: 'x'.repeat(101) }],
  ])('refuses a bad %s: %j', async (field, change) => {
    bench = await startSecuredBench();
    const { status, json } = await bench.post(path, oldBody(change));
    expect([status, json.errorMessage]).toEqual([400, `Bad Request - Invalid ${field}`]);
  });
});
