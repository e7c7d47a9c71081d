// @ts-check
// `npm run mutate`: plants faults in the money paths, one at a time, and runs the tests that have to notice them. A fault
// that no test notices survives. It works in a copy of the repository and takes an hour or more.
// Exit codes: 1 when a fault survives without a reason, 2 when the table has to be mended or the tests fail without a fault.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from './lib/arguments.mjs';
import { keepFilesInMemory } from './lib/files-in-memory.mjs';
import { ensureBuilt, ensureInstalled, requireNode } from './lib/install.mjs';
import { faultsOf, planted, staleness, verdictOf } from './lib/mutation.mjs';
import { ensureDataDir, root } from './lib/paths.mjs';
import { report } from './lib/problem.mjs';
import { createQuietProgress } from './lib/progress.mjs';
import { endCommands, runCaptured } from './lib/run.mjs';
import { onStopSignal } from './lib/stop-signals.mjs';
import { copyWorkspace } from './lib/workspace-copy.mjs';
import { rooms } from './mutants/rooms.mjs';

/** @typedef {import('./lib/mutation.mjs').Planted} Planted */
/** @typedef {import('./lib/mutation.mjs').Verdict} Verdict */
/** @typedef {Planted & { verdict: Verdict, seconds: number }} Judged */

keepFilesInMemory();

const usage = `npm run mutate                            every fault in every room
npm run mutate -- --only payments,orders  the faults of these rooms
npm run mutate -- --list                  what would be planted
npm run mutate -- --json                  the result as JSON on stdout; progress goes to stderr`;
/** Some faults make a loop that does not end. */
const runMinutesMax = 5;
const startedAt = Date.now();

const { only, list, json } = readArguments(usage, {
  only: { type: 'string' },
  list: { type: 'boolean' },
  json: { type: 'boolean' },
});

/** @param {string} text */
const say = (text) => (json ? process.stderr : process.stdout).write(`${text}\n`);

/** @param {number} since */
const secondsSince = (since) => Math.round((Date.now() - since) / 1000);

/** @param {string} sentence */
function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}

function chosen() {
  const names = typeof only === 'string' ? only.split(',') : Object.keys(rooms);
  const unknown = names.find((name) => !(name in rooms));
  if (unknown !== undefined) refuse(`There is no room ${unknown}. The rooms are ${Object.keys(rooms).join(', ')}.`);
  return faultsOf(rooms).filter(({ room }) => names.includes(room));
}

/**
 * Runs tests in the copy.
 * @param {string} copy
 * @param {string[]} tests
 * @returns {Promise<Verdict>}
 */
async function runTests(copy, tests) {
  const file = join(copy, 'mutation-report.json');
  rmSync(file, { force: true });
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project=code', '--bail=1', '--reporter=json'];
  const timeoutMs = runMinutesMax * 60_000;
  const { code } = await runCaptured(process.execPath, [...args, `--outputFile=${file}`, ...tests], {
    cwd: copy,
    timeoutMs,
  });
  try {
    return verdictOf(JSON.parse(readFileSync(file, 'utf8')), code);
  } catch {
    return { kind: 'killed', by: `the time limit of ${runMinutesMax} minutes, or the end of the test process` };
  }
}

/**
 * The verdict about one fault. The file is whole again afterwards.
 * @param {string} copy
 * @param {Planted} fault
 * @returns {Promise<Verdict>}
 */
async function judge(copy, fault) {
  const file = join(copy, fault.path);
  const whole = readFileSync(file, 'utf8');
  writeFileSync(file, planted(whole, fault) ?? whole);
  try {
    return await runTests(copy, fault.tests);
  } finally {
    writeFileSync(file, whole);
  }
}

/**
 * Tests that fail anyway would seem to notice every fault.
 * @param {string} copy
 * @param {string[]} folders
 */
async function demandSound(copy, folders) {
  say(`Running ${folders.join(' ')} without a fault …`);
  const verdict = await runTests(copy, folders);
  if (verdict.kind === 'survived') return;
  const why = verdict.kind === 'killed' ? verdict.by : verdict.why;
  refuse(`The tests in ${folders.join(' ')} fail without a fault, so they prove nothing. Mend them first: ${why}`);
}

/**
 * @param {string} copy
 * @param {Planted[]} faults
 * @returns {Promise<Judged[]>}
 */
async function judgeAll(copy, faults) {
  /** @type {Set<string>} */
  const sound = new Set();
  /** @type {Judged[]} */
  const judged = [];
  for (const [index, fault] of faults.entries()) {
    const unproven = fault.tests.filter((folder) => !sound.has(folder));
    if (unproven.length > 0) await demandSound(copy, unproven);
    for (const folder of unproven) sound.add(folder);
    const since = Date.now();
    const verdict = await judge(copy, fault);
    judged.push({ ...fault, verdict, seconds: secondsSince(since) });
    const by = verdict.kind === 'killed' ? ` by: ${verdict.by}` : '';
    const place = `${index + 1}/${faults.length}`;
    say(`${place} ${secondsSince(startedAt)} s  ${verdict.kind}  ${fault.path}: ${fault.harm}${by}`);
  }
  return judged;
}

/** @param {Judged[]} judged */
function conclude(judged) {
  const of = (/** @type {Verdict['kind']} */ kind) => judged.filter(({ verdict }) => verdict.kind === kind);
  const survivors = of('survived');
  const unexplained = survivors.filter(({ survives }) => survives === undefined);
  const broken = of('broken');
  const outdated = judged.filter(({ verdict, survives }) => verdict.kind === 'killed' && survives !== undefined);
  for (const { path, harm, survives } of survivors) {
    say(`SURVIVED ${path}: ${harm}\n     ${survives ?? 'No test notices it. Write one in the room.'}`);
  }
  for (const { path, harm, verdict } of broken) {
    say(`BROKEN ${path}: ${harm}\n     It does not run: ${verdict.kind === 'broken' && verdict.why}`);
  }
  for (const { path, harm } of outdated) say(`KILLED ${path}: ${harm}\n     Remove its reason: a test notices it.`);
  const counts = `${of('killed').length} killed, ${survivors.length} survived (${unexplained.length} without a reason)`;
  say(`${judged.length} faults: ${counts}, ${broken.length} broken, in ${secondsSince(startedAt)} s`);
  if (json) process.stdout.write(`${JSON.stringify(judged, undefined, 2)}\n`);
  process.exitCode = broken.length + outdated.length > 0 ? 2 : unexplained.length > 0 ? 1 : 0;
}

/** @param {Planted[]} faults */
async function mutate(faults) {
  requireNode();
  const progress = createQuietProgress(process.stderr);
  const dataDir = await ensureDataDir(process.env);
  await ensureInstalled(progress, join(dataDir, 'logs/install.log'));
  await ensureBuilt(progress, join(dataDir, 'logs/generate.log'), ['generate']);
  const copy = copyWorkspace(root);
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
  onStopSignal((reason) => {
    say(`Ended by ${reason}. Nothing in the repository was changed.`);
    endCommands();
    process.exit(130);
  });
  conclude(await judgeAll(copy, faults));
}

const faults = chosen();
const stale = faults.flatMap((fault) => staleness(root, fault) ?? []);
if (stale.length > 0) refuse(stale.join('\n'));
if (list) {
  for (const { room, path, harm } of faults) say(`${room}  ${path}: ${harm}`);
  say(`${faults.length} faults in ${new Set(faults.map(({ room }) => room)).size} rooms`);
} else {
  await mutate(faults).catch(report);
}
