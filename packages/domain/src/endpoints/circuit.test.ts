import { describe, expect, it } from 'vitest';
import { circuitWindowFrom, isCircuitTripped } from './circuit.ts';

describe('the circuit opens', () => {
  it.each([
    [0, 0, false],
    [9, 9, false],
    [10, 6, false],
    [10, 7, true],
    [10, 10, true],
    [100, 69, false],
    [100, 70, true],
    [200, 140, true],
  ])('after %i attempts with %i failures: %s', (attempts, failures, tripped) => {
    expect(isCircuitTripped({ attempts, failures })).toBe(tripped);
  });
});

describe('what counts', () => {
  const now = new Date('2026-03-01T10:00:00.000Z');
  it.each([
    ['the last five minutes', null, '2026-03-01T09:55:00.000Z'],
    ['no failure from before it was closed', '2026-03-01T09:59:00.000Z', '2026-03-01T09:59:00.000Z'],
    [
      'not more than five minutes, however long ago it was closed',
      '2026-02-01T00:00:00.000Z',
      '2026-03-01T09:55:00.000Z',
    ],
  ])('%s', (_name, closedAt, from) => {
    expect(circuitWindowFrom(now, closedAt === null ? null : new Date(closedAt))).toEqual(new Date(from));
  });
});
