import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseResult } from './parse-result.ts';
import { readAccountBalances } from './read-account-balances.ts';
import { readReceipt } from './read-receipt.ts';
import { readTransaction } from './read-transaction.ts';

const bytes = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
const payout = {
  ResultType: 0,
  ResultCode: 0,
  ResultDesc: 'The service request is processed successfully.',
  OriginatorConversationID: 'ours-1',
  ConversationID: 'AG_20260301_1',
  TransactionID: 'TJK1A2B3C4',
  ResultParameters: {
    ResultParameter: [
      { Key: 'TransactionAmount', Value: 250 },
      { Key: 'TransactionReceipt', Value: 'TJK1A2B3C4' },
      { Key: 'ReceiverPartyPublicName', Value: '254712345678 - Jane Doe' },
    ],
  },
  ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: 'https://internal.example.com' } },
};
const parsed = (changes: object) => {
  const result = parseResult(bytes({ Result: { ...payout, ...changes } }));
  return result.ok ? result.value : undefined;
};

describe('a result', () => {
  it('gives ids, code and parameters, and is kept as it came', () => {
    expect(parseResult(bytes({ Result: payout }))).toEqual({
      ok: true,
      value: {
        final: true,
        outcome: 'success',
        isAlreadyReversed: false,
        resultCode: '0',
        resultDesc: 'The service request is processed successfully.',
        originatorConversationId: 'ours-1',
        conversationId: 'AG_20260301_1',
        transactionId: 'TJK1A2B3C4',
        parameters: [
          { key: 'TransactionAmount', value: 250 },
          { key: 'TransactionReceipt', value: 'TJK1A2B3C4' },
          { key: 'ReceiverPartyPublicName', value: '254712345678 - Jane Doe' },
        ],
        raw: payout,
      },
    });
  });

  it.each<[unknown, boolean]>([
    [0, true],
    ['0', true],
    [undefined, true],
    [null, true],
    [1, false],
    ['1', false],
    [2, false],
    [{}, false],
    [false, false],
  ])('of ResultType %j is final: %j', (ResultType, final) => {
    expect(parsed({ ResultType })?.final).toBe(final);
  });

  it.each<[unknown, string]>([
    [0, '0'],
    ['0', '0'],
    [2001, '2001'],
    ['R000001', 'R000001'],
    ['SFC_IC0003', 'SFC_IC0003'],
  ])('of ResultCode %j has code %j', (ResultCode, code) => {
    expect(parsed({ ResultCode })?.resultCode).toBe(code);
  });

  it.each<[unknown, string | null]>([
    ['TJK1A2B3C4', 'TJK1A2B3C4'],
    ['TJK1000000', 'TJK1000000'],
    ['OA90000000', null],
    ['TJ00000000', null],
    ['LGR00000000000', null],
    ['0000000000', null],
    ['0', null],
    [0, null],
    ['', null],
    [' ', null],
    [undefined, null],
    [{}, null],
    ['x'.repeat(65), null],
  ])('of TransactionID %j has receipt %j: zeros fill in where there is none', (TransactionID, expected) => {
    expect(parsed({ TransactionID })?.transactionId).toBe(expected);
  });

  it('keeps repeated keys in order, and missing values as null', () => {
    const list = [
      { Key: 'DebitPartyName', Value: 'first' },
      { Key: 'DebitPartyName', Value: 'second' },
      { Key: 'TransactionReason' },
      { Key: 'Flag', Value: true },
      { Key: 'Nested', Value: { a: 1 } },
      { Key: '', Value: 'no key' },
      { Value: 'no key' },
      null,
      'x',
    ];
    expect(parsed({ ResultParameters: { ResultParameter: list } })?.parameters).toEqual([
      { key: 'DebitPartyName', value: 'first' },
      { key: 'DebitPartyName', value: 'second' },
      { key: 'TransactionReason', value: null },
      { key: 'Flag', value: true },
      { key: 'Nested', value: null },
    ]);
  });

  it.each<[string, unknown, number]>([
    ['a lone object', { ResultParameter: { Key: 'Amount', Value: 5 } }, 1],
    ['an empty list', { ResultParameter: [] }, 0],
    ['no list', {}, 0],
    ['nothing', undefined, 0],
    ['a text', 'x', 0],
    ['more than anybody sends', { ResultParameter: Array(1_000).fill({ Key: 'k', Value: 1 }) }, 200],
  ])('with %s for parameters', (_name, ResultParameters, count) => {
    expect(parsed({ ResultParameters })?.parameters).toHaveLength(count);
  });

  it('does not care about the form of ReferenceData', () => {
    for (const ReferenceData of [{ ReferenceItem: [{ Key: 'a' }] }, { ReferenceItem: { Key: 'Occasion' } }, [], null]) {
      expect(parsed({ ReferenceData })).toMatchObject({ resultCode: '0', raw: { ReferenceData } });
    }
  });

  it('keeps nothing that no database takes', () => {
    const odd = 'a\u0000b\ud800';
    const result = parsed({
      ResultDesc: odd,
      Extra: [{ [odd]: odd }],
      ResultParameters: { ResultParameter: { Key: odd, Value: odd } },
    });
    expect(JSON.stringify(result)).not.toMatch(/\\u0000|\\ud800/);
    expect(result?.raw).toMatchObject({ Extra: [{ 'a b\ufffd': 'a b\ufffd' }] });
  });

  it('is cut off where it is nested absurdly deep', () => {
    const deep = parseResult(bytes(`{"Result":{"ResultCode":0,"Deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`));
    expect(deep.ok).toBe(true);
    expect(JSON.stringify(deep).length).toBeLessThan(1_000);
  });
});

describe('what cannot be read is said, not thrown', () => {
  it.each<[string, Uint8Array]>([
    ['nothing', bytes('')],
    ['no JSON', bytes('<xml/>')],
    ['an array', bytes([])],
    ['another callback', bytes({ Body: { stkCallback: {} } })],
    ['the original request, posted back when time ran out', bytes({ OriginatorConversationID: 'ours-1', Amount: 5 })],
    ['no code', bytes({ Result: { ...payout, ResultCode: undefined } })],
    ['a code that is an object', bytes({ Result: { ...payout, ResultCode: {} } })],
    ['a code of two zeros', bytes({ Result: { ...payout, ResultCode: '00' } })],
    ['broken UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
    ['too many bytes', bytes({ Result: { ...payout, ResultDesc: 'x'.repeat(100_001) } })],
    ['a deep nest', bytes('{"Result":'.repeat(9_000))],
  ])('%s', (_name, body) => {
    expect(parseResult(body)).toMatchObject({ ok: false, reason: expect.any(String) });
  });

  it('any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (body) => {
        expect(parseResult(body).ok).toBeTypeOf('boolean');
      }),
    );
  });

  it('any JSON in any place, and what is read obeys its type', () => {
    const names = Object.keys(payout) as (keyof typeof payout)[];
    const keys = ['AccountBalance', 'Amount', 'TransactionStatus', 'FinalisedTime', 'TransactionReceipt', 'ReceiptNo'];
    const parameter = fc.record({ Key: fc.constantFrom(...keys), Value: fc.jsonValue() });
    const changes = fc.dictionary(fc.constantFrom(...names), fc.jsonValue());
    fc.assert(
      fc.property(changes, fc.array(fc.oneof(parameter, fc.jsonValue())), fc.boolean(), (some, list, withList) => {
        const body = bytes({
          Result: { ...payout, ...some, ...(withList ? { ResultParameters: { ResultParameter: list } } : {}) },
        });
        const result = parseResult(body);
        if (!result.ok) return;
        expect(result.value.resultCode).not.toBe('');
        expect(result.value.transactionId ?? 'x').not.toBe('');
        expect(readReceipt(result.value) ?? 'x').not.toBe('');
        expect(readTransaction(result.value).answer.amount ?? '0').toMatch(/^\d+(\.\d{2,})?$/);
        for (const { available } of readAccountBalances(result.value)) expect(available).toMatch(/^-?\d+(\.\d{2,})?$/);
        expect(JSON.stringify(result)).not.toMatch(/\\u0000/);
      }),
    );
  });
});
