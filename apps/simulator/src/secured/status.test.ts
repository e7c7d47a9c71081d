import { afterEach, describe, expect, it } from 'vitest';
import { type Json, testShortcode as pushShortcode, until } from '../test-client.ts';
import { parameterOf, parametersOf, requestPaths, type SecuredBench, startSecuredBench } from './test-bench.ts';

let bench: SecuredBench;
afterEach(() => bench.close());

const parameterKeys = [
  'DebitPartyName',
  'CreditPartyName',
  'OriginatorConversationID',
  'InitiatedTime',
  'DebitAccountType',
  'DebitPartyCharges',
  'TransactionReason',
  'ReasonType',
  'TransactionStatus',
  'FinalisedTime',
  'Amount',
  'ConversationID',
  'ReceiptNo',
];
const badFields: [string, Json][] = [
  ['Initiator', { Initiator: '' }],
  ['SecurityCredential', { SecurityCredential: undefined }],
  ['CommandID', { CommandID: undefined, 'Command ID': 'TransactionStatusQuery' }],
  ['TransactionID', { TransactionID: undefined }],
  ['OriginalConversationID', { OriginalConversationID: 'x'.repeat(101) }],
  ['PartyA', { PartyA: 'x' }],
  ['IdentifierType', { IdentifierType: '11' }],
  ['Remarks', { Remarks: '' }],
  ['QueueTimeOutURL', { QueueTimeOutURL: 'ftp://example.com/' }],
  ['ResultURL', { ResultURL: 'https://example.com/query-result' }],
  ['Occasion', { Occasion: 5 }],
];

const askAbout = async (change: Json): Promise<Json> =>
  (await bench.resultOf('status', { TransactionID: undefined, ...change })).result;

const statusOf = async (change: Json) => parameterOf(await askAbout(change), 'TransactionStatus');

describe('POST /mpesa/transactionstatus/v1/query', () => {
  it('finds a payout by the id of the caller, by ConversationID and by receipt, under a placeholder of its own', async () => {
    bench = await startSecuredBench();
    const paid = (await bench.resultOf('payout', { OriginatorConversationID: 'ours-1', Amount: 120 })).result;
    const results = [
      await askAbout({ OriginalConversationID: 'ours-1' }),
      await askAbout({ OriginalConversationID: paid.ConversationID }),
      await askAbout({ TransactionID: paid.TransactionID }),
    ];
    for (const result of results) {
      expect(String(result.ResultCode)).toBe('0');
      expect(result.TransactionID).toMatch(/0{7}$/);
      expect(parameterOf(result, 'TransactionStatus')).toBe('Completed');
      expect(parameterOf(result, 'ReceiptNo')).toBe(paid.TransactionID);
      expect(parameterOf(result, 'ConversationID')).toBe(paid.ConversationID);
      expect(parameterOf(result, 'OriginatorConversationID')).toBe('ours-1');
      expect(String(parameterOf(result, 'Amount'))).toBe('120');
    }
  });

  it('finds a paid prompt by its receipt, with the customer on the debit side', async () => {
    bench = await startSecuredBench();
    const result = await askAbout({ TransactionID: await bench.collect() });
    expect(parameterOf(result, 'DebitPartyName')).toBe('254712345678 - WANJIKU KAMAU');
    expect(parameterOf(result, 'CreditPartyName')).toBe(`${pushShortcode} - SIMULATED MERCHANT`);
  });

  it('finds a reversal by its conversation, with the customer on the credit side', async () => {
    bench = await startSecuredBench();
    const TransactionID = await bench.collect();
    const reversed = (await bench.resultOf('reversal', { TransactionID, ReceiverParty: pushShortcode })).result;
    const result = await askAbout({ OriginalConversationID: reversed.ConversationID });
    expect(parameterOf(result, 'ReceiptNo')).toBe(reversed.TransactionID);
    expect(parameterOf(result, 'CreditPartyName')).toBe('254712345678 - WANJIKU KAMAU');
    expect(parameterOf(result, 'TransactionStatus')).toBe('Completed');
  });

  it.each([
    ['a failed payout', { Amount: 70001 }, 'Declined'],
    ['a payout that died in the queue', { Amount: 80034 }, 'Expired'],
    ['a payout without any result', { Amount: 80032 }, 'Completed'],
    ['a payout with a lost ack and a lost result', { Amount: 80027 }, 'Completed'],
  ])('says of %s what is true of it', async (_name, change, status) => {
    bench = await startSecuredBench();
    await bench.send('payout', { OriginatorConversationID: 'ours-1', ...change }).catch(() => undefined);
    await bench.after('payout', 0);
    await until(async () => (await bench.list('payout'))[0]?.settledAt !== null);
    expect(await statusOf({ OriginalConversationID: 'ours-1' })).toBe(status);
  });

  it('says Pending of a payout that has not been worked on', async () => {
    bench = await startSecuredBench({ delayMs: 600_000 });
    await bench.send('payout', { OriginatorConversationID: 'ours-1' });
    await bench.settings({ delayMs: 0 });
    const result = await askAbout({ OriginalConversationID: 'ours-1' });
    expect(parameterOf(result, 'TransactionStatus')).toBe('Pending');
    expect(parametersOf(result).map(({ Key }) => Key)).not.toContain('FinalisedTime');
    expect(parametersOf(result)).toContainEqual({ Key: 'ReceiptNo' });
  });

  it('knows nothing of ids that were never executed: R000002', async () => {
    bench = await startSecuredBench();
    await expect(bench.send('payout', { OriginatorConversationID: 'ours-1', Amount: 80035 })).rejects.toThrow();
    for (const change of [{ OriginalConversationID: 'ours-1' }, { TransactionID: 'UKK0000000' }]) {
      const result = await askAbout(change);
      expect([result.ResultCode, result.ResultParameters]).toEqual(['R000002', undefined]);
    }
  });

  it('its form is plain, and by magic has a repeated key, or values missing and codes as texts', async () => {
    bench = await startSecuredBench();
    const TransactionID = await bench.collect();
    const [plain = {}, duplicates = {}, sparse = {}, again = {}] = [
      await askAbout({ TransactionID }),
      await askAbout({ TransactionID, Occasion: 'Refund', Remarks: 'magic:form-duplicates' }),
      await askAbout({ TransactionID, Remarks: 'magic:form-sparse' }),
      await askAbout({ TransactionID }),
    ];
    const keys = (result: Json) => parametersOf(result).map(({ Key }) => Key);
    expect(keys(plain)).toEqual(parameterKeys);
    expect(keys(again)).toEqual(parameterKeys);
    expect(keys(duplicates).filter((key) => key === 'DebitPartyName')).toHaveLength(2);
    expect(keys(duplicates)).not.toContain('CreditPartyName');
    expect([plain.ResultType, plain.ResultCode, sparse.ResultType, sparse.ResultCode]).toEqual([0, 0, '0', '0']);
    for (const result of [plain, duplicates, sparse]) {
      expect(parametersOf(result)).toContainEqual({ Key: 'TransactionReason' });
    }
    expect(parametersOf(sparse)).toContainEqual({ Key: 'DebitPartyCharges' });
    expect([parameterOf(plain, 'Amount'), parameterOf(duplicates, 'Amount')]).toEqual([250, '250']);
    expect(parameterOf(plain, 'InitiatedTime')).toEqual(expect.any(Number));
    expect(parameterOf(sparse, 'InitiatedTime')).toMatch(/^\d{14}$/);
    expect(plain.ReferenceData).toEqual({ ReferenceItem: { Key: 'Occasion' } });
    expect(duplicates.ReferenceData).toEqual({ ReferenceItem: [{ Key: 'Occasion', Value: 'Refund' }] });
  });

  it.each(['Completed', 'Pending', 'Cancelled', 'Declined', 'Expired', 'Authorized', 'Initiated'])(
    'reports %s by magic, of a known receipt and of an invented one',
    async (status) => {
      bench = await startSecuredBench();
      const Remarks = `magic:status-${status.toLowerCase()}`;
      const TransactionID = await bench.collect();
      const known = await askAbout({ TransactionID, Remarks });
      expect(parameterOf(known, 'TransactionStatus')).toBe(status);
      expect(parameterOf(known, 'ReceiptNo')).toBe(TransactionID);
      expect(await statusOf({ TransactionID: 'UKK0UNKNOWN', Remarks })).toBe(status);
    },
  );

  it.each(badFields)('refuses a bad %s: %j', async (field, change) => {
    bench = await startSecuredBench();
    const { status, json } = await bench.send('status', change);
    expect([status, json.errorCode, json.errorMessage]).toEqual([400, '400.002.02', `Bad Request - Invalid ${field}`]);
  });

  it('takes a phone as PartyA', async () => {
    bench = await startSecuredBench();
    const change = { PartyA: '254712345678', IdentifierType: '1', OriginalConversationID: 'none' };
    expect((await askAbout(change)).ResultCode).toBe('R000002');
  });

  it('a dead token gets the code of this product', async () => {
    bench = await startSecuredBench();
    const { status, json } = await bench.post(requestPaths.status, {}, { authorization: 'Bearer gone' });
    expect([status, json.errorCode]).toEqual([400, '400.003.01']);
  });
});
