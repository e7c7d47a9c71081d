import { createHash } from 'node:crypto';

/** Random values that repeat for the same seed, from a small generator (mulberry32). */
export type Random = {
  /** A generator of its own, fixed by this one's seed and the name. Draws from other generators do not change it. */
  branch(name: string): Random;
  /** 0 ≤ n < 1. */
  next(): number;
  /** A whole number. Both ends are included. */
  between(min: number, max: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** One of the values, with a probability by weight. */
  weighted<T>(list: readonly (readonly [weight: number, value: T])[]): T;
  /** A value around 0, mostly between -2 and 2. */
  normal(): number;
  text(alphabet: string, length: number): string;
  hex(length: number): string;
};

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const text = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet.charAt(between(0, alphabet.length - 1))).join('');
  return {
    branch: (name) => createRandom(createHash('sha256').update(`${seed} ${name}`).digest().readUInt32LE()),
    next,
    between,
    chance: (share) => next() < share,
    pick: (list) => list[between(0, list.length - 1)] ?? list[0],
    weighted(list) {
      let left = next() * list.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, value] of list) {
        left -= weight;
        if (left < 0) return value;
      }
      throw new Error('nothing to choose from');
    },
    normal: () => Array.from({ length: 6 }, next).reduce((sum, each) => sum + each, -3) * Math.SQRT2,
    text,
    hex: (length) => text('0123456789abcdef', length),
  };
}
