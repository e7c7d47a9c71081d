import { expect, it } from 'vitest';
import { daysOf, historyDays, type Period } from './history.ts';

/** 11:00 in Nairobi. */
const now = new Date('2026-11-20T08:00:00.000Z');
const period = (state: string, beganAt: string, endedAt: string | null): Period => ({
  environment: 'production',
  rail: 'mpesa',
  state,
  beganAt: new Date(beganAt),
  endedAt: endedAt === null ? null : new Date(endedAt),
});

it('has a row for each day, the last of them today, also when nothing is known', () => {
  const days = daysOf([], now);
  expect(days).toHaveLength(historyDays);
  expect(days[0]).toEqual({ day: '2026-10-22', slowMinutes: 0, silentMinutes: 0, knownMinutes: 0 });
  expect(days.at(-1)?.day).toBe('2026-11-20');
});

it('counts minutes by days of Nairobi, and a state that lasts until now', () => {
  const days = daysOf(
    [
      period('answering', '2026-11-18T21:00:00Z', '2026-11-19T20:30:00Z'),
      // Over midnight in Nairobi.
      period('silent', '2026-11-19T20:30:00Z', '2026-11-19T21:20:00Z'),
      period('unknown', '2026-11-19T21:20:00Z', '2026-11-20T07:00:00Z'),
      period('slow', '2026-11-20T07:00:00Z', null),
    ],
    now,
  );
  expect(days.slice(-3)).toEqual([
    { day: '2026-11-18', slowMinutes: 0, silentMinutes: 0, knownMinutes: 0 },
    { day: '2026-11-19', slowMinutes: 0, silentMinutes: 30, knownMinutes: 24 * 60 },
    { day: '2026-11-20', slowMinutes: 60, silentMinutes: 20, knownMinutes: 80 },
  ]);
});

it('leaves out what is older than the history, and what a clock that was set back calls the future', () => {
  const days = daysOf(
    [period('silent', '2026-10-01T00:00:00Z', '2026-10-21T21:05:00Z'), period('silent', '2026-11-20T09:00:00Z', null)],
    now,
  );
  expect(days.map(({ silentMinutes }) => silentMinutes)).toEqual([5, ...Array(historyDays - 1).fill(0)]);
});
