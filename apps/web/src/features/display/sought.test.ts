import { receiptIn } from '@tillgate/domain';
import { describe, expect, it } from 'vitest';
import { readReceipt, soughtOf } from './sought.ts';

describe('a receipt is found in what a customer shows', () => {
  it.each([
    ['TKU7AB12CD', 'TKU7AB12CD'],
    [' tku7ab12cd\n', 'TKU7AB12CD'],
    ['TKU7AB12CD Confirmed. Ksh450.00 sent to MAMA MBOGA for account 7 on 29/11/26 at 4:46 PM.', 'TKU7AB12CD'],
    ['TKU7AB12CD Imethibitishwa. Ksh450.00 imetumwa kwa 0712345678', 'TKU7AB12CD'],
    // Without a digit.
    ['UKTQWERTYZ', 'UKTQWERTYZ'],
    ['uktqwertyz confirmed. Ksh450.00 paid', 'UKTQWERTYZ'],
    ['0712345678', undefined],
    ['CONFIRMING', undefined],
    ['UKXQWERTYZ', undefined],
    ['TKU7', undefined],
    ['', undefined],
  ])('%s', (text, receipt) => {
    expect(readReceipt(text)).toBe(receipt);
    expect(receiptIn(text.toUpperCase())).toBe(receipt);
  });
});

it.each([
  [{ receipt: 'tku7ab12cd', phone: '0712345678', amount: 450 }, { receipt: 'TKU7AB12CD' }],
  [{ receipt: 'hello', phone: '0712345678', amount: 450 }, 'noReceipt'],
  [
    { receipt: ' ', phone: '0712 345 678', amount: 450 },
    { phone: '0712 345 678', amount: 450 },
  ],
  [{ receipt: '', phone: '0712', amount: 450 }, 'nothing'],
  [{ receipt: '', phone: '0712345678', amount: undefined }, 'nothing'],
] as const)('looks for the receipt first: %j', (typed, sought) => {
  expect(soughtOf(typed)).toEqual(sought);
});
