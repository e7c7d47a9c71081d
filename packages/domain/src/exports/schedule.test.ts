import { describe, expect, it } from 'vitest';
import { nextRun, periodBefore } from './schedule.ts';

const times = (...moments: Date[]) => moments.map((moment) => moment.toISOString());

describe('the next export of a schedule', () => {
  it.each([
    // Nairobi is three hours ahead of UTC.
    ['daily', 6, 'Africa/Nairobi', '2026-01-31T02:59:59Z', '2026-01-31T03:00:00.000Z'],
    ['daily', 6, 'Africa/Nairobi', '2026-01-31T03:00:00Z', '2026-02-01T03:00:00.000Z'],
    ['daily', 0, 'Africa/Nairobi', '2026-12-31T22:00:00Z', '2027-01-01T21:00:00.000Z'],
    // 31 January 2026 is a Saturday.
    ['weekly', 8, 'UTC', '2026-01-31T12:00:00Z', '2026-02-02T08:00:00.000Z'],
    ['weekly', 8, 'UTC', '2026-02-02T08:00:00Z', '2026-02-09T08:00:00.000Z'],
    ['monthly', 8, 'UTC', '2026-01-31T12:00:00Z', '2026-02-01T08:00:00.000Z'],
    ['monthly', 8, 'UTC', '2026-12-01T08:00:00Z', '2027-01-01T08:00:00.000Z'],
    // The clocks of New York skip the hour from 2 to 3 on 8 March 2026.
    ['daily', 2, 'America/New_York', '2026-03-07T08:00:00Z', '2026-03-08T07:00:00.000Z'],
    ['daily', 2, 'America/New_York', '2026-03-08T08:00:00Z', '2026-03-09T06:00:00.000Z'],
  ] as const)('%s at %i in %s after %s', (cadence, hour, timeZone, after, next) => {
    expect(times(nextRun({ cadence, hour, timeZone }, new Date(after)))).toEqual([next]);
  });
});

describe('the period of a scheduled export', () => {
  it.each([
    ['daily', 'Africa/Nairobi', '2026-01-31T03:00:00Z', '2026-01-29T21:00:00.000Z', '2026-01-30T21:00:00.000Z'],
    ['weekly', 'UTC', '2026-02-02T08:00:00Z', '2026-01-26T00:00:00.000Z', '2026-02-02T00:00:00.000Z'],
    ['monthly', 'Africa/Nairobi', '2026-03-01T05:00:00Z', '2026-01-31T21:00:00.000Z', '2026-02-28T21:00:00.000Z'],
    ['monthly', 'UTC', '2026-01-01T08:00:00Z', '2025-12-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
    // A day of 23 hours.
    ['daily', 'America/New_York', '2026-03-09T06:00:00Z', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
  ] as const)('%s in %s at %s', (cadence, timeZone, madeAt, from, to) => {
    const period = periodBefore({ cadence, hour: 6, timeZone }, new Date(madeAt));
    expect(times(period.from, period.to)).toEqual([from, to]);
  });

  it('begins where the one before ended, with no gap and no overlap, for a year', () => {
    for (const cadence of ['daily', 'weekly', 'monthly'] as const) {
      const plan = { cadence, hour: 5, timeZone: 'America/New_York' };
      let at = nextRun(plan, new Date('2026-01-01T00:00:00Z'));
      let { to } = periodBefore(plan, at);
      while (at < new Date('2027-01-01T00:00:00Z')) {
        at = nextRun(plan, at);
        const period = periodBefore(plan, at);
        expect(times(period.from)).toEqual(times(to));
        to = period.to;
      }
    }
  });
});
