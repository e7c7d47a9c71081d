// @ts-check
// `npm test`: everything. Its last line is `N passed, N failed`, `, N skipped` only when there are; exit code 1 on any
// failure and when nothing ran. Until the packages are installed it uses nothing but Node itself.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './lib/checks.mjs';
import {
  countPlaywright,
  countVitest,
  exitCodeOf,
  failuresOfPlaywright,
  failuresOfVitest,
  none,
  sum,
  summaryLine,
} from './lib/counts.mjs';
import { findDrift, startPostgres } from './lib/infra.mjs';
import { ensureBuilt, ensureInstalled, requireNode } from './lib/install.mjs';
import { ensureDataDir, root } from './lib/paths.mjs';
import { createProgress } from './lib/progress.mjs';

/** @typedef {import('./lib/counts.mjs').Counts} Counts */

const progress = createProgress(process.stdout);

/** What failed, for the end of the output: a lane can end long before the other one. @type {string[]} */
const failures = [];

/**
 * @param {{ name: string, problems: string[] }[]} results
 * @returns {Counts}
 */
function show(results) {
  for (const { name, problems } of results) {
    console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name}`);
    for (const problem of problems) console.log(`     ${problem.replaceAll('\n', '\n     ')}`);
    if (problems.length > 0) failures.push(`FAIL ${name}`);
  }
  const failed = results.filter(({ problems }) => problems.length > 0).length;
  return { ...none, passed: results.length - failed, failed };
}

/** What `npm run verify` checks, each check counted as a test. */
async function verify() {
  return show(await progress.step('Verifying', () => runChecks(root)));
}

/** The migrations make exactly the schema. */
async function drift() {
  const dataDir = await mkdtemp(join(tmpdir(), 'tillgate-drift-'));
  const server = await startPostgres({ dataDir, durable: false });
  try {
    const sql = await findDrift(server.url('postgres'));
    const problems = sql ? [`Run node scripts/migration.mjs new <name>. Missing:\n${sql}`] : [];
    return show([{ name: 'migrations make the schema', problems }]);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * Runs a program that writes a report, and returns what is in it.
 * @param {string[]} args for Node, in the repository
 * @param {(file: string) => { args?: string[], env?: Record<string, string> }} into how the report gets into a file
 * @param {{ isHeld?: boolean }} [options] `isHeld`: its output is shown when it ends, because another program runs beside it
 * @returns {Promise<{ report: any, code: number }>} without a report when there is none
 */
async function runWithReport(args, into, { isHeld = false } = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'tillgate-report-'));
  const file = join(directory, 'report.json');
  const more = into(file);
  const held = isHeld ? await open(join(directory, 'output.txt'), 'w+') : undefined;
  try {
    const colours = process.stdout.isTTY && !held ? {} : { NO_COLOR: '1' };
    const env = { ...process.env, TILLGATE_INSTALL: 'never', ...colours, ...more.env };
    const all = [...args, ...(more.args ?? [])];
    const output = held?.fd ?? 'inherit';
    const child = spawn(process.execPath, all, { cwd: root, env, stdio: ['ignore', output, output] });
    const [code] = await once(child, 'close');
    if (held) process.stdout.write(await readFile(join(directory, 'output.txt')));
    return { report: await readFile(file, 'utf8').then(JSON.parse, () => undefined), code: code ?? 1 };
  } finally {
    await held?.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/**
 * Runs projects of vitest.config.ts.
 * @param {string[]} projects
 * @param {{ isHeld?: boolean }} [options]
 */
async function vitest(projects, options) {
  const chosen = projects.map((name) => `--project=${name}`);
  const { report, code } = await runWithReport(
    ['node_modules/vitest/vitest.mjs', 'run', ...chosen, '--reporter=default', '--reporter=json'],
    (file) => ({ args: [`--outputFile.json=${file}`] }),
    options,
  );
  failures.push(...failuresOfVitest(report));
  return countVitest(report, code);
}

/** The dashboard in a browser. */
async function playwright() {
  const { report, code } = await runWithReport(
    ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e/browser', '--reporter=list,json'],
    (file) => ({ env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file } }),
    { isHeld: true },
  );
  failures.push(...failuresOfPlaywright(report));
  return countPlaywright(report, code);
}

/** A busy machine can spoil a measurement, but not three in a row. */
const benchTriesMax = 3;

/** No ratio of the bench is less than half of what it was. */
async function bench() {
  const args = ['--import', 'tsx', 'bench/main.ts', '--short', '--only', 'collect,status,hook,pipeline'];
  for (let tries = 1; ; tries += 1) {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    const [code] = await once(child, 'close');
    if (code === 0) return show([{ name: 'the money paths are as fast as they were', problems: [] }]);
    if (tries === benchTriesMax)
      return show([
        { name: 'the money paths are as fast as they were', problems: ['npm run bench -- --short says more.'] },
      ]);
  }
}

/** @typedef {{ name: string, run: () => Promise<Counts> }} Runner */

/** These need all cores for a short time. @type {Runner[]} */
const first = [
  { name: 'verify', run: verify },
  { name: 'drift', run: drift },
];

/**
 * Lanes run side by side, the runners of a lane in this order. The second lane waits for processes most of the time, so
 * that the first one can use the cores. Each runner returns its counts. A new one is a function here.
 * @type {Runner[][]}
 */
const lanes = [
  [{ name: 'vitest', run: () => vitest(['code', 'screens']) }],
  [
    { name: 'e2e', run: () => vitest(['e2e'], { isHeld: true }) },
    { name: 'playwright', run: playwright },
  ],
];

/** What is measured has the machine for itself. @type {Runner[]} */
const last = [{ name: 'bench', run: bench }];

/**
 * @param {Runner[]} runners
 * @returns {Promise<Counts>}
 */
async function inOrder(runners) {
  let counts = none;
  for (const { name, run } of runners) {
    try {
      counts = sum([counts, await run()]);
    } catch (error) {
      console.error(`FAIL ${name}`, error);
      counts = sum([counts, { ...none, failed: 1 }]);
    }
  }
  return counts;
}

async function prepare() {
  requireNode();
  const dataDir = await ensureDataDir(process.env);
  await ensureInstalled(progress, join(dataDir, 'logs/install.log'));
  // The end-to-end tests run the processes as they are deployed.
  await ensureBuilt(progress, join(dataDir, 'logs/build.log'));
}

/** @returns {Promise<Counts>} */
async function testAll() {
  try {
    await prepare();
  } catch (error) {
    console.error(error instanceof Error && error.name === 'Problem' ? error.message : error);
    return { ...none, failed: 1 };
  }
  const checked = await inOrder(first);
  const tested = await Promise.all(lanes.map(inOrder));
  return sum([checked, ...tested, await inOrder(last)]);
}

const total = await testAll();
process.exitCode = exitCodeOf(total);
for (const failure of failures) console.log(failure);
console.log(summaryLine(total));
