import { describe, expect, it } from 'vitest';
import { periodProblem } from './period.ts';

const now = new Date('2026-06-30T12:00:00Z');
const at = (text: string) => new Date(`${text}T00:00:00Z`);

describe('a range of time', () => {
  it.each([
    [{}, undefined],
    [{ createdTo: at('2020-01-01') }, undefined],
    [{ createdFrom: at('2026-01-01'), createdTo: at('2026-01-02') }, undefined],
    [{ createdFrom: at('2024-01-01'), createdTo: at('2026-01-01') }, undefined],
    [{ createdFrom: at('2024-01-01'), createdTo: at('2026-01-02') }, /at most two years/],
    [{ createdFrom: at('2020-01-01') }, /at most two years/],
    [{ createdFrom: at('2026-01-02'), createdTo: at('2026-01-02') }, /must be after createdFrom/],
    [{ createdFrom: at('2026-01-02'), createdTo: at('2026-01-01') }, /must be after createdFrom/],
  ])('%j: %s', (period, problem) => {
    const found = periodProblem(period, now);
    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found?.wrong.message).toMatch(problem);
  });
});
