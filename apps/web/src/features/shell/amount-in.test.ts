import { expect, it } from 'vitest';
import { amountIn } from './amount-in.ts';

it.each([
  ['3113', 3113],
  ['3,113', 3113],
  ['KES 3,113', 3113],
  ['ksh.250', 250],
  ['Kshs 1,000.00', 1000],
  ['12.50', undefined],
  ['31,13', undefined],
  ['0712345678', undefined],
  ['0', undefined],
  ['254712345678', undefined],
  ['INV-1', undefined],
  ['', undefined],
])('%j is the sum %j', (text, amount) => {
  expect(amountIn(text)).toBe(amount);
});
