import { expect, it } from 'vitest';
import { judgePattern, matchReference } from './reference-pattern.ts';

it.each([
  ['[A-Z]{2}[0-9]{4}', 'AB1234', 'matches'],
  ['[A-Z]{2}[0-9]{4}', 'ab1234', 'matches'],
  ['[A-Z]{2}[0-9]{4}', 'XAB1234', 'differs'],
  ['a|b', 'ab', 'differs'],
  ['.*', '', 'matches'],
  ['a)|(?:b', 'b', 'invalid'],
  ['(', 'x', 'invalid'],
  ['.*', 'x'.repeat(65), 'differs'],
  ['x'.repeat(201), 'x', 'differs'],
] as const)('%s against %s: %s', (pattern, reference, verdict) => {
  expect(matchReference(pattern, reference)).toBe(verdict);
});

const slow = ['(a+)+x', '(a|aa)+x', '(.*)*x', '([a-z]+)*[0-9]', '(?:a?){40}a{40}x', '(a*)*(a*)*(a*)*x'];

it.each(slow)('%s takes a bounded time, a few times', (pattern) => {
  // Without the limits this would take hours.
  for (let n = 0; n < 1_000; n += 1) expect(matchReference(pattern, 'a'.repeat(60))).toBe('too_slow');
});

it.each([...slow, '(', 'a{2,1}'])('%s is refused as a rule', (pattern) => {
  expect(judgePattern(pattern)).toMatch(/takes too long|is not a regular expression/);
});

it.each(['[A-Z]{2}[0-9]{4}', 'INV-[0-9]+', '(HOUSE|FLAT) ?[0-9]{1,3}[A-D]?', '.{1,12}', '\\p{L}+'])(
  '%s is a fine rule',
  (pattern) => {
    expect(judgePattern(pattern)).toBeUndefined();
  },
);
