import { describe, expect, it } from 'vitest';
import { receiptIn } from './receipt.ts';

describe('the receipt in a text', () => {
  it.each([
    ['TKU7AB12CD', 'TKU7AB12CD'],
    ['TKU7AB12CD Confirmed. Ksh450.00 sent to MAMA MBOGA for account 7 on 29/11/26 at 4:46 PM.', 'TKU7AB12CD'],
    ['Receipt:TKU7AB12CD,', 'TKU7AB12CD'],
    ['TKU7AB12CD reverses TKU7AB12CE', 'TKU7AB12CD'],
    // Without a digit, as one in ten from the tenth of a month on.
    ['UKTQWERTYZ', 'UKTQWERTYZ'],
    ['UKTQWERTYZ Confirmed. Ksh450.00 paid', 'UKTQWERTYZ'],
    ['UKTQWERTYZ or rather UKT7AB12CD', 'UKT7AB12CD'],
    // No month has the letter O, and no day the letter X.
    ['CONFIRMING', undefined],
    ['UKXQWERTYZ', undefined],
    ['0712345678', undefined],
    ['tku7ab12cd', undefined],
    ['XTKU7AB12CD', undefined],
    ['TKU7AB12CDe', undefined],
    ['TKU7', undefined],
    ['', undefined],
  ])('%s', (text, receipt) => {
    expect(receiptIn(text)).toBe(receipt);
  });
});
