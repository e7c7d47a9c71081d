import { expect, it } from 'vitest';
import { attemptsMax, nextRetry } from './callback.ts';

it('a callback that cannot be applied is tried again less and less often, and is given up after its last attempt', () => {
  const now = new Date('2026-01-05T08:00:00Z');
  const secondsUntil = (attempts: number) => {
    const at = nextRetry(attempts, now);
    return at && (at.getTime() - now.getTime()) / 1000;
  };
  expect([1, 2, 3, attemptsMax - 1].map(secondsUntil)).toEqual([10, 20, 40, 3_600]);
  expect([attemptsMax, attemptsMax + 1].map(secondsUntil)).toEqual([null, null]);
});
