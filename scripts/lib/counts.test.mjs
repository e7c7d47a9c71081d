// @ts-check
import { describe, expect, it } from 'vitest';
import {
  countPlaywright,
  countVitest,
  exitCodeOf,
  failuresOfPlaywright,
  failuresOfVitest,
  resultOfPlaywright,
  resultOfVitest,
  sum,
  summaryLine,
} from './counts.mjs';

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

describe('what failed, at the end of the output', () => {
  it('names tests and files of Vitest, with the first lines of the error', () => {
    const testResults = [
      {
        status: 'failed',
        name: '/app/money.test.ts',
        assertionResults: [
          { status: 'passed', fullName: 'adds' },
          { status: 'failed', fullName: 'subtracts', failureMessages: ['\u001b[31mexpected 1\u001b[39m\n  at line 3'] },
        ],
      },
      { status: 'failed', name: '/app/broken.test.ts', message: 'no such module', assertionResults: [] },
    ];
    expect(failuresOfVitest({ ...report, testResults })).toEqual([
      'FAIL /app/money.test.ts > subtracts\n     expected 1\n       at line 3',
      'FAIL /app/broken.test.ts\n     no such module',
    ]);
    expect(failuresOfVitest(report)).toEqual([]);
    expect(failuresOfVitest(undefined)).toEqual([]);
  });

  it('names a runner that failed without a failed test, and none that passed', () => {
    const unexplained = (/** @type {string} */ runner) => [
      `FAIL ${runner}\n     It failed without a failed test. Its output above has the error.`,
    ];
    expect(resultOfVitest(report, 0).failures).toEqual([]);
    expect(resultOfVitest(report, 1).failures).toEqual(unexplained('vitest'));
    expect(resultOfVitest(undefined, 1).failures).toEqual(unexplained('vitest'));
    expect(resultOfPlaywright(undefined, 1).failures).toEqual(unexplained('playwright'));
  });

  it('names tests of Playwright that failed or passed at the second try, and what broke outside them', () => {
    const spec = (/** @type {string} */ title, /** @type {string} */ status) => ({
      title,
      ok: status === 'expected',
      tests: [{ status, results: [{ errors: status === 'expected' ? [] : [{ message: 'not visible' }] }] }],
    });
    const suites = [
      {
        title: 'keys.spec.ts',
        specs: [spec('lists', 'expected'), spec('filters', 'flaky')],
        suites: [{ title: 'dialog', specs: [spec('closes', 'unexpected')] }],
      },
    ];
    const stats = { expected: 1, unexpected: 1, flaky: 1, skipped: 0 };
    expect(failuresOfPlaywright({ stats, errors: [{ message: 'no stack' }], suites })).toEqual([
      'FAIL playwright\n     no stack',
      'FAIL keys.spec.ts > filters\n     not visible',
      'FAIL keys.spec.ts > dialog > closes\n     not visible',
    ]);
    expect(failuresOfPlaywright(undefined)).toEqual([]);
  });
});
