/**
 * Measures the money paths of built processes against what they cost at least on the same machine and database:
 *   npm run bench                 about five minutes
 *   npm run bench -- --full       longer rounds
 *   npm run bench -- --short      about a minute
 *   npm run bench -- --check      as short: fails when a ratio is less than half of the one in bench/results.json
 *   npm run bench -- --only pipeline,idle
 *   npm run bench -- --only overload   twice what can be answered; only when asked for
 *   npm run bench -- --batches    a batch of 5,000 payouts: its checks, its page, and prompts while it is sent
 *   npm run bench -- --browser    what pages weigh, and their largest paint on a slow phone
 *   npm run bench -- --footprint  seconds until npm start is ready, and memory; --full with an hour of half load
 *   npm run bench -- --storage    what a payment leaves in each table, and what it costs to write it
 *   npm run bench -- --sizing     a steady load: CPU, memory, WAL and disk of a payment on your machine;
 *                                 --rates 10,30,100 --seconds 60 are the usual ones
 *   npm run bench -- --growth     reads and money paths with 10 thousand and a million payments; --full with ten million;
 *                                 --payments 10000,2000000 with others
 * Ratios within one run say something; figures of different machines do not compare.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import {
  bare,
  collect,
  collectWithRules,
  hook,
  latency,
  latencyBesideBacklog,
  pipeline,
  type Size,
  status,
} from './cases.ts';
import { measureDeliveries } from './deliveries-floor.ts';
import { catchingUp, engines } from './engine-cases.ts';
import { isReached, type Line, table } from './figures.ts';
import { linkCases } from './link-cases.ts';
import { measureOther, others } from './others.ts';
import { overload } from './overload.ts';
import { createWorld } from './world.ts';

const sizes: Record<'short' | 'normal' | 'full', Size> = {
  short: { seconds: 2, rounds: 3, callbacks: 500, singles: 20, waiting: 2_000 },
  normal: { seconds: 5, rounds: 3, callbacks: 2_000, singles: 50, waiting: 10_000 },
  full: { seconds: 15, rounds: 5, callbacks: 10_000, singles: 200, waiting: 10_000 },
};
const usual = [
  ...['collect', 'rules', 'links', 'status', 'hook', 'pipeline', 'idle', 'backlog', 'fairness', 'workers', 'engines'],
  'catching-up',
];
const names = [...usual, 'overload'];
const resultsFile = new URL('results.json', import.meta.url);

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    only: { type: 'string', default: usual.join(',') },
    save: { type: 'boolean', default: false },
    ...others,
  },
});
if (await measureOther(values)) process.exit();
const chosen = values.only.split(',');
const unknown = chosen.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}: choose of ${names.join(', ')}.`);
  process.exit(2);
}
const size = sizes[values.full ? 'full' : values.short || values.check ? 'short' : 'normal'];
const lines: Line[] = [];
const add = (...more: Line[]) => {
  lines.push(...more);
  for (const { path, figure, ratio } of more)
    console.error(`${path}: ${figure}${ratio === undefined ? '' : `, ratio ${ratio.toFixed(2)}`}`);
};
const wants = (name: string) => chosen.includes(name);

const world = await createWorld();
try {
  if (wants('collect')) {
    add(await collect(world, size));
    await world.rest();
    add(await collect(world, size, bare));
  }
  await world.rest();
  if (wants('rules')) add(await collectWithRules(world, size));
  await world.rest();
  if (wants('overload')) add(...(await overload(world, size)));
  await world.rest();
  if (wants('status')) add(await status(world, size), await status(world, size, bare));
  await world.startWorker();
  if (wants('links')) add(...(await linkCases(world, size)));
  await world.rest();
  if (wants('hook')) add(await hook(world, size));
  await world.rest();
  if (wants('pipeline') || wants('workers')) {
    const deliveries = () => measureDeliveries(world, size.callbacks);
    const made = await pipeline(world, size, 'callback to webhook, one worker', deliveries);
    add({ ...made, goal: { ratio: 0.5 } });
    if (wants('workers')) {
      await world.startWorker();
      const two = await pipeline(world, size, 'two workers against one');
      add({ ...two, floor: made.figure, ratio: two.perSecond / made.perSecond });
      await world.stopWorkers();
      await world.startWorker();
    }
  }
  if (wants('engines') || wants('catching-up')) {
    await world.stopWorkers();
    if (wants('engines')) add(...(await engines(world, size)));
    if (wants('catching-up')) add(...(await catchingUp(world, size)));
    await world.startWorker();
  }
  await world.rest();
  if (wants('idle')) add(...(await latency(world, size, 'callback to webhook, idle', { p50: 20, worst: 60 })));
  if (wants('backlog')) {
    await world.prompts(size.waiting, { merchant: await world.anotherMerchant(), nextQueryInSeconds: 0 });
    const goals = { p50: 20, worst: 60 };
    add(...(await latency(world, size, `the same while ${size.waiting} prompts of another tenant wait`, goals)));
  }
  if (wants('fairness')) add(...(await latencyBesideBacklog(world, size, await world.anotherMerchant())));
} finally {
  await world.close();
}
console.log(
  `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}, npm run bench -- ${process.argv.slice(2).join(' ')}`,
);
console.log(table(lines));
if (values.save) {
  const kept = lines.map(({ path, figure, floor, ratio, costs }) => ({ path, figure, floor, ratio, costs }));
  await writeFile(
    resultsFile,
    `${JSON.stringify({ node: process.version, cores: cpus().length, lines: kept }, null, 2)}\n`,
  );
}
if (values.check) {
  const known: { lines: Line[] } = JSON.parse(await readFile(resultsFile, 'utf8'));
  const halved = lines.filter(({ path, ratio }) => {
    const before = known.lines.find((line) => line.path === path)?.ratio;
    // How far it is above the floor depends on how much comes at once, and so on what else the machine does.
    return ratio !== undefined && before !== undefined && ratio < Math.min(before, 1) / 2;
  });
  for (const { path, ratio } of halved) console.error(`${path} has halved: its ratio is ${ratio?.toFixed(2)}.`);
  if (halved.length > 0) process.exit(1);
}
if (lines.some((line) => isReached(line) === false)) console.log('Not every goal is reached.');
