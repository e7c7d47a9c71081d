import { describe, expect, it } from 'vitest';
import { isErrorValue, isPlaceholder, readAmount, readPhone } from './cells.ts';

const phone = '254712345678';

describe('a phone', () => {
  it.each(['0712345678', '0712 345 678', '+254712345678', '254712345678', '+254 (0)712-345-678'])(
    'is read as people write it: %s',
    (text) => {
      expect(readPhone(text)).toEqual({ value: phone, warnings: [] });
    },
  );

  it.each([
    ['712345678', ['leading_zero_restored']],
    ['712 345 678', ['leading_zero_restored']],
    ['254712345678.0', ['decimal_removed']],
    ['254712345678.00', ['decimal_removed']],
    ['254712345678,0', ['decimal_removed']],
    ['0712345678.0', ['decimal_removed']],
    ['712345678.0', ['decimal_removed', 'leading_zero_restored']],
    ['2.54712345678E+11', ['exponent_expanded']],
    ['2.54712345678e11', ['exponent_expanded']],
    ['2,54712345678E+11', ['exponent_expanded']],
  ])('is repaired where no digit is in doubt: %s', (text, warnings) => {
    expect(readPhone(text)).toEqual({ value: phone, warnings });
  });

  it.each(['2.547E+11', '2.54712E+11', '2.5471234567E+11', '7.12345678E+08', '2.54712345678E+12', '2E+11'])(
    'is refused when a spreadsheet shortened it: %s',
    (text) => {
      expect(readPhone(text)).toEqual({ problem: 'number_shortened' });
    },
  );

  it.each([
    '071234567.0',
    '7123456.78',
    '712345.678',
    '254712345678.5',
    '07123456789',
    '0201234567',
    '255712345678',
    '0712345678/0722345678',
    '0712345678 0722345678',
    'O712345678',
    'Jane',
    '32874',
    'TRUE',
    '٠٧١٢٣٤٥٦٧٨',
  ])('is refused when it is none: %s', (text) => {
    expect(readPhone(text)).toEqual({ problem: 'not_a_phone' });
  });
});

describe('an amount', () => {
  it.each([
    ['1500', 1_500],
    ['1,500', 1_500],
    ['1,500.00', 1_500],
    ['1500.0', 1_500],
    ['KES 1,500', 1_500],
    ['KES1500', 1_500],
    ['Ksh 1,500.00', 1_500],
    ['Ksh. 1500', 1_500],
    ['KShs 1500', 1_500],
    ['Sh 1500', 1_500],
    ['KES. 1500', 1_500],
    ['1500/=', 1_500],
    ['1,500/-', 1_500],
    ['KSh 1,500/=', 1_500],
    ['1500 KES', 1_500],
    ['1 500', 1_500],
    ['12 500.00', 12_500],
    ["1'500", 1_500],
    ['150,000', 150_000],
    ['10', 10],
  ])('is read as people write it: %s', (text, value) => {
    expect(readAmount(text)).toEqual({ value, warnings: [] });
  });

  it.each([1, 9])('below the usual minimum is a warning: %d', (value) => {
    expect(readAmount(String(value))).toEqual({ value, warnings: ['amount_below_minimum'] });
  });

  it.each([
    ['1500.50', 'amount_has_decimals'],
    ['1500.5', 'amount_has_decimals'],
    ['0.50', 'amount_has_decimals'],
    ['1500.123457', 'amount_has_decimals'],
    ['1.500', 'amount_unclear'],
    ['1.000', 'amount_unclear'],
    ['12.000', 'amount_unclear'],
    ['1.234,50', 'amount_unclear'],
    ['1.500.000', 'amount_unclear'],
    ['1500,50', 'amount_unclear'],
    ['1,50', 'amount_unclear'],
    ['1,50,000', 'amount_unclear'],
    ['1,500.000', 'amount_unclear'],
    ['100 50', 'amount_unclear'],
    ['15 00', 'amount_unclear'],
    ['1, 500', 'amount_unclear'],
    ['1 500 20', 'amount_unclear'],
    ['500 1000', 'amount_unclear'],
    ['150,001', 'amount_too_large'],
    ['254712345678', 'amount_too_large'],
    ['-500', 'amount_too_small'],
    ['(500)', 'amount_too_small'],
    ['500-', 'amount_too_small'],
    ['KES 0', 'amount_too_small'],
    ['1.5E+05', 'number_shortened'],
    ['1E+05', 'number_shortened'],
    ['USD 500', 'not_an_amount'],
    ['$500', 'not_an_amount'],
    ['five hundred', 'not_an_amount'],
    ['500x', 'not_an_amount'],
    ['5k', 'not_an_amount'],
    ['=500+200', 'not_an_amount'],
    ['TRUE', 'not_an_amount'],
    ['50%', 'not_an_amount'],
  ])('is refused: %s is %s', (text, problem) => {
    expect(readAmount(text)).toEqual({ problem });
  });
});

it.each([
  'N/A',
  'n/a',
  'NA',
  '-',
  '--',
  '—',
  '0',
  '0.00',
  'none',
  'None',
  'NIL',
  'null',
  'nan',
  '.',
  '?',
  'x',
  'hakuna',
])('nothing is meant by %s', (text) => {
  expect(isPlaceholder(text)).toBe(true);
});

it.each(['Nana', '10', '0712345678', 'Noel', '-5', 'KES 0', 'A'])('something is meant by %s', (text) => {
  expect(isPlaceholder(text)).toBe(false);
});

it.each([
  ['#N/A', true],
  ['#REF!', true],
  ['#div/0!', true],
  ['#12', false],
])('%s is the value of a failed formula: %s', (text, is) => {
  expect(isErrorValue(text)).toBe(is);
});
