import { expect, it } from 'vitest';
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
