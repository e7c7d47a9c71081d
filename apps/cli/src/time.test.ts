import { describe, expect, it } from 'vitest';
import { readDuration, readExpiry, readMoment } from './time.ts';

const now = new Date('2026-03-01T10:00:00Z');

describe('a duration', () => {
  it.each([
    ['0', 0],
    ['0s', 0],
    ['90s', 90],
    ['30m', 1800],
    ['24h', 86_400],
    ['7d', 604_800],
  ])('%s is %d s', (text, seconds) => {
    expect(readDuration('--grace', text)).toBe(seconds);
  });

  it.each(['', '5', '-5m', '1.5h', '1h30m', '5 m', '1w', 'h', '9999999999s'])('is not %j', (text) => {
    expect(() => readDuration('--grace', text)).toThrow('--grace: must be a duration');
  });
});

describe('a moment', () => {
  it.each([
    ['3h', '2026-03-01T07:00:00.000Z'],
    ['2d', '2026-02-27T10:00:00.000Z'],
    ['0', '2026-03-01T10:00:00.000Z'],
    ['2026-01-31T08:00Z', '2026-01-31T08:00:00.000Z'],
    ['2026-01-31T08:00:00.250Z', '2026-01-31T08:00:00.250Z'],
    ['2026-01-31T11:00:00+03:00', '2026-01-31T08:00:00.000Z'],
  ])('%s is %s', (text, iso) => {
    expect(readMoment('--since', text, now).toISOString()).toBe(iso);
  });

  it.each(['', 'yesterday', '2026-01-31', '2026-01-31T08:00:00', '2026-13-01T08:00:00Z', '2026-01-31 08:00:00Z', '1'])(
    'is not %j, least of all one without a time zone',
    (text) => {
      expect(() => readMoment('--since', text, now)).toThrow('--since: must be a time');
    },
  );
});

describe('an expiry', () => {
  it.each([
    ['90d', '2026-05-30T10:00:00.000Z'],
    ['2027-01-01', '2027-01-01T00:00:00.000Z'],
    ['2027-01-01T11:00:00+03:00', '2027-01-01T08:00:00.000Z'],
  ])('%s is %s', (text, iso) => {
    expect(readExpiry('--expires', text, now).toISOString()).toBe(iso);
  });

  it.each(['', 'never', '2027-13-01', '2027-02-30', '2027-1-1', '1y'])('is not %j', (text) => {
    expect(() => readExpiry('--expires', text, now)).toThrow('--expires: must be a day');
  });
});
