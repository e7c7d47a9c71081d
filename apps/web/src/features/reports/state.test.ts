import { describe, expect, it } from 'vitest';
import { daysOfRange, fixedParams, inputOf, intervalsFor, isOverTime, readState, usualInterval } from './state.ts';

/** A Wednesday; in Nairobi it is Thursday already. */
const now = new Date('2026-03-04T22:30:00Z');
const read = (address: { [name: string]: string | undefined }) =>
  readState(address, { timeZone: 'Africa/Nairobi', now });

describe('a range', () => {
  it.each([
    ['today', '2026-03-05', '2026-03-05'],
    ['yesterday', '2026-03-04', '2026-03-04'],
    ['week', '2026-03-02', '2026-03-05'],
    ['month', '2026-03-01', '2026-03-05'],
    ['lastMonth', '2026-02-01', '2026-02-28'],
    ['last90', '2025-12-06', '2026-03-05'],
  ] as const)('%s is from %s to %s by the clock of Nairobi', (name, from, to) => {
    expect(daysOfRange(name, 'Africa/Nairobi', now)).toEqual({ from, to });
  });

  it('is of the zone: in UTC the day before is still on', () => {
    expect(daysOfRange('today', 'UTC', now)).toEqual({ from: '2026-03-04', to: '2026-03-04' });
  });

  it.each([
    ['2026-03-02', '2026-03-02'],
    ['2026-02-23', '2026-03-01'],
  ])('a week begins on Monday: of %s on %s', (monday, day) => {
    expect(daysOfRange('week', 'UTC', new Date(`${day}T12:00:00Z`))).toEqual({ from: monday, to: day });
  });

  it('of last month in January is December', () => {
    const january = new Date('2026-01-31T12:00:00Z');
    expect(daysOfRange('lastMonth', 'UTC', january)).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  });
});

describe('an interval', () => {
  it.each([
    ['2026-03-01', '2026-03-02', 'hour', ['hour', 'day']],
    ['2026-03-01', '2026-03-03', 'day', ['hour', 'day']],
    ['2026-03-01', '2026-03-31', 'day', ['hour', 'day', 'week', 'month']],
    ['2026-01-01', '2026-04-02', 'day', ['day', 'week', 'month']],
    ['2026-01-01', '2026-12-31', 'week', ['day', 'week', 'month']],
    ['2025-01-01', '2026-12-31', 'month', ['day', 'week', 'month']],
    ['2026-03-31', '2026-03-01', 'hour', ['hour', 'day']],
    ['tomorrow', '2026-03-01', 'day', ['day']],
  ] as const)('from %s to %s is %s, of %j', (from, to, usual, offered) => {
    expect(usualInterval({ from, to })).toBe(usual);
    expect(intervalsFor({ from, to })).toEqual(offered);
  });
});

describe('an address', () => {
  it('without parameters is about this month', () => {
    expect(read({})).toEqual({
      report: 'collections',
      range: 'month',
      from: '2026-03-01',
      to: '2026-03-05',
      interval: 'day',
      groupBy: 'none',
      compare: false,
      show: 'amount',
      timeZone: 'Africa/Nairobi',
    });
  });

  it('names everything', () => {
    const address = { report: 'payouts', period: 'lastMonth', interval: 'week', group: 'reason', zone: 'UTC' };
    expect(read({ ...address, compare: '1', show: 'count' })).toEqual({
      report: 'payouts',
      range: 'lastMonth',
      from: '2026-02-01',
      to: '2026-02-28',
      interval: 'week',
      groupBy: 'reason',
      compare: true,
      show: 'count',
      timeZone: 'UTC',
    });
  });

  it.each([
    [
      { from: '2026-01-01', to: '2026-01-31' },
      { from: '2026-01-01', to: '2026-01-31' },
    ],
    [{ from: '2026-01-31' }, { from: '2026-01-31', to: '2026-01-31' }],
    // The server says what is wrong with those.
    [
      { from: '2026-02-01', to: '2026-01-01' },
      { from: '2026-02-01', to: '2026-01-01' },
    ],
    [
      { from: 'x', to: '2026-02-30' },
      { from: 'x', to: '2026-02-30' },
    ],
  ])('with the days %j has no name of a range', (address, days) => {
    expect(read(address)).toMatchObject({ ...days, range: undefined });
  });

  it.each([
    { report: 'x' },
    { period: 'decade' },
    { group: 'phone' },
    { interval: 'minute' },
    { zone: 'Mars/Olympus' },
    { compare: 'yes' },
    { show: 'all' },
  ])('with the unknown %j is as without it', (address) => {
    expect(read(address)).toEqual(read({}));
  });

  it('leaves out a group that the report has not', () => {
    expect(read({ report: 'settlement', group: 'source' }).groupBy).toBe('none');
  });

  it.each(['collections', 'payouts', 'settlement'])('of %s can be grouped by network', (report) => {
    expect(read({ report, group: 'rail' }).groupBy).toBe('rail');
  });

  it('of a file shows the same later and elsewhere', () => {
    const state = read({ period: 'week', group: 'source', compare: '1' });
    const elsewhere = { timeZone: 'UTC' as const, now: new Date('2027-01-01T00:00:00Z') };
    expect(readState(Object.fromEntries(fixedParams(state)), elsewhere)).toEqual({ ...state, range: undefined });
  });
});

it('groups are added up over the whole period, but for settlement', () => {
  const groups = read({ group: 'shortcode' });
  expect([isOverTime(groups), inputOf.collections(groups).interval]).toEqual([false, 'total']);
  const settlement = read({ report: 'settlement', group: 'shortcode' });
  expect([isOverTime(settlement), inputOf.settlement(settlement).interval]).toEqual([true, 'day']);
});
