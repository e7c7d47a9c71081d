// @ts-check
// `npm run mutate`: plants faults in the money paths, one at a time, and runs the tests that have to notice them. A fault
// that no test notices survives. It works in a copy of the repository.
// Exit codes: 1 when a fault survives without a reason, 2 when the table has to be mended or the tests fail without a fault.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from './lib/arguments.mjs';
import { keepFilesInMemory } from './lib/files-in-memory.mjs';
import { ensureBuilt, ensureInstalled, requireNode } from './lib/install.mjs';
import { faultsOf, staleness } from './lib/mutation.mjs';
import { openSession } from './lib/mutation-session.mjs';
import { ensureDataDir, root } from './lib/paths.mjs';
import { report } from './lib/problem.mjs';
import { createQuietProgress } from './lib/progress.mjs';
import { onStopSignal } from './lib/stop-signals.mjs';
import { copyWorkspace } from './lib/workspace-copy.mjs';
import { rooms } from './mutants/rooms.mjs';

/** @typedef {import('./lib/mutation.mjs').Planted} Planted */
/** @typedef {import('./lib/mutation.mjs').Verdict} Verdict */
/** @typedef {ReturnType<typeof openSession>} Session */
/** @typedef {Planted & { verdict: Verdict, seconds: number }} Judged */

keepFilesInMemory();

const usage = `npm run mutate                            every fault in every room
npm run mutate -- --only payments,orders  the faults of these rooms
npm run mutate -- --match "two workers"    the faults whose harm has these words
npm run mutate -- --list                  what would be planted
npm run mutate -- --json                  the result as JSON on stdout; progress goes to stderr`;
const startedAt = Date.now();

const { only, match, list, json } = readArguments(usage, {
  only: { type: 'string' },
  match: { type: 'string' },
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
  const words = typeof match === 'string' ? match : '';
  return faultsOf(rooms).filter(({ room, harm }) => names.includes(room) && harm.includes(words));
}

/**
 * Tests that fail anyway would seem to notice every fault.
 * @param {Session} session
 * @param {string[]} folders
 */
async function demandSound(session, folders) {
  say(`Running ${folders.join(' ')} without a fault …`);
  const verdict = await session.run(folders);
  if (verdict.kind === 'survived') return;
  const why = verdict.kind === 'killed' ? verdict.by : verdict.why;
  session.kill();
  refuse(`The tests in ${folders.join(' ')} fail without a fault, so they prove nothing. Mend them first: ${why}`);
}

/**
 * @param {Session} session
 * @param {Planted[]} faults
 * @returns {Promise<Judged[]>}
 */
async function judgeAll(session, faults) {
  /** @type {Set<string>} */
  const sound = new Set();
  /** @type {Judged[]} */
  const judged = [];
  for (const [index, fault] of faults.entries()) {
    const unproven = fault.tests.filter((folder) => !sound.has(folder));
    if (unproven.length > 0) await demandSound(session, unproven);
    for (const folder of unproven) sound.add(folder);
    const since = Date.now();
    const verdict = await session.judge(fault);
    // A database server that has seen hundreds of cut off tests is of no use.
    if (faults[index + 1]?.room !== fault.room) await session.close();
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
  const session = openSession(copy);
  onStopSignal((reason) => {
    say(`Ended by ${reason}. Nothing in the repository was changed.`);
    session.kill();
    process.exit(130);
  });
  conclude(await judgeAll(session, faults));
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
