// @ts-check
// `npm test`: everything. Its last line is `N passed, N failed`, `, N skipped` only when there are; exit code 1 on any
// failure and when nothing ran. Until the packages are installed it uses nothing but Node itself.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './lib/checks.mjs';
import { countPlaywright, countVitest, exitCodeOf, none, sum, summaryLine } from './lib/counts.mjs';
import { findDrift, startPostgres } from './lib/infra.mjs';
import { ensureBuilt, ensureInstalled, requireNode } from './lib/install.mjs';
import { ensureDataDir, root } from './lib/paths.mjs';
import { createProgress } from './lib/progress.mjs';

/** @typedef {import('./lib/counts.mjs').Counts} Counts */

const progress = createProgress(process.stdout);

/**
 * @param {{ name: string, problems: string[] }[]} results
 * @returns {Counts}
 */
function show(results) {
  for (const { name, problems } of results) {
    console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name}`);
    for (const problem of problems) console.log(`     ${problem.replaceAll('\n', '\n     ')}`);
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
 * @returns {Promise<{ report: any, code: number }>} without a report when there is none
 */
async function runWithReport(args, into) {
  const directory = await mkdtemp(join(tmpdir(), 'tillgate-report-'));
  const file = join(directory, 'report.json');
  const more = into(file);
  try {
    const colours = process.stdout.isTTY ? {} : { NO_COLOR: '1' };
    const env = { ...process.env, TILLGATE_INSTALL: 'never', ...colours, ...more.env };
    const all = [...args, ...(more.args ?? [])];
    const child = spawn(process.execPath, all, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
    const [code] = await once(child, 'close');
    return { report: await readFile(file, 'utf8').then(JSON.parse, () => undefined), code: code ?? 1 };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Unit and integration tests. */
async function vitest() {
  const { report, code } = await runWithReport(
    ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json'],
    (file) => ({ args: [`--outputFile.json=${file}`] }),
  );
  return countVitest(report, code);
}

/** The dashboard in a browser. */
async function playwright() {
  const { report, code } = await runWithReport(
    ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e/browser', '--reporter=list,json'],
    (file) => ({ env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file } }),
  );
  return countPlaywright(report, code);
}

/**
 * All runners, in this order; each returns its counts. A new runner is a function here.
 * @type {{ name: string, run: () => Promise<Counts> }[]}
 */
const runners = [
  { name: 'verify', run: verify },
  { name: 'drift', run: drift },
  { name: 'vitest', run: vitest },
  { name: 'playwright', run: playwright },
];

async function prepare() {
  requireNode();
  const dataDir = await ensureDataDir(process.env);
  await ensureInstalled(progress, join(dataDir, 'logs/install.log'));
  // The end-to-end tests run the processes as they are deployed.
  await ensureBuilt(progress, join(dataDir, 'logs/build.log'));
}

/** @type {Counts[]} */
const counts = [];
try {
  await prepare();
  for (const { name, run } of runners) {
    try {
      counts.push(await run());
    } catch (error) {
      console.error(`FAIL ${name}`, error);
      counts.push({ ...none, failed: 1 });
    }
  }
} catch (error) {
  console.error(error instanceof Error && error.name === 'Problem' ? error.message : error);
  counts.push({ ...none, failed: 1 });
}
const total = sum(counts);
process.exitCode = exitCodeOf(total);
console.log(summaryLine(total));
