import type { AsyncResult } from '@tillgate/domain';
import { describe, expect, it } from 'vitest';
import { signedAmountText } from '../kit/amount-text.ts';
import { judgeResult } from './judge-result.ts';
import { isoTime } from './provider-time.ts';
import { readAccountBalances } from './read-account-balances.ts';
import { readPayee } from './read-payee.ts';
import { readReceipt } from './read-receipt.ts';
import { readTransaction } from './read-transaction.ts';

type Pair = [string, AsyncResult['parameters'][number]['value']];
const result = (pairs: Pair[], changes: Partial<AsyncResult> = {}): AsyncResult => ({
  final: true,
  outcome: 'success',
  isAlreadyReversed: false,
  resultCode: '0',
  resultDesc: '',
  originatorConversationId: null,
  conversationId: null,
  transactionId: null,
  parameters: pairs.map(([key, value]) => ({ key, value })),
  raw: {},
  ...changes,
});
const balances = (text: string | number | null) => readAccountBalances(result([['AccountBalance', text]]));

describe('a transaction status', () => {
  it('is read whole', () => {
    const pairs: Pair[] = [
      ['DebitPartyName', '600310 - Duka'],
      ['DebitPartyName', '600310 - Duka again'],
      ['CreditPartyName', '254712345678 - Jane Doe'],
      ['OriginatorConversationID', '3211-416020-3'],
      ['InitiatedTime', 20260301123012],
      ['DebitAccountType', 'Utility Account'],
      ['DebitPartyCharges', 'Fee For B2C Payment|KES|22.40'],
      ['TransactionReason', null],
      ['ReasonType', 'Business Payment to Customer via API'],
      ['TransactionStatus', 'Completed'],
      ['FinalisedTime', '20260301123015'],
      ['Amount', '300.00'],
      ['ReceiptNo', 'TJK1A2B3C4'],
    ];
    expect(readTransaction(result(pairs)).answer).toEqual({
      transactionStatus: 'Completed',
      amount: '300',
      receipt: 'TJK1A2B3C4',
      initiatedAt: '2026-03-01T12:30:12+03:00',
      completedAt: '2026-03-01T12:30:15+03:00',
      debitParty: '600310 - Duka',
      creditParty: '254712345678 - Jane Doe',
      reason: null,
    });
  });

  it('is null where nothing is told', () => {
    const nothing = {
      transactionStatus: null,
      amount: null,
      receipt: null,
      initiatedAt: null,
      completedAt: null,
      debitParty: null,
      creditParty: null,
      reason: null,
    };
    expect(readTransaction(result([])).answer).toEqual(nothing);
    const names = ['TransactionStatus', 'Amount', 'ReceiptNo', 'InitiatedTime', 'FinalisedTime', 'DebitPartyName'];
    expect(readTransaction(result(names.map((name) => [name, ' ']))).answer).toEqual(nothing);
  });

  it('takes the first of a name that has a value', () => {
    const pairs: Pair[] = [
      ['Amount', null],
      ['Amount', ''],
      ['Amount', 12.5],
      ['Amount', 99],
    ];
    expect(readTransaction(result(pairs)).answer.amount).toBe('12.50');
  });

  it('does not mistake a placeholder for a receipt', () => {
    expect(readTransaction(result([['ReceiptNo', 'OA90000000']])).answer.receipt).toBeNull();
  });
});

describe('what an answer says of a transaction', () => {
  it.each([
    ['Completed', 'success', '0'],
    ['completed ', 'success', '0'],
    ['Cancelled', 'failed', 'Cancelled'],
    ['canceled', 'failed', 'canceled'],
    ['Declined', 'failed', 'Declined'],
    ['Expired', 'failed', 'Expired'],
    ['Failed', 'failed', 'Failed'],
    ['REJECTED', 'failed', 'REJECTED'],
    ['Pending', 'open', 'Pending'],
    ['Authorized', 'open', 'Authorized'],
    ['Reversed', 'open', 'Reversed'],
    ['a word that nobody knows', 'open', 'a word that nobody knows'],
    ['constructor', 'open', 'constructor'],
    [null, 'open', ''],
  ])('%s is %s', (word, outcome, code) => {
    const { fact } = readTransaction(result([['TransactionStatus', word]]));
    expect(fact).toEqual({
      outcome,
      code,
      text: `The provider says: ${word?.trim() ?? ''}.`,
      receipt: null,
      amount: null,
    });
  });

  it('has the reason, the amount and the receipt that it names', () => {
    const pairs: Pair[] = [
      ['TransactionStatus', 'Failed'],
      ['TransactionReason', ' No money '],
      ['Amount', 100],
      ['ReceiptNo', 'TJK1A2B3C4'],
    ];
    const { fact } = readTransaction(result(pairs));
    expect(fact).toMatchObject({ text: 'No money', amount: '100', receipt: 'TJK1A2B3C4' });
  });

  it.each([
    ['Reversed', true],
    ['reversed', true],
    ['Completed', false],
    ['Failed', false],
    [null, false],
  ])('%s: its money went back: %s', (word, isReversed) => {
    expect(readTransaction(result([['TransactionStatus', word]])).isReversed).toBe(isReversed);
  });
});

describe('what a result says of its operation', () => {
  it.each([
    ['0', 'success', false],
    ['1', 'failed', false],
    ['SFC_IC0003', 'failed', false],
    ['R000001', 'failed', true],
    // The first request under the id decides; the provider will go on by itself.
    ['15', 'open', false],
    ['100000000', 'open', false],
  ])('%s is %s', (code, outcome, isAlreadyReversed) => {
    expect(judgeResult(code)).toEqual({ outcome, isAlreadyReversed });
  });
});

describe('a time of the provider', () => {
  it.each<[unknown, string | null]>([
    ['20261015173012', '2026-10-15T17:30:12+03:00'],
    [20261015173012, '2026-10-15T17:30:12+03:00'],
    ['15.10.2026 17:30:12', '2026-10-15T17:30:12+03:00'],
    [' 15.10.2026 17:30:12 ', '2026-10-15T17:30:12+03:00'],
    ['20240229000000', '2024-02-29T00:00:00+03:00'],
    ['20230229000000', null],
    ['31.04.2026 10:00:00', null],
    ['20261315173012', null],
    ['20261015243012', null],
    ['20261015176012', null],
    ['2026101517301', null],
    ['2026-10-15T17:30:12', null],
    ['', null],
    [null, null],
    [true, null],
    [Number.NaN, null],
  ])('%j is %j', (value, expected) => {
    expect(isoTime(value)).toBe(expected);
  });
});

describe('account balances', () => {
  it('are read in order, with their columns', () => {
    const text =
      'Working Account|KES|700000.00|700000.00|0.00|0.00&Float Account|KES|0.00|0.00|0.00|0.00&Charges Paid Account|KES|-1540.50|-1540.50|0.00|0.00';
    expect(balances(text)).toEqual([
      {
        name: 'Working Account',
        currency: 'KES',
        available: '700000',
        current: '700000',
        reserved: '0',
        uncleared: '0',
      },
      { name: 'Float Account', currency: 'KES', available: '0', current: '0', reserved: '0', uncleared: '0' },
      {
        name: 'Charges Paid Account',
        currency: 'KES',
        available: '-1540.50',
        current: '-1540.50',
        reserved: '0',
        uncleared: '0',
      },
    ]);
  });

  it('have null for columns that are missing or no numbers', () => {
    expect(balances('Utility Account|KES|10.05')).toEqual([
      { name: 'Utility Account', currency: 'KES', available: '10.05', current: null, reserved: null, uncleared: null },
    ]);
    expect(balances('A|KES|1|x||2|3|4')).toEqual([
      { name: 'A', currency: 'KES', available: '1', current: null, reserved: null, uncleared: '2' },
    ]);
  });

  it.each([
    ['1,046,713.00', '1046713'],
    ['-1,046.50', '-1046.50'],
    ['1,5', null],
    ['1,04,713.00', null],
    ['1.046.713,00', null],
    ['x', null],
    ['', null],
  ])('of an account with the sum %j has %j', (sum, available) => {
    expect(balances(`Working Account|KES|${sum}|0.00|0.00|0.00`)).toMatchObject([
      { name: 'Working Account', available, current: '0' },
    ]);
  });

  it.each<[string, string | number | null, string[]]>([
    ['nothing', null, []],
    ['an empty text', '', []],
    ['a number', 5, []],
    ['a text without accounts', 'hello', []],
    ['rows without a number, and without a name', 'A|KES&|KES|5&B|KES|x&C|KES|7&', ['A', 'B', 'C']],
    ['more accounts than anybody has', 'A|KES|1&'.repeat(500), Array(50).fill('A')],
  ])('of %s', (_name, text, names) => {
    expect(balances(text).map((account) => account.name)).toEqual(names);
  });

  it.each([
    ['-12.50', '-12.50'],
    ['-0.00', '0'],
    ['0012.5', '12.50'],
    ['--5', null],
    ['- 5', null],
    ['+5', null],
    ['-', null],
    ['', null],
    ['1e3', null],
  ])('the sum %j is %j', (text, expected) => {
    expect(signedAmountText(text)).toBe(expected);
  });
});

describe('the receipt of a result', () => {
  it.each<[string, Pair[], string | null, string | null]>([
    ['a payout', [['TransactionReceipt', 'TJKPAYOUT1']], 'TJKRESULT1', 'TJKPAYOUT1'],
    ['a transaction status', [['ReceiptNo', 'TJKSTATUS1']], null, 'TJKSTATUS1'],
    [
      'a reversal: its own, not the one reversed',
      [['OriginalTransactionID', 'TJKOLD0001']],
      'TJKRESULT1',
      'TJKRESULT1',
    ],
    ['one with a placeholder', [['TransactionReceipt', 'OA90000000']], 'TJKRESULT1', 'TJKRESULT1'],
    ['nothing', [], null, null],
  ])('of %s', (_name, pairs, transactionId, expected) => {
    expect(readReceipt(result(pairs, { transactionId }))).toBe(expected);
  });

  it.each<[string, Pair[], string | null]>([
    ['that names a transaction is none', [], null],
    ['that names the reversed payment is none', [['OriginalTransactionID', 'TJKOLD0001']], null],
    ['with a placeholder is none', [['TransactionReceipt', 'OA90000000']], null],
    ['that tells a receipt is that receipt', [['TransactionReceipt', 'TJKPAYOUT1']], 'TJKPAYOUT1'],
  ])('of a failure %s', (_name, pairs, expected) => {
    expect(readReceipt(result(pairs, { resultCode: '2001', transactionId: 'TJKRESULT1' }))).toBe(expected);
  });
});

it.each<[Pair[], string | null]>([
  [[['ReceiverPartyPublicName', '254712345678 - JANE DOE']], '254712345678 - JANE DOE'],
  [[['ReceiverPartyPublicName', ' ']], null],
  [[['ReceiverPartyPublicName', null]], null],
  [[['CreditPartyPublicName', '254712345678 - JANE DOE']], null],
  [[], null],
])('a payout with %j paid %j', (pairs, payee) => {
  expect(readPayee(result(pairs))).toBe(payee);
});
