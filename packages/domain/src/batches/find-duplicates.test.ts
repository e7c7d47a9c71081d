import { expect, it } from 'vitest';
import { findDuplicates } from './find-duplicates.ts';
import type { PayoutRow } from './payout-row.ts';

function row(number: number, phone: string | null, amount: number, reference: string | null = null): PayoutRow {
  const texts = { name: null, remarks: null, occasion: null };
  const problems: PayoutRow['problems'] =
    phone === null ? [{ code: 'missing', field: 'phone', column: 0, text: '' }] : [];
  return { number, phone, amount, reference, ...texts, problems, warnings: [] };
}

/** What is said of each row, with the rows that it names. */
const said = (rows: PayoutRow[]) =>
  findDuplicates(rows).map(({ problems, warnings }) =>
    [...problems, ...warnings].map(({ code, others = [] }) => [code, ...others].join(' ')),
  );

const [jane, peter] = ['254712345678', '254722345678'];

it.each([
  ['nothing in common', [row(2, jane, 10, 'A'), row(3, peter, 10, 'B')], [[], []]],
  ['no reference', [row(2, jane, 10), row(3, peter, 10)], [[], []]],
  [
    'one reference',
    [row(2, jane, 10, 'EMP 1'), row(3, peter, 20, 'emp1'), row(4, peter, 30, 'EMP2')],
    [['reference_twice 3'], ['reference_twice 2'], []],
  ],
  [
    'the reference of a row that is refused anyway',
    [row(2, null, 10, 'A'), row(3, peter, 10, 'A')],
    [['missing', 'reference_twice 3'], ['reference_twice 2']],
  ],
  [
    'phone and amount',
    [row(2, jane, 10), row(3, jane, 10)],
    [['phone_and_amount_twice 3'], ['phone_and_amount_twice 2']],
  ],
  ['the phone', [row(2, jane, 10), row(3, jane, 20)], [['phone_twice 3'], ['phone_twice 2']]],
  [
    'the phone, and of two the amount',
    [row(2, jane, 10), row(3, jane, 10), row(4, jane, 20)],
    [['phone_and_amount_twice 3', 'phone_twice 4'], ['phone_and_amount_twice 2', 'phone_twice 4'], ['phone_twice 2 3']],
  ],
  [
    'phone and amount with a row that is refused',
    [row(2, jane, 10, 'A'), row(3, jane, 10, 'A'), row(4, jane, 10, 'B')],
    [['reference_twice 3'], ['reference_twice 2'], []],
  ],
])('rows with %s', (_, rows, expected) => {
  expect(said(rows)).toEqual(expected);
});

it('a row names the first ten others', () => {
  const rows = Array.from({ length: 30 }, (_, at) => row(at + 2, jane, 10, 'A'));
  const read = findDuplicates(rows);
  expect(read[0]?.problems[0]?.others).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(read[29]?.problems[0]?.others).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});
