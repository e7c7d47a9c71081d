import { expect, it } from 'vitest';
import { moneyText } from './provider-money.ts';

it.each([
  ['1234567.00', 'KES 1,234,567'],
  ['0', 'KES 0'],
  ['250.5', 'KES 250.50'],
  ['-10.25', 'KES −10.25'],
  ['much', 'KES much'],
])('reads %s as %s', (decimal, text) => {
  expect(moneyText(decimal)).toBe(text);
});
