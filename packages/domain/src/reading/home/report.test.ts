import { describe, expect, it } from 'vitest';
import { collected, dayOf, fillDays, noTally, reportTimes, seriesDays } from './report.ts';

describe('reportTimes', () => {
  it('cuts days in Nairobi: 22:30 UTC is half past one of the next day', () => {
    const times = reportTimes(new Date('2026-03-04T22:30:45.123Z'), 'Africa/Nairobi');
    expect(times.today.toISOString()).toBe('2026-03-04T21:00:00.000Z');
    expect(times.lastWeek.toISOString()).toBe('2026-02-25T21:00:00.000Z');
    expect(times.lastWeekHour.toISOString()).toBe('2026-02-25T22:00:00.000Z');
    expect(times.lastWeekNow.toISOString()).toBe('2026-02-25T22:30:45.123Z');
    expect(times.hourEnd.toISOString()).toBe('2026-03-04T23:00:00.000Z');
    expect(times.seriesFrom.toISOString()).toBe('2026-02-03T21:00:00.000Z');
  });

  it('cuts days in UTC', () => {
    const times = reportTimes(new Date('2026-03-04T22:30:45.123Z'), 'UTC');
    expect(times.today.toISOString()).toBe('2026-03-04T00:00:00.000Z');
    expect(times.seriesFrom.toISOString()).toBe('2026-02-03T00:00:00.000Z');
  });
});

describe('fillDays', () => {
  it('has every day of the series, named in the zone, today the last', () => {
    const { seriesFrom } = reportTimes(new Date('2026-03-01T00:30:00Z'), 'Africa/Nairobi');
    const days = fillDays([{ day: '2026-02-28', ...noTally, succeeded: 3, amount: 30 }], seriesFrom, 'Africa/Nairobi');
    expect(days).toHaveLength(seriesDays);
    expect(days[0]?.day).toBe('2026-01-31');
    expect(days.at(-1)?.day).toBe('2026-03-01');
    expect(days.at(-2)).toMatchObject({ day: '2026-02-28', succeeded: 3 });
    expect(new Set(days.map(({ day }) => day)).size).toBe(seriesDays);
    expect(dayOf(new Date('2026-03-01T21:00:00Z'), 'Africa/Nairobi')).toBe('2026-03-02');
  });
});

describe('collected', () => {
  it('takes refunds off what came', () => {
    const ended = { succeeded: 3, failed: 1 };
    expect(collected({ ...ended, pending: 9, amount: 50 }, 20)).toEqual({
      ...ended,
      amount: 30,
      gross: 50,
      refunded: 20,
    });
  });
});
