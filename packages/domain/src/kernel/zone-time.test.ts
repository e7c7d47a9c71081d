import { describe, expect, it } from 'vitest';
import { isTimeZone, zoneTime } from './zone-time.ts';

describe('a moment in a time zone', () => {
  it.each([
    ['Africa/Nairobi', '2026-01-31T08:00:00.123Z', '2026-01-31 11:00:00', '2026-01-31T11:00:00.123+03:00'],
    ['UTC', '2026-01-31T23:59:59.999Z', '2026-01-31 23:59:59', '2026-01-31T23:59:59.999+00:00'],
    ['Asia/Kathmandu', '2026-01-31T20:00:00.000Z', '2026-02-01 01:45:00', '2026-02-01T01:45:00.000+05:45'],
    ['America/St_Johns', '2026-01-01T02:00:00.000Z', '2025-12-31 22:30:00', '2025-12-31T22:30:00.000-03:30'],
    // The clocks of New York go back an hour at 06:00 UTC.
    ['America/New_York', '2026-11-01T05:59:00.000Z', '2026-11-01 01:59:00', '2026-11-01T01:59:00.000-04:00'],
    ['America/New_York', '2026-11-01T06:00:00.000Z', '2026-11-01 01:00:00', '2026-11-01T01:00:00.000-05:00'],
  ])('%s %s', (zone, moment, plain, withOffset) => {
    const time = zoneTime(zone);
    expect([time.plain(new Date(moment)), time.withOffset(new Date(moment))]).toEqual([plain, withOffset]);
  });

  it.each([
    ['Africa/Nairobi', 'created_at (UTC+03:00)'],
    ['UTC', 'created_at (UTC+00:00)'],
    ['Asia/Kathmandu', 'created_at (UTC+05:45)'],
    ['America/New_York', 'created_at (America/New_York)'],
    ['Africa/Casablanca', 'created_at (Africa/Casablanca)'],
  ])('of %s stands under %s', (zone, heading) => {
    expect(zoneTime(zone).heading('created_at')).toBe(heading);
  });

  it('is the number that spreadsheets count', () => {
    expect(zoneTime('Africa/Nairobi').serial(new Date('2026-01-31T09:00:00Z'))).toBe(46053.5);
  });

  it('needs a zone that there is', () => {
    expect(['Africa/Nairobi', 'UTC', 'Mars/Olympus', '', '../etc'].map(isTimeZone)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
