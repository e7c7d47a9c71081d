import { describe, expect, it } from 'vitest';
import type { RailAccount } from '../rails/index.ts';
import { answerOf } from './not-found.ts';

const now = new Date('2026-03-01T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const account = (askedSince: Date) => ({ rail: 'airtel', askedSince }) as RailAccount;
const day = 86_400;

describe('a network that does not know a prompt', () => {
  it.each<[string, number, number | null, boolean, number, string]>([
    ['a young one', 899, null, false, day, 'open'],
    ['one of 900 s', 900, null, false, day, 'first'],
    ['the second time, at once', 1_000, 10, false, day, 'open'],
    ['the second time, a minute later', 1_000, 60, false, day, 'never_received'],
    ['one that was acknowledged', day, 3_600, true, 2 * day, 'open'],
    ['one that another client sent', day, 3_600, false, day - 1, 'open'],
    ['one of the moment of the new client', day, 3_600, false, day, 'never_received'],
  ])('%s: %d s old, first unknown %s s ago, acknowledged: %s', (_what, age, unknownAgo, taken, clientAge, expected) => {
    const payment = {
      createdAt: ago(age),
      notFoundAt: unknownAgo === null ? null : ago(unknownAgo),
      promptedAt: taken ? ago(age) : null,
    };
    expect(answerOf(payment, account(ago(clientAge)), now)).toBe(expected);
  });

  it('proves nothing at M-PESA', () => {
    const payment = { createdAt: ago(day), notFoundAt: ago(3_600), promptedAt: null };
    expect(answerOf(payment, { rail: 'mpesa' } as RailAccount, now)).toBe('open');
  });
});
