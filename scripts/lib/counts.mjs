// @ts-check
import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/**
 * What a runner came to: a text for each failure, and how long each file took.
 * @typedef {{ counts: Counts, failures: string[], files: { name: string, seconds: number }[] }} Result
 */

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
 * @param {Result[]} parts
 * @returns {Result}
 */
export function joinResults(parts) {
  return {
    counts: sum(parts.map(({ counts }) => counts)),
    failures: parts.flatMap(({ failures }) => failures),
    files: parts.flatMap(({ files }) => files),
  };
}

/**
 * A result without files, such as that of a check.
 * @param {number} passed
 * @param {string[]} failures
 * @returns {Result}
 */
export function plainResult(passed, failures) {
  return { counts: { ...none, passed, failed: failures.length }, failures, files: [] };
}

const secondMs = 1000;
const slowestShown = 10;

/**
 * The ten slowest files, a line each.
 * @param {Result['files']} files
 * @returns {string[]}
 */
export function slowest(files) {
  return [...files]
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, slowestShown)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
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

/**
 * @typedef {{
 *   title: string,
 *   suites?: PlaywrightSuite[],
 *   specs: { title: string, ok: boolean, file?: string, tests: { status: string, results: { duration?: number, errors: { message?: string }[] }[] }[] }[],
 * }} PlaywrightSuite
 * @typedef {{
 *   stats: { expected: number, unexpected: number, flaky: number, skipped: number },
 *   errors: { message?: string }[],
 *   suites?: PlaywrightSuite[],
 * }} PlaywrightReport
 */

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
 * @param {PlaywrightReport | undefined} report
 * @returns {string[]} a text for each test that failed, or passed only when it was tried again: its name and its error
 */
export function failuresOfPlaywright(report) {
  /** @type {(suites: PlaywrightSuite[], above: string) => string[]} */
  const inSuites = (suites, above) =>
    suites.flatMap(({ title, specs, suites: within = [] }) => [
      ...specs.flatMap((spec) => {
        const failed = spec.tests.filter(({ status }) => status === 'unexpected' || status === 'flaky');
        return failed.map(({ results }) => {
          const message = results.flatMap(({ errors }) => errors)[0]?.message;
          return describeFailure(`${above}${title} > ${spec.title}`, message);
        });
      }),
      ...inSuites(within, `${above}${title} > `),
    ]);
  const broken = report?.errors.map(({ message }) => describeFailure('playwright', message)) ?? [];
  return [...broken, ...inSuites(report?.suites ?? [], '')];
}

/**
 * @param {PlaywrightReport | undefined} report
 * @param {number} exitCode
 * @returns {Result}
 */
export function resultOfPlaywright(report, exitCode) {
  /** @type {Map<string, number>} */
  const byFile = new Map();
  /** @type {(suites: PlaywrightSuite[]) => void} */
  const add = (suites) => {
    for (const { specs, suites: within = [] } of suites) {
      for (const { file = '', tests } of specs) {
        const ms = tests.flatMap(({ results }) => results).reduce((total, { duration = 0 }) => total + duration, 0);
        byFile.set(file, (byFile.get(file) ?? 0) + ms / secondMs);
      }
      add(within);
    }
  };
  add(report?.suites ?? []);
  const counts = countPlaywright(report, exitCode);
  return {
    counts,
    failures: explained('playwright', counts, failuresOfPlaywright(report)),
    files: [...byFile].map(([name, seconds]) => ({ name: `e2e/browser/${name}`, seconds })),
  };
}

/**
 * @typedef {{ status: string, fullName?: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ status: string, name?: string, message?: string, startTime?: number, endTime?: number, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{
 *   numPassedTests: number,
 *   numFailedTests: number,
 *   numPendingTests: number,
 *   numTodoTests: number,
 *   testResults: VitestFile[],
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

/**
 * @param {VitestReport | undefined} report
 * @returns {string[]} a text for each test that failed and each file that did not load: its name and its error
 */
export function failuresOfVitest(report) {
  return (report?.testResults ?? []).flatMap(({ status, name = '', message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [describeFailure(name, message)];
    return failed.map((test) => describeFailure(`${name} > ${test.fullName}`, test.failureMessages?.[0]));
  });
}

/**
 * @param {VitestReport | undefined} report
 * @param {number} exitCode
 * @returns {Result}
 */
export function resultOfVitest(report, exitCode) {
  const files = (report?.testResults ?? []).map(({ name = '', startTime = 0, endTime = 0 }) => ({
    name,
    seconds: (endTime - startTime) / secondMs,
  }));
  const counts = countVitest(report, exitCode);
  return { counts, failures: explained('vitest', counts, failuresOfVitest(report)), files };
}

/**
 * A runner that fails without a failed test, because of an error outside of tests or a crash, is named too.
 * @param {string} runner
 * @param {Counts} counts
 * @param {string[]} failures
 * @returns {string[]}
 */
function explained(runner, { failed }, failures) {
  if (failed === 0 || failures.length > 0) return failures;
  return [describeFailure(runner, 'It failed without a failed test. Its output above has the error.')];
}

const linesOfFailure = 12;

/**
 * @param {string} name
 * @param {string | undefined} message
 * @returns {string} the name, and the first lines of the message under it
 */
function describeFailure(name, message = '') {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, linesOfFailure);
  return [`FAIL ${name}`, ...lines.map((line) => `     ${line}`.trimEnd())].join('\n');
}
