import { describe, expect, it } from 'vitest';
import { bucketCount, daysIn, isDay, isTimeZone, isWholeHours, previousPeriod } from './period.ts';

describe('isDay', () => {
  it.each([
    ['2026-03-31', true],
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-02-30', false],
    ['2026-13-01', false],
    ['0000-01-01', false],
    ['2026-3-1', false],
    ['2026-03-01T00:00', false],
    ['', false],
  ])('%s: %s', (text, expected) => expect(isDay(text)).toBe(expected));
});

describe('previousPeriod', () => {
  it.each([
    ['one day', '2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['a week', '2026-03-09', '2026-03-15', '2026-03-02', '2026-03-08'],
    ['days across a leap day', '2024-03-01', '2024-03-02', '2024-02-28', '2024-02-29'],
    ['a month: the month before, however long', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['February', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
    ['a quarter', '2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['a year', '2025-01-01', '2025-12-31', '2024-01-01', '2024-12-31'],
    ['almost a month', '2026-03-01', '2026-03-30', '2026-01-30', '2026-02-28'],
  ])('of %s', (_, from, to, previousFrom, previousTo) => {
    expect(previousPeriod({ from, to })).toEqual({ from: previousFrom, to: previousTo });
  });
});

describe('daysIn', () => {
  it.each([
    ['2026-03-01', '2026-03-01', 1],
    ['2026-01-01', '2027-12-31', 730],
    ['2026-03-02', '2026-03-01', 0],
  ])('%s to %s: %i', (from, to, days) => expect(daysIn({ from, to })).toBe(days));
});

describe('bucketCount', () => {
  it.each([
    ['2026-03-01', '2026-03-31', 'hour', 744],
    ['2026-03-01', '2026-03-31', 'day', 31],
    ['2026-03-01', '2026-03-31', 'week', 5],
    ['2026-01-01', '2026-12-31', 'month', 12],
    ['2026-01-01', '2026-12-31', 'total', 1],
    ['2026-03-02', '2026-03-01', 'total', 0],
    ['2020-01-01', '2026-01-01', 'hour', 0],
    ['2026-01-01', '2026-06-01', 'hour', 0],
    ['x', '2026-01-01', 'day', 0],
  ] as const)('%s to %s by %s: %i', (from, to, interval, count) => {
    expect(bucketCount({ from, to }, interval)).toBe(count);
  });
});

describe('time zones', () => {
  it.each([
    ['Africa/Nairobi', true],
    ['UTC', true],
    ['Europe/Berlin', true],
    ['Africa/Cairo', true],
    ['Asia/Kolkata', false],
    ['Asia/Kathmandu', false],
    // Half an hour of summer time.
    ['Australia/Lord_Howe', false],
  ])('%s is whole hours from UTC all year: %s', (timeZone, expected) => {
    expect(isTimeZone(timeZone)).toBe(true);
    expect(isWholeHours(timeZone, { from: '2026-01-01', to: '2026-12-31' })).toBe(expected);
  });

  it.each(['Mars/Olympus', '+03:00', '', 'nairobi; drop'])('%s is none', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});
