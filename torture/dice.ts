import { createHash } from 'node:crypto';

/** Throws that depend on the seed and on what they are for, and not on when they are made. */
export type Dice = {
  /** A number from 0 to 1 for a name. The same name always gets the same number. */
  roll(...name: (string | number)[]): number;
  /** A whole number from `min` to `max`. */
  between(min: number, max: number, ...name: (string | number)[]): number;
};

/** Dice of a seed. */
export function diceOf(seed: number): Dice {
  const roll = (...name: (string | number)[]) => {
    const digest = createHash('sha256')
      .update(`${seed}|${name.join('|')}`)
      .digest();
    return digest.readUInt32BE(0) / 2 ** 32;
  };
  return {
    roll,
    between: (min, max, ...name) => min + Math.floor(roll(...name) * (max - min + 1)),
  };
}

/** Picks from shares that add up to at most 1; undefined for the rest. */
export function pick<Name extends string>(shares: Partial<Record<Name, number>>, roll: number): Name | undefined {
  let sum = 0;
  for (const [name, share] of Object.entries(shares) as [Name, number][]) {
    sum += share;
    if (roll < sum) return name;
  }
  return undefined;
}
