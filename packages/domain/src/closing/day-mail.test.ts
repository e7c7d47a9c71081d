import { describe, expect, it } from 'vitest';
import { dueDay, firstMail, mailAtHour } from './day-mail.ts';

const at = (time: string) => new Date(`2026-11-${time}:00Z`);

describe('the first mail', () => {
  // Nairobi is three hours ahead of UTC.
  it.each([
    ['20T03:59', 7, '20T04:00'],
    ['20T04:00', 7, '21T04:00'],
    ['20T12:00', 7, '21T04:00'],
    ['20T20:59', 0, '20T21:00'],
    ['20T21:00', 0, '21T21:00'],
    ['20T21:30', 7, '21T04:00'],
    ['20T19:00', 23, '20T20:00'],
  ])('of a setting made at %s for hour %s is written at %s', (now, hour, expected) => {
    expect(firstMail(hour, at(now))).toEqual(at(expected));
  });
});

it.each([
  ['20T04:00', 9, '20T06:00'],
  ['20T04:00', 0, '19T21:00'],
  ['20T04:00', 23, '20T20:00'],
  ['19T21:00', 7, '20T04:00'],
  ['20T20:00', 7, '20T04:00'],
])('a mail that was to be written at %s has the same day at hour %s: %s', (nextAt, hour, expected) => {
  expect(mailAtHour(at(nextAt), hour)).toEqual(at(expected));
});

describe('the day that is due', () => {
  it.each([
    ['is none before its time', '20T04:00', 7, '20T03:59', undefined],
    ['is the one that ended at the midnight before', '20T04:00', 7, '20T04:00', ['2026-11-19', '21T04:00']],
    ['at midnight is the one that has just ended', '19T21:00', 0, '19T21:00', ['2026-11-19', '20T21:00']],
    ['late in the evening is the one before', '20T20:00', 23, '20T20:00', ['2026-11-19', '21T20:00']],
    ['is the oldest that was missed', '20T04:00', 7, '23T12:00', ['2026-11-19', '21T04:00']],
    ['is of the last seven', '10T04:00', 7, '20T04:00', ['2026-11-13', '15T04:00']],
    ['counts back from the last one whose hour has come', '10T04:00', 7, '20T03:00', ['2026-11-12', '14T04:00']],
  ] as const)('%s', (_, nextAt, hour, now, expected) => {
    const due = dueDay({ nextAt: at(nextAt), hour }, at(now));
    expect(due && [due.day, due.next]).toEqual(expected && [expected[0], at(expected[1])]);
  });
});
