// @ts-check
import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest, exitCodeOf, sum, summaryLine } from './counts.mjs';

const file = (/** @type {string} */ status, /** @type {string[]} */ ...tests) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
});
const report = {
  numPassedTests: 2,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [file('passed', 'passed', 'passed')],
};

describe('summaryLine', () => {
  it('names skipped tests only when there are some', () => {
    expect(summaryLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
    expect(
      summaryLine(
        sum([
          { passed: 3, failed: 1, skipped: 0 },
          { passed: 1, failed: 0, skipped: 2 },
        ]),
      ),
    ).toBe('4 passed, 1 failed, 2 skipped');
  });
});

describe('exitCodeOf', () => {
  it('fails when anything failed and when nothing ran', () => {
    expect(exitCodeOf({ passed: 1, failed: 0, skipped: 5 })).toBe(0);
    expect(exitCodeOf({ passed: 1, failed: 1, skipped: 0 })).toBe(1);
    expect(exitCodeOf({ passed: 0, failed: 0, skipped: 5 })).toBe(1);
  });
});

describe('countPlaywright', () => {
  const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 1 };
  it('counts tests, and one that passed at the second try as failed', () => {
    expect(countPlaywright({ stats, errors: [] }, 0)).toEqual({ passed: 3, failed: 0, skipped: 1 });
    expect(countPlaywright({ stats: { ...stats, unexpected: 2, flaky: 1 }, errors: [] }, 1).failed).toBe(3);
  });
  it('counts what is no test: a stack that does not start, a run without a report, an exit code', () => {
    expect(countPlaywright({ stats, errors: [{}] }, 1).failed).toBe(1);
    expect(countPlaywright({ stats, errors: [] }, 1).failed).toBe(1);
    expect(countPlaywright(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe('countVitest', () => {
  it('counts tests', () => {
    expect(countVitest({ ...report, numFailedTests: 1, numPendingTests: 1, numTodoTests: 1 }, 1)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 2,
    });
  });

  it('counts a file that does not load as a failure', () => {
    expect(countVitest({ ...report, testResults: [file('failed')] }, 1).failed).toBe(1);
  });

  it('counts a run that ends badly as a failure although every test passed', () => {
    expect(countVitest(report, 1).failed).toBe(1);
    expect(countVitest(report, 0).failed).toBe(0);
  });

  it('counts a run that leaves no report as a failure', () => {
    expect(countVitest(undefined, 0).failed).toBe(1);
  });
});
