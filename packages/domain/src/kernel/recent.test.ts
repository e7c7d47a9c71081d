import { describe, expect, it } from 'vitest';
import { movableClock } from '../testing/index.ts';
import { createRecent } from './recent.ts';

describe('createRecent', () => {
  it('believes a value for less than its time, counted from the read', () => {
    const clock = movableClock();
    const recent = createRecent<string>(clock, { ttlMs: 4_000, entriesMax: 10 });
    const readAt = clock.now();
    clock.advance(1);
    recent.set('a', 'value', readAt);
    clock.advance(2.999);
    expect(recent.get('a')).toBe('value');
    clock.advance(0.001);
    expect(recent.get('a')).toBeUndefined();
  });

  it('does not believe a value from the future of a clock that was set back', () => {
    const clock = movableClock();
    const recent = createRecent<string>(clock, { ttlMs: 4_000, entriesMax: 10 });
    recent.set('a', 'value', clock.now());
    clock.advance(-3600);
    expect(recent.get('a')).toBeUndefined();
  });

  it('never holds more than its limit, and drops the oldest', () => {
    const clock = movableClock();
    const recent = createRecent<number>(clock, { ttlMs: 4_000, entriesMax: 2 });
    for (const [index, key] of ['a', 'b', 'a', 'c'].entries()) recent.set(key, index, clock.now());
    expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([2, undefined, 3]);
  });
});
