import { expect, it } from 'vitest';
import { movableClock } from '../testing/index.ts';
import { keepFor } from './keep-for.ts';

it('reads again only when the value is as old as it may be, or the clock was set back', async () => {
  const clock = movableClock();
  let reads = 0;
  const kept = keepFor(15_000, clock, async () => ++reads);
  expect(await kept()).toBe(1);
  clock.advance(14.999);
  expect(await kept()).toBe(1);
  clock.advance(0.001);
  expect(await kept()).toBe(2);
  clock.advance(-60);
  expect(await kept()).toBe(3);
});

it('reads once for all who ask meanwhile, and again after a read that failed', async () => {
  const ends: ((error?: Error) => void)[] = [];
  const kept = keepFor(
    15_000,
    movableClock(),
    () =>
      new Promise<number>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve(ends.length)))),
  );
  const first = Promise.allSettled([kept(), kept()]);
  ends[0]?.(new Error('The database is away.'));
  expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(ends).toHaveLength(1);
  const second = Promise.all([kept(), kept()]);
  ends[1]?.();
  expect(await second).toEqual([2, 2]);
  expect(await kept()).toBe(2);
});
