import { expect, it } from 'vitest';
import { pairsOf } from './pairs.ts';

const known = (at: string) => ({ at, cents: 1 });

it.each([
  ['', []],
  ['a', []],
  ['ab', ['a b']],
  ['abc', ['b c', 'a b', 'a c']],
  ['abcd', ['c d', 'b c', 'a b', 'a d']],
])('the balances %j make the pairs %j', (history, pairs) => {
  expect(pairsOf([...history].map(known)).map(({ key }) => key)).toEqual(pairs);
});
