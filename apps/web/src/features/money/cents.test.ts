import { expect, it } from 'vitest';
import { centsText } from './cents.ts';

it.each([
  [0, 'KES 0'],
  [123_400, 'KES 1,234'],
  [123_405, 'KES 1,234.05'],
  [-50, 'KES −0.50'],
  [-123_400_000, 'KES −1,234,000'],
])('%s cents are %s', (cents, expected) => {
  expect(centsText(cents)).toBe(expected);
});
