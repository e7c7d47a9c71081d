import { expect, it } from 'vitest';
import { decideResend } from './resend.ts';

const now = new Date('2026-03-01T10:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const ended = { nextAttemptAt: null, claimedUntil: null, resentAt: null };
const due = { ...ended, status: 'due' as const, nextAttemptAt: at(0) };

it.each([
  ['a delivered one starts anew', { ...ended, status: 'delivered' as const }, 'start_anew'],
  ['an exhausted one starts anew', { ...ended, status: 'exhausted' as const }, 'start_anew'],
  ['a cancelled one starts anew', { ...ended, status: 'cancelled' as const }, 'start_anew'],
  ['one sent again 9.9 s ago is left alone', { ...ended, status: 'exhausted' as const, resentAt: at(-9.9) }, 'nothing'],
  [
    'one sent again 10 s ago may be sent again',
    { ...ended, status: 'exhausted' as const, resentAt: at(-10) },
    'start_anew',
  ],
  ['one that is due now is on its way', due, 'nothing'],
  ['one that is late is on its way', { ...due, nextAttemptAt: at(-60) }, 'nothing'],
  ['one that waits for a retry is brought forward', { ...due, nextAttemptAt: at(1) }, 'bring_forward'],
  ['one brought forward a moment ago is left alone', { ...due, nextAttemptAt: at(5), resentAt: at(-1) }, 'nothing'],
  ['one under way is left alone', { ...due, nextAttemptAt: at(0.2), claimedUntil: at(20) }, 'nothing'],
  ['a lapsed claim holds nothing', { ...due, nextAttemptAt: at(60), claimedUntil: at(0) }, 'bring_forward'],
])('%s', (_, delivery, expected) => {
  expect(decideResend(delivery, now)).toBe(expected);
});
