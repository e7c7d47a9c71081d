import { describe, expect, it } from 'vitest';
import { maskPhonesIn, maskPhonesInside } from './masked-text.ts';

describe('maskPhonesIn', () => {
  it.each([
    ['254712345678 - JANE DOE', '0712…678 - JANE DOE'],
    ['Payment from +254112345678 Acc. 0712345678', 'Payment from 0112…678 Acc. 0712…678'],
    ['712345678', '0712…678'],
    ['0711 000 999', '0711…999'],
    ['rent +254-711-000-999 may', 'rent 0711…999 may'],
    ['1 234 567 890', '1 234 567 890'],
    ['20 11 2026 13 24 11', '20 11 2026 13 24 11'],
    ['2547*****678', '2547*****678'],
    ['Receipt TKM7123456 of 31/01/2026', 'Receipt TKM7123456 of 31/01/2026'],
    ['600100 - Shop', '600100 - Shop'],
    ['2547123456789', '2547123456789'],
    ['', ''],
  ])('%s is shown as %s', (text, shown) => expect(maskPhonesIn(text)).toBe(shown));

  it('finds numbers anywhere in JSON', () => {
    const value = { parties: [{ debit: '254712345678 - A', amount: 5 }], none: null, ok: true };
    expect(maskPhonesInside(value)).toEqual({ parties: [{ debit: '0712…678 - A', amount: 5 }], none: null, ok: true });
    const written = { 254712345678: true, to: 254_712_345_678, points: 712_345_678 };
    expect(maskPhonesInside(written)).toEqual({ '0712…678': true, to: '0712…678', points: 712_345_678 });
  });
});
