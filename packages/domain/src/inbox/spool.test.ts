import { describe, expect, it } from 'vitest';
import { afterAttempt, hasRoom, spoolBytesMax, spoolCountMax, spoolTriesMax } from './spool.ts';

describe('the room of the spool', () => {
  it.each([
    [{ count: 1, bytes: 100_000 }, true, true],
    [{ count: spoolCountMax, bytes: spoolBytesMax }, true, true],
    [{ count: spoolCountMax + 1, bytes: 1 }, true, false],
    [{ count: 1, bytes: spoolBytesMax + 1 }, true, false],
    [{ count: spoolCountMax / 4, bytes: spoolBytesMax / 4 }, false, true],
    [{ count: spoolCountMax / 4 + 1, bytes: 1 }, false, false],
    [{ count: 1, bytes: spoolBytesMax / 4 + 1 }, false, false],
  ])('with %j in it, from the provider: %s, has room: %s', (used, isProvider, expected) => {
    expect(hasRoom(used, isProvider)).toBe(expected);
  });
});

it.each([
  ['stored', 1, 'next'],
  ['unknown', 1, 'next'],
  ['refused', 1, 'next'],
  ['outage', 1_000_000, 'wait'],
  ['error', 1, 'wait'],
  ['error', spoolTriesMax - 1, 'wait'],
  ['error', spoolTriesMax, 'set_aside'],
] as const)('after %s at try %i: %s', (outcome, tries, then) => {
  expect(afterAttempt(outcome, tries)).toBe(then);
});
