import { afterEach, describe, expect, it } from 'vitest';
import type { Json } from '../test-client.ts';
import { parameterOf, parametersOf, requestPaths, type SecuredBench, startSecuredBench } from './test-bench.ts';

let bench: SecuredBench;
afterEach(() => bench.close());

const ask = async (change: Json = {}): Promise<Json> => (await bench.resultOf('balance', change)).result;

const rowsOf = (result: Json): string[][] =>
  String(parameterOf(result, 'AccountBalance'))
    .split('&')
    .map((account) => account.split('|'));

describe('POST /mpesa/accountbalance/v1/query', () => {
  it('is one text of accounts, with the payouts taken off', async () => {
    bench = await startSecuredBench();
    await bench.resultOf('payout', { Amount: 1000 });
    expect(rowsOf(await ask())).toEqual([
      ['Working Account', 'KES', '5000000.00', '5000000.00', '0.00', '0.00'],
      ['Float Account', 'KES', '0.00', '0.00', '0.00', '0.00'],
      ['Utility Account', 'KES', '4999000.00', '4999000.00', '0.00', '0.00'],
      ['Charges Paid Account', 'KES', '0.00', '0.00', '0.00', '0.00'],
      ['Organization Settlement Account', 'KES', '0.00', '0.00', '0.00', '0.00'],
    ]);
  });

  it('of a till is one merchant account', async () => {
    bench = await startSecuredBench();
    expect(rowsOf(await ask({ IdentifierType: '2' })).map(([name]) => name)).toEqual(['Merchant Account']);
  });

  it('its form is plain, and by magic has a negative account with a list of references, or a lone object', async () => {
    bench = await startSecuredBench();
    const [plain = {}, duplicates = {}, sparse = {}] = [
      await ask(),
      await ask({ Remarks: 'magic:form-duplicates' }),
      await ask({ Remarks: 'magic:form-sparse' }),
    ];
    expect([plain.ResultType, plain.ResultCode, sparse.ResultType, sparse.ResultCode]).toEqual([0, 0, '0', '0']);
    expect(plain.ReferenceData).toEqual({ ReferenceItem: expect.objectContaining({ Key: 'QueueTimeoutURL' }) });
    expect(parametersOf(plain).map(({ Key }) => Key)).toEqual(['AccountBalance', 'BOCompletedTime']);
    expect(parameterOf(plain, 'BOCompletedTime')).toEqual(expect.any(Number));
    expect([duplicates.ResultType, duplicates.ResultCode]).toEqual([0, 0]);
    expect(parameterOf(duplicates, 'BOCompletedTime')).toMatch(/^\d{14}$/);
    expect(parameterOf(duplicates, 'AccountBalance')).toContain('Charges Paid Account|KES|-1540.00|-1540.00|');
    expect(duplicates.ReferenceData).toEqual({ ReferenceItem: [expect.objectContaining({ Key: 'QueueTimeoutURL' })] });
    expect(sparse.ResultParameters).toEqual({
      ResultParameter: { Key: 'AccountBalance', Value: expect.stringContaining('Working Account|KES|') },
    });
  });

  it.each<[string, Json]>([
    ['Initiator', { Initiator: undefined }],
    ['SecurityCredential', { SecurityCredential: '' }],
    ['CommandID', { CommandID: 'Balance' }],
    ['PartyA', { PartyA: '1' }],
    ['IdentifierType', { IdentifierType: '' }],
    ['Remarks', { Remarks: undefined }],
    ['QueueTimeOutURL', { QueueTimeOutURL: undefined }],
    ['ResultURL', { ResultURL: undefined }],
  ])('refuses a bad %s: %j', async (field, change) => {
    bench = await startSecuredBench();
    const { status, json } = await bench.send('balance', change);
    expect([status, json.errorCode, json.errorMessage]).toEqual([400, '400.002.02', `Bad Request - Invalid ${field}`]);
  });

  it('a dead token gets the code of this product', async () => {
    bench = await startSecuredBench();
    const { status, json } = await bench.post(requestPaths.balance, {}, { authorization: 'Bearer gone' });
    expect([status, json.errorCode]).toEqual([401, '401.002.01']);
  });
});
