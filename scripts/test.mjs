// @ts-check
// `npm test`: everything in its short form. `npm run test:long`: the same with all its length and breadth, and the bench.
// `--shard 1/3` runs a third of the tests; the first one also makes the checks.
// The last line is `N passed, N failed`, `, N skipped` only when there are; before it stand the failures and the slowest
// files. Exit code 1 on any failure and when nothing ran. .data/test-result.json keeps the result. Until the packages are
// installed it uses nothing but Node itself.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArguments } from './lib/arguments.mjs';
import {
  exitCodeOf,
  joinResults,
  plainResult,
  resultOfPlaywright,
  resultOfVitest,
  slowest,
  summaryLine,
} from './lib/counts.mjs';
import { keepFilesInMemory } from './lib/files-in-memory.mjs';
import { findDrift, startPostgres } from './lib/infra.mjs';
import { ensureBuilt, ensureInstalled, requireNode } from './lib/install.mjs';
import { ensureDataDir, root } from './lib/paths.mjs';
import { createProgress } from './lib/progress.mjs';
import { keepResult, treeOfNow } from './lib/test-result.mjs';

/** @typedef {import('./lib/counts.mjs').Result} Result */

keepFilesInMemory();

const { long, shard: part } = readArguments(
  `npm test                       every guarantee, in its short form
npm run test:long              the same with all its length and breadth, and the bench
npm test -- --shard 1/3        a third of the tests`,
  { long: { type: 'boolean' }, shard: { type: 'string' } },
);
const isLong = long === true;
const shard = part === undefined ? undefined : String(part);
const shards = shard ? [`--shard=${shard}`] : [];
const seedMax = 1_000_000;
const progress = createProgress(process.stdout);

/** Fixed seeds are set where they are used. The long tier draws one, unless TILLGATE_SEED repeats an earlier run. */
const seed = process.env.TILLGATE_SEED ?? (isLong ? String(Math.floor(Math.random() * seedMax)) : undefined);
const tierEnv = { ...(isLong && { TILLGATE_LONG_TESTS: '1' }), ...(seed && { TILLGATE_SEED: seed }) };

/** What `npm run verify` checks, each check counted as a test. */
async function verify() {
  const { runChecks } = await import('./lib/checks.mjs');
  const results = await progress.step('Verifying', () => runChecks(root));
  const failed = results.filter(({ problems }) => problems.length > 0);
  const failures = failed.map(
    ({ name, problems }) => `FAIL ${name}\n     ${problems.join('\n').replaceAll('\n', '\n     ')}`,
  );
  return plainResult(results.length - failed.length, failures);
}

/** The migrations make exactly the schema. */
async function drift() {
  const dataDir = await mkdtemp(join(tmpdir(), 'tillgate-drift-'));
  const server = await startPostgres({ dataDir, durable: false });
  try {
    const sql = await findDrift(server.url('postgres'));
    if (!sql) return plainResult(1, []);
    return plainResult(0, [
      `FAIL migrations make the schema\n     Run node scripts/migration.mjs new <name>. Missing:\n${sql}`,
    ]);
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
    const env = { ...process.env, ...tierEnv, TILLGATE_INSTALL: 'never', ...colours, ...more.env };
    const child = spawn(process.execPath, ['--single-threaded-gc', ...args, ...(more.args ?? [])], {
      cwd: root,
      env,
      stdio: held ? ['ignore', held.fd, held.fd] : ['ignore', 'inherit', 'inherit'],
    });
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
 * @param {number} workers
 * @param {{ isHeld?: boolean, files?: string[], env?: Record<string, string> }} [options] `files`: these alone
 */
async function vitest(projects, workers, { files = [], env, ...options } = {}) {
  const chosen = projects.map((name) => `--project=${name}`);
  const { report, code } = await runWithReport(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...files,
      `--maxWorkers=${workers}`,
      ...chosen,
      ...shards,
      '--reporter=default',
      '--reporter=json',
    ],
    (file) => ({ args: [`--outputFile.json=${file}`], ...(env && { env }) }),
    options,
  );
  return resultOfVitest(report, code);
}

/** The dashboard in a browser. */
async function playwright() {
  const { report, code } = await runWithReport(
    ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e/browser', ...shards, '--reporter=list,json'],
    (file) => ({ env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file } }),
  );
  return resultOfPlaywright(report, code);
}

/** No ratio of the bench is less than half of what it was. It needs the machine for itself. */
async function bench() {
  const args = ['--import', 'tsx', 'bench/main.ts', '--check', '--only', 'collect,status,hook,pipeline'];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'close');
  return code === 0 ? plainResult(1, []) : plainResult(0, ['FAIL the money paths are as fast as they were']);
}

/** @typedef {{ name: string, run: () => Promise<Result> }} Runner A new one is a function here. */

/** @type {Runner[]} */
const checks = [
  { name: 'verify', run: verify },
  { name: 'drift', run: drift },
];

/**
 * Lanes run side by side, the runners of a lane one after the other. A worker of the code waits for Postgres part of the
 * time, so three of them keep two cores busy. The worker of the second lane waits for processes most of the time. Both
 * lanes take about as long.
 * @type {Runner[][]}
 */
const lanes = [
  [
    ...(shard === undefined || shard.startsWith('1/') ? checks : []),
    { name: 'code and screens', run: () => vitest(['code', 'screens'], 3) },
    { name: 'browser', run: playwright },
  ],
  [{ name: 'processes', run: () => vitest(['e2e'], 1, { isHeld: true }) }],
];

/** What is measured has the machine for itself. @type {Runner[]} */
const last = isLong
  ? [
      { name: 'bench', run: bench },
      {
        name: 'noisy neighbours',
        run: () => vitest(['e2e'], 1, { files: ['e2e/noisy-neighbours.test.ts'], env: { TILLGATE_MEASURE: '1' } }),
      },
    ]
  : [];

async function prepare() {
  requireNode();
  const dataDir = await ensureDataDir(process.env);
  await ensureInstalled(progress, join(dataDir, 'logs/install.log'));
  // The end-to-end tests run the processes as they are deployed.
  await ensureBuilt(progress, join(dataDir, 'logs/build.log'));
}

/** Milliseconds that all cores were busy with anything since the machine started. */
const busyMs = () => cpus().reduce((total, { times }) => total + times.user + times.nice + times.sys + times.irq, 0);

/**
 * @param {Runner[]} runners
 * @returns {Promise<Result>}
 */
async function inOrder(runners) {
  const results = [];
  for (const { name, run } of runners) {
    const [startedAt, busyBefore] = [Date.now(), busyMs()];
    results.push(await run().catch((error) => plainResult(0, [`FAIL ${name}\n     ${error?.stack ?? error}`])));
    const ms = Date.now() - startedAt;
    console.log(
      `${name}: ${Math.round(ms / 1000)} s, ${((busyMs() - busyBefore) / ms).toFixed(1)} cores busy meanwhile`,
    );
  }
  return joinResults(results);
}

/** @returns {Promise<Result>} */
async function testAll() {
  try {
    await prepare();
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'Problem';
    return plainResult(0, [
      `FAIL prepare\n     ${isKnown ? error.message : error instanceof Error ? error.stack : error}`,
    ]);
  }
  const tested = await Promise.all(lanes.map(inOrder));
  return joinResults([...tested, await inOrder(last)]);
}

const startedAt = Date.now();
const tree = treeOfNow();
if (seed) console.log(`TILLGATE_SEED=${seed}`);
const { counts, failures, files } = await testAll();
process.exitCode = exitCodeOf(counts);
for (const failure of failures) console.log(failure.replaceAll(root, '.'));
const slow = slowest(files).map((line) => line.replaceAll(`${root}/`, ''));
if (slow.length > 0) console.log(`The slowest files:\n${slow.join('\n')}`);
const seconds = Math.round((Date.now() - startedAt) / 1000);
keepResult({ ...tree, tier: isLong ? 'long' : 'short', seed, ...counts, seconds, failures, slowest: slow });
console.log(`${seconds} s`);
console.log(summaryLine(counts));
