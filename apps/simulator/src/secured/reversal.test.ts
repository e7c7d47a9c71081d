import { afterEach, describe, expect, it } from 'vitest';
import { type Json, testShortcode as pushShortcode } from '../test-client.ts';
import { parameterOf, parametersOf, requestPaths, type SecuredBench, startSecuredBench } from './test-bench.ts';

let bench: SecuredBench;
afterEach(() => bench.close());

const parameterKeys = [
  'DebitAccountBalance',
  'Amount',
  'TransCompletedTime',
  'OriginalTransactionID',
  'Charge',
  'CreditPartyPublicName',
  'DebitPartyPublicName',
];
const badFields: [string, Json][] = [
  ['Initiator', { Initiator: undefined, InitiatorName: 'testapi' }],
  ['SecurityCredential', { SecurityCredential: 'x' }],
  ['CommandID', { CommandID: 'Reversal' }],
  ['TransactionID', { TransactionID: '' }],
  ['Amount', { Amount: 0 }],
  ['ReceiverParty', { ReceiverParty: 'merchant' }],
  ['RecieverIdentifierType', { RecieverIdentifierType: '4' }],
  ['RecieverIdentifierType', { RecieverIdentifierType: undefined, ReceiverIdentifierType: '11' }],
  ['Remarks', { Remarks: 'x' }],
  ['QueueTimeOutURL', { QueueTimeOutURL: 'nowhere' }],
  ['ResultURL', { ResultURL: '' }],
  ['Occasion', { Occasion: 'x'.repeat(101) }],
];

const reverse = (TransactionID: unknown, change: Json = {}) =>
  bench.resultOf('reversal', { TransactionID, ReceiverParty: pushShortcode, ...change });

describe('POST /mpesa/reversal/v1/request', () => {
  it('reverses a paid prompt under a receipt of its own, and never twice', async () => {
    bench = await startSecuredBench();
    const receipt = await bench.collect();
    const { result } = await reverse(receipt);
    expect(result.ResultCode).toBe(0);
    expect(result.TransactionID).toMatch(/^[A-Z0-9]{10}$/);
    expect(result.TransactionID).not.toBe(receipt);
    expect(parametersOf(result).map(({ Key }) => Key)).toEqual(parameterKeys);
    expect(parameterOf(result, 'OriginalTransactionID')).toBe(receipt);
    expect(parameterOf(result, 'Amount')).toBe(250);
    expect(parameterOf(result, 'DebitAccountBalance')).toMatch(
      /^Utility Account\|KES\|4999750\.00\|4999750\.00\|0\.00\|0\.00$/,
    );
    expect((await reverse(receipt)).result.ResultCode).toBe('R000001');
    expect((await bench.list('reversal')).map(({ outcome }) => outcome?.resultCode)).toEqual(['R000001', 0]);
  });

  it('makes its own OriginatorConversationID', async () => {
    bench = await startSecuredBench();
    const { status, json } = await bench.send('reversal', { OriginatorConversationID: 'ours' });
    expect(status).toBe(200);
    expect(json.OriginatorConversationID).not.toBe('ours');
    await bench.after('reversal', 1);
  });

  it('knows no foreign receipt, no payout and no reversal: R000002', async () => {
    bench = await startSecuredBench();
    const paidOut = (await bench.resultOf('payout')).result.TransactionID;
    const collected = await bench.collect();
    const reversed = (await reverse(collected, { Amount: 100 })).result.TransactionID;
    for (const receipt of ['UKK0UNKNOWN', paidOut, reversed]) {
      expect((await reverse(receipt)).result.ResultCode).toBe('R000002');
    }
    const other = await bench.collect();
    expect((await reverse(other, { ReceiverParty: '600999' })).result.ResultCode).toBe('R000002');
    expect(Number((await reverse(other, { Amount: 251 })).result.ResultCode)).toBe(25);
    expect(Number((await reverse(other)).result.ResultCode)).toBe(0);
  });

  it('of two reversals at once one succeeds and one finds it reversed', async () => {
    bench = await startSecuredBench();
    const TransactionID = await bench.collect();
    const send = () => bench.send('reversal', { TransactionID, ReceiverParty: pushShortcode });
    await Promise.all([send(), send()]);
    await bench.after('reversal', 1);
    const codes = (await bench.list('reversal')).map(({ outcome }) => String(outcome?.resultCode));
    expect(codes.sort()).toEqual(['0', 'R000001']);
  });

  it.each(badFields)('refuses a bad %s: %j', async (field, change) => {
    bench = await startSecuredBench();
    const { status, json } = await bench.send('reversal', change);
    expect([status, json.errorCode, json.errorMessage]).toEqual([400, '400.002.02', `Bad Request - Invalid ${field}`]);
  });

  it('its form is plain, and by magic has the time as a text and a list of references, or codes as texts', async () => {
    bench = await startSecuredBench();
    const results: Json[] = [];
    for (const Remarks of ['Returned', 'magic:form-duplicates', 'magic:form-sparse', 'Returned again']) {
      results.push((await reverse(await bench.collect(), { Remarks })).result);
    }
    const times = results.map((result) => typeof parameterOf(result, 'TransCompletedTime'));
    expect(times).toEqual(['number', 'string', 'number', 'number']);
    const lists = results.map(({ ReferenceData }) => Array.isArray((ReferenceData as Json).ReferenceItem));
    expect(lists).toEqual([false, true, false, false]);
    expect(results.map(({ ResultCode }) => ResultCode)).toEqual([0, 0, '0', 0]);
  });

  it('a dead token gets the code of this product', async () => {
    bench = await startSecuredBench();
    const { status, json } = await bench.post(requestPaths.reversal, {}, { authorization: 'Bearer gone' });
    expect([status, json.errorCode]).toEqual([404, '404.001.03']);
  });
});
