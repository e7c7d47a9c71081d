import { describe, expect, it } from 'vitest';
import { centsText } from './cents.ts';
import { daysIn, eatToday, emptyBefore, laterMonth, readMonth, worstDay } from './month.ts';

describe('months of the calendar', () => {
  it.each([
    ['2026-11', 1, '2026-12'],
    ['2026-12', 1, '2027-01'],
    ['2026-01', -1, '2025-12'],
  ])('%s and %i months is %s', (month, by, later) => {
    expect(laterMonth(month, by)).toBe(later);
  });

  it('have their own number of days', () => {
    expect(daysIn('2026-02')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(daysIn('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  });

  it.each([
    ['2026-11-02', 0],
    ['2026-11-01', 6],
    ['2026-11-20', 4],
  ])('%s comes after %i empty cells', (day, count) => {
    expect(emptyBefore(day)).toBe(count);
  });

  it.each([
    ['2026-11', '2026-11'],
    ['2026-13', undefined],
    ['x', undefined],
    [null, undefined],
  ])('reads %s as %s', (text, month) => {
    expect(readMonth(text)).toBe(month);
  });

  it('begin a day at midnight in East Africa', () => {
    expect(eatToday(new Date('2026-11-20T20:59:59Z'))).toBe('2026-11-20');
    expect(eatToday(new Date('2026-11-20T21:00:00Z'))).toBe('2026-11-21');
  });
});

describe('cents', () => {
  it.each([
    [123_450, 'KES 1,234.50'],
    [-5, 'KES −0.05'],
    [0, 'KES 0.00'],
    [-500_000, 'KES −5,000.00'],
  ])('%i is %s', (cents, text) => {
    expect(centsText(cents)).toBe(text);
  });
});

describe('the day that is shown first', () => {
  const day = (name: string, colour: 'red' | 'amber' | 'green' | 'none', openExceptions = 0) => ({
    day: `2026-11-${name}`,
    colour,
    openExceptions,
  });
  it.each([
    [[day('01', 'green'), day('02', 'amber', 9), day('03', 'red', 1), day('04', 'none')], '2026-11-03'],
    [[day('01', 'amber', 2), day('02', 'amber', 5), day('03', 'green')], '2026-11-02'],
    [[day('01', 'amber', 2), day('02', 'amber', 2)], '2026-11-02'],
    [[day('01', 'none'), day('02', 'green'), day('03', 'none')], '2026-11-02'],
    [[day('01', 'none'), day('02', 'none')], undefined],
    [[], undefined],
  ])('of %j is %s', (days, shown) => {
    expect(worstDay(days)?.day).toBe(shown);
  });
});
