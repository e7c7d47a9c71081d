import { expect, it } from 'vitest';
import { centsText } from './cents.ts';
import { dayName, isDay } from './day-name.ts';

it.each([
  ['2026-11-20', true],
  ['2026-02-30', false],
  ['2026-13-01', false],
  ['20-11-2026', false],
  ['today', false],
  ['2026-11-20T10:00', false],
])('%s names a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

it('writes a day as people do', () => {
  expect([dayName('2026-11-02', 'en'), dayName('2026-08-31', 'sw')]).toEqual(['2 Nov 2026', '31 Ago 2026']);
});

it.each([
  [0, 'KES 0'],
  [123_400, 'KES 1,234'],
  [123_405, 'KES 1,234.05'],
  [-50, 'KES −0.50'],
  [-123_400_000, 'KES −1,234,000'],
])('%s cents are %s', (cents, expected) => {
  expect(centsText(cents)).toBe(expected);
});
