import { expect, it } from 'vitest';
import { movableClock } from '../testing/index.ts';
import { createLocalLimiter } from './create-local-limiter.ts';

const rule = { count: 2, seconds: 60 };

it('allows as many uses of each key as its rule, in windows that begin with the first use', () => {
  const clock = movableClock();
  const limiter = createLocalLimiter(clock, rule, 10);
  expect(limiter.consume('a')).toEqual({
    allowed: true,
    limit: 2,
    remaining: 1,
    windowSeconds: 60,
    resetSeconds: 60,
  });
  clock.advance(20);
  expect(limiter.consume('a')).toMatchObject({ allowed: true, remaining: 0, resetSeconds: 40 });
  expect(limiter.consume('a')).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 40 });
  expect(limiter.consume('b')).toMatchObject({ allowed: true, remaining: 1 });
  clock.advance(39.9);
  expect(limiter.consume('a')).toMatchObject({ allowed: false, resetSeconds: 1 });
  clock.advance(0.1);
  expect(limiter.consume('a')).toMatchObject({ allowed: true, remaining: 1, resetSeconds: 60 });
});

it('keeps a bounded number of counters: the oldest window is forgotten', () => {
  const limiter = createLocalLimiter(movableClock(), { count: 1, seconds: 60 }, 3);
  for (const key of ['a', 'b', 'c', 'd']) expect(limiter.consume(key).allowed).toBe(true);
  expect(['b', 'c', 'd'].map((key) => limiter.consume(key).allowed)).toEqual([false, false, false]);
  expect(limiter.consume('a').allowed).toBe(true);
});
