import { afterEach, describe, expect, it } from 'vitest';
import type { Json } from '../test-client.ts';
import { parameterOf, parametersOf, requestPaths, type SecuredBench, startSecuredBench } from './test-bench.ts';

let bench: SecuredBench;
afterEach(() => bench.close());

const parameterKeys = [
  'InitiatorAccountCurrentBalance',
  'DebitAccountCurrentBalance',
  'Amount',
  'DebitPartyAffectedAccountBalance',
  'TransCompletedTime',
  'DebitPartyCharges',
  'ReceiverPartyPublicName',
  'Currency',
];

describe('POST /mpesa/b2b/v1/paymentrequest', () => {
  it('acks, moves the money, and posts a result whose reference data is a list', async () => {
    bench = await startSecuredBench();
    const { result } = await bench.resultOf('b2b', { AccountReference: 'INV-7' });
    expect([result.ResultType, result.ResultCode]).toEqual([0, 0]);
    expect(parametersOf(result).map(({ Key }) => Key)).toEqual(parameterKeys);
    expect(parameterOf(result, 'Amount')).toBe(250);
    expect(parameterOf(result, 'ReceiverPartyPublicName')).toBe('600999 - SIMULATED MERCHANT');
    expect(parameterOf(result, 'DebitPartyAffectedAccountBalance')).toContain('Working Account|KES|4999750.00|');
    expect(result.ReferenceData).toEqual({
      ReferenceItem: [
        { Key: 'BillReferenceNumber', Value: 'INV-7' },
        { Key: 'QueueTimeoutURL', Value: expect.stringContaining('b2bresults') },
      ],
    });
    const [received] = [(await bench.resultOf('balance', { PartyA: '600999' })).result];
    expect(parameterOf(received, 'AccountBalance')).toContain('Working Account|KES|5000250.00|');
    const [listed] = await bench.list('b2b');
    expect(listed).toMatchObject({
      operation: 'b2b',
      receiver: '600999',
      amount: 250,
      accountReference: 'INV-7',
      state: 'settled',
    });
  });

  it('is found by a status inquiry, with the receiving organization on the credit side', async () => {
    bench = await startSecuredBench();
    const paid = (await bench.resultOf('b2b')).result;
    for (const by of [{ TransactionID: paid.TransactionID }, { OriginalConversationID: paid.ConversationID }]) {
      const { result } = await bench.resultOf('status', { TransactionID: undefined, ...by });
      expect(parameterOf(result, 'ReceiptNo')).toBe(paid.TransactionID);
      expect(parameterOf(result, 'CreditPartyName')).toBe('600999 - SIMULATED MERCHANT');
    }
  });

  it('plays the magic rows by its remarks', async () => {
    bench = await startSecuredBench();
    expect((await bench.resultOf('b2b', { Remarks: 'magic:throttled' })).result.ResultCode).toBe(100000002);
    expect((await bench.send('b2b', { Remarks: 'magic:quota' })).json.errorCode).toBe('500.003.03');
  });

  it.each<[string, Json]>([
    ['Initiator', { Initiator: undefined, InitiatorName: 'testapi' }],
    ['SecurityCredential', { SecurityCredential: 'x' }],
    ['CommandID', { CommandID: '' }],
    ['SenderIdentifierType', { SenderIdentifierType: '11' }],
    ['RecieverIdentifierType', { RecieverIdentifierType: undefined, ReceiverIdentifierType: '4' }],
    ['Amount', { Amount: 0 }],
    ['PartyA', { PartyA: '254712345678' }],
    ['PartyB', { PartyB: '254712345678' }],
    ['AccountReference', { AccountReference: 'x'.repeat(21) }],
    ['Remarks', { Remarks: '' }],
    ['QueueTimeOutURL', { QueueTimeOutURL: undefined }],
    ['ResultURL', { ResultURL: undefined }],
  ])('refuses a bad %s: %j', async (field, change) => {
    bench = await startSecuredBench();
    const { status, json } = await bench.send('b2b', change);
    expect([status, json.errorCode, json.errorMessage]).toEqual([400, '400.002.02', `Bad Request - Invalid ${field}`]);
  });

  it('a dead token gets the code of this product', async () => {
    bench = await startSecuredBench();
    const { status, json } = await bench.post(requestPaths.b2b, {}, { authorization: 'Bearer gone' });
    expect([status, json.errorCode]).toEqual([401, '401.002.01']);
  });
});
