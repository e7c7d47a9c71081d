import { expect, it } from 'vitest';
import { promptOutcome } from './prompt-outcome.ts';

it.each([
  ['0', 'success'],
  ['4999', 'open'],
  ['500.001.1001', 'open'],
  ['1032', 'failed'],
  ['1037', 'failed'],
  ['SFC_IC0003', 'failed'],
  ['01', 'failed'],
  ['-1', 'failed'],
])('a prompt with the result %s is %s', (code, outcome) => {
  expect(promptOutcome(code)).toBe(outcome);
});
