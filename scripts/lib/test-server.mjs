// @ts-check
// Runs tests of the repository that it stands in, again and again, in one process: the database server starts once, and only
// what has changed is compiled again. Its parent sends `{ changed, folders }` and gets a verdict.
import { createVitest } from 'vitest/node';
import { verdictOf } from './mutation.mjs';
import { root } from './paths.mjs';

/** @typedef {{ status: string, fullName: string, failureMessages: string[] }} Failure */

/** What failed in the run that is under way: after the first failure, Vitest keeps what earlier runs said of other files. */
/** @type {{ tests: Failure[], files: string[] }} */
const failures = { tests: [], files: [] };

/** @type {import('vitest/node').Reporter} */
const listener = {
  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    if (state !== 'failed') return;
    const failureMessages = errors.map(({ message, stack }) => `${message}\n${stack ?? ''}`);
    failures.tests.push({ status: state, fullName: test.fullName, failureMessages });
  },
  onTestModuleEnd(testModule) {
    failures.files.push(...testModule.errors().map(({ message }) => message));
  },
};
const options = { root, watch: false, project: ['code'], bail: 1, reporters: [listener] };
// Each worker loads all modules again, which costs more than most tests do.
const vitest = await createVitest('test', { ...options, maxWorkers: 1 });

process.on('message', async (/** @type {{ changed: string[], folders: string[] }} */ { changed, folders }) => {
  for (const file of changed) vitest.invalidateFile(file);
  Object.assign(failures, { tests: [], files: [] });
  const tests = await vitest.globTestSpecifications(folders);
  const { unhandledErrors } = await vitest.runTestSpecifications(tests, false);
  const unhandled = unhandledErrors.length > 0 ? String(unhandledErrors[0]) : undefined;
  const message = failures.files[0] ?? unhandled;
  const hasFailed = failures.tests.length > 0 || message !== undefined;
  const result = { name: '', ...(message ? { message } : {}), assertionResults: failures.tests };
  process.send?.(verdictOf({ testResults: [result] }, hasFailed ? 1 : 0));
});
process.on('disconnect', async () => {
  await vitest.close();
  process.exit(0);
});
process.send?.('ready');
