// @ts-check

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @type {Counts} */
export const none = { passed: 0, failed: 0, skipped: 0 };

/**
 * @param {Counts[]} parts
 * @returns {Counts}
 */
export function sum(parts) {
  return parts.reduce(
    (total, part) => ({
      passed: total.passed + part.passed,
      failed: total.failed + part.failed,
      skipped: total.skipped + part.skipped,
    }),
    none,
  );
}

/**
 * The last line of `npm test`.
 * @param {Counts} counts
 * @returns {string}
 */
export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * A run is good when something was tested and nothing failed.
 * @param {Counts} counts
 * @returns {number} exit code
 */
export function exitCodeOf({ passed, failed }) {
  return failed === 0 && passed > 0 ? 0 : 1;
}

/** @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] }} PlaywrightReport */

/**
 * Counts of a Playwright run. A test that passed only when it was tried again did not pass.
 * @param {PlaywrightReport | undefined} report undefined when the run left none
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countPlaywright(report, exitCode) {
  if (!report) return { ...none, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky + report.errors.length;
  return { passed: expected, failed: failed === 0 && exitCode !== 0 ? 1 : failed, skipped };
}

/**
 * @typedef {{
 *   numPassedTests: number,
 *   numFailedTests: number,
 *   numPendingTests: number,
 *   numTodoTests: number,
 *   testResults: { status: string, assertionResults: { status: string }[] }[],
 * }} VitestReport
 */

/**
 * Counts of a Vitest run. What leaves no trace in the tests counts as a failure of its own: a file that does not load, a
 * hook that fails, a run that crashes.
 * @param {VitestReport | undefined} report undefined when the run left none
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countVitest(report, exitCode) {
  if (!report) return { ...none, failed: 1 };
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}
