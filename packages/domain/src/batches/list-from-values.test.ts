import { expect, it } from 'vitest';
import { listFromValues } from './list-from-values.ts';

it('reads rows as those of a file, with all problems and repairs', () => {
  const [first, second, third, fourth] = listFromValues([
    { phone: 712345678, amount: '1,500.00', name: 'Total Kamau', reference: 'E1' },
    { phone: '', amount: -5, name: '=SUM(A1)' },
    { phone: '0712345679', amount: 100.5, reference: 'E'.repeat(65) },
    { phone: '0712345678', amount: 1_500, name: null },
  ]);
  expect(first).toMatchObject({ number: 1, phone: '254712345678', amount: 1_500, name: 'Total Kamau', problems: [] });
  expect(first?.warnings.map(({ code }) => code)).toEqual(['leading_zero_restored', 'phone_and_amount_twice']);
  expect(second?.problems.map(({ code }) => code)).toEqual(['missing', 'amount_too_small']);
  expect(third?.problems.map(({ code }) => code)).toEqual(['amount_has_decimals', 'too_long']);
  expect(fourth).toMatchObject({ name: null, reference: null, problems: [] });
});

it('takes no row for a total, and no comma for the end of a cell', () => {
  const rows = listFromValues([
    { phone: '0712345678', amount: 100 },
    { phone: '0712345679', amount: 200 },
    { phone: '0712345670', amount: 300, name: 'Jumla' },
    { phone: '0712345671', amount: '1', name: '500 Miles' },
  ]);
  expect(rows.flatMap(({ problems }) => problems)).toEqual([]);
  expect(rows[3]?.warnings.map(({ code }) => code)).toEqual(['amount_below_minimum']);
});
