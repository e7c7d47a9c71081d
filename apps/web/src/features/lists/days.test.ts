import { expect, it } from 'vitest';
import { chosenDays, dayAt, dayBounds, daysBetween, daysOf } from './days.ts';

it.each([
  ['Africa/Nairobi', '2026-03-01T21:00:00.000Z', '2026-03-03T21:00:00.000Z'],
  ['UTC', '2026-03-02T00:00:00.000Z', '2026-03-04T00:00:00.000Z'],
] as const)('days of %s begin and end at its midnight', (zone, since, until) => {
  expect(dayBounds({ from: '2026-03-02', to: '2026-03-03' }, zone)).toEqual({ since, until });
});

it('what is no day bounds nothing', () => {
  expect(dayBounds({ from: '2026-02-3', to: 'x' }, 'UTC')).toEqual({});
  expect(dayBounds({ from: '2026-13-01' }, 'UTC')).toEqual({});
});

it('late in the evening of UTC it is the next day in Nairobi', () => {
  const moment = new Date('2026-03-01T21:30:00.000Z');
  expect([dayAt(moment, 'UTC'), dayAt(moment, 'Africa/Nairobi')]).toEqual(['2026-03-01', '2026-03-02']);
});

const evening = new Date('2026-07-19T22:30:00Z');

it.each([
  ['today', '2026-07-20', '2026-07-20'],
  ['yesterday', '2026-07-19', '2026-07-19'],
  ['week', '2026-07-14', '2026-07-20'],
  ['month', '2026-06-21', '2026-07-20'],
  ['thisMonth', '2026-07-01', '2026-07-20'],
  ['lastMonth', '2026-06-01', '2026-06-30'],
] as const)('%s is %s to %s', (period, from, to) => {
  expect(daysOf(period, 'Africa/Nairobi', evening)).toEqual({ from, to });
});

it('a period goes before days, and neither a wrong period nor a wrong day counts', () => {
  const days = { from: '2026-07-01', to: 'x' };
  expect(chosenDays({ period: 'today', ...days }, 'UTC', evening)).toEqual({ from: '2026-07-19', to: '2026-07-19' });
  expect(chosenDays({ period: 'always', ...days }, 'UTC', evening)).toEqual({ from: '2026-07-01', to: undefined });
});

it.each([
  ['2026-03-01T21:00:00.000Z', '2026-03-03T21:00:00.000Z', { from: '2026-03-02', to: '2026-03-03' }],
  ['2026-03-01T21:00:00.000Z', undefined, { from: '2026-03-02' }],
  ['2026-03-01T22:00:00.000Z', '2026-03-01T23:00:00.000Z', {}],
  ['2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z', {}],
])('from %s until %s are the days %j of Nairobi', (since, until, days) => {
  expect(daysBetween({ since, until }, 'Africa/Nairobi')).toEqual(days);
});
