import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { personName } from './person-name.ts';

describe('the name of a person', () => {
  it.each<[string | null | undefined, string | null]>([
    ['JANE DOE', 'JANE DOE'],
    ['  Jane \t WANJIKU\u00a0 Doe ', 'Jane WANJIKU Doe'],
    ['254712345678 - JANE DOE', 'JANE DOE'],
    ['+254712345678 - JANE DOE', 'JANE DOE'],
    ['2547*****678 - JANE DOE', 'JANE DOE'],
    ['2547 ***** 678 - JANE DOE', 'JANE DOE'],
    ['254712345678-JANE DOE', 'JANE DOE'],
    ['254712345678 – JANE DOE', 'JANE DOE'],
    ['0712345678 JANE DOE', 'JANE DOE'],
    ['600992 - Safaricom157', 'Safaricom157'],
    ['JANE - DOE', 'JANE - DOE'],
    ["N'GANG'A O'Brien", "N'GANG'A O'Brien"],
    ['J*** D**', 'J*** D**'],
    ['محمد علي', 'محمد علي'],
    ['4 Ever Young Ltd', '4 Ever Young Ltd'],
    ['254712345678', null],
    ['254712345678 - ', null],
    ['2547 ***** 678', null],
    ['-', null],
    ['', null],
    ['   ', null],
    [null, null],
    [undefined, null],
    ['JANE\u0000\u202eDOE\u200b', 'JANE DOE'],
    ['JANE\nDOE', 'JANE DOE'],
    ['JANE \ud800', 'JANE \ufffd'],
    [`${'A'.repeat(99)} B`, 'A'.repeat(99)],
    ['😀'.repeat(60).concat('a'.repeat(60)), '😀'.repeat(60).concat('a'.repeat(40))],
  ])('in %j is %j', (reported, name) => {
    expect(personName(reported)).toBe(name);
  });

  it('is storable, short and the same when it is read again, whatever is reported', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (reported) => {
        const name = personName(reported);
        if (name === null) return;
        expect([...name].length).toBeLessThanOrEqual(100);
        expect(name).toMatch(/\p{L}/u);
        expect(name.isWellFormed()).toBe(true);
        expect(name).toBe(name.trim());
        expect(name).not.toMatch(/\p{C}|\s\s/u);
      }),
      { seed: 7, numRuns: 2_000 },
    );
  });
});
