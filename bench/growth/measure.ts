import { collect, latency, pipeline, type Size, status } from '../cases.ts';
import { type Line, median, quantile } from '../figures.ts';
import { createWorld, type World } from '../world.ts';
import { fill } from './fill.ts';
import { type Read, readsOf } from './reads.ts';

/** A read may take this much longer than statements by hand. */
const handMax = 1.5;
/** A request may cost this much more with the most payments than with the fewest. */
const growthMax = 1.2;
const warmUps = 5;
const sides = ['product', 'hand'] as const;

type Filled = { world: World; count: number };

/** How reads, and the money paths, fare as payments become many. Worlds of all sizes stand side by side. */
export async function measureGrowth(counts: number[], rounds: number): Promise<Line[]> {
  const worlds: Filled[] = [];
  try {
    for (const count of counts) {
      const world = await createWorld();
      worlds.push({ world, count });
      await fill(world, count);
    }
    const lines: Line[] = [];
    for (const filled of worlds) lines.push(await measureDisk(filled), ...(await measureReads(filled, rounds)));
    const [fewest, ...more] = worlds;
    const most = more.at(-1);
    if (fewest && most) lines.push(...(await measureMoney(fewest, most)));
    return lines;
  } finally {
    for (const { world } of worlds) await world.close();
  }
}

const written = (ms: number) => ms.toFixed(ms < 10 ? 2 : 1);
const shown = (took: number[]) => `p50 ${written(median(took))} ms, p95 ${written(quantile(took, 0.95))} ms`;

async function measureReads({ world, count }: Filled, rounds: number): Promise<Line[]> {
  const reads = await readsOf(world);
  const took = new Map(reads.map(({ name }) => [name, { product: [] as number[], hand: [] as number[] }]));
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const read of reads) {
      // Whoever comes second finds the rows in the processor's cache.
      for (const by of round % 2 === 0 ? sides : sides.toReversed()) {
        const ms = await timed(read, by);
        if (round >= 0) took.get(read.name)?.[by].push(ms);
      }
    }
  }
  return [...took].map(([name, { product, hand }]) => {
    const ratio = median(hand) / median(product);
    const path = `${name}, of ${count.toLocaleString('en')}`;
    console.error(`${path}: ${shown(product)}, by hand ${shown(hand)}`);
    return { path, figure: shown(product), floor: shown(hand), ratio, goal: { ratio: 1 / handMax } };
  });
}

/** The bytes on disk for each payment, with indexes, of the tables that take the most. */
async function measureDisk({ world, count }: Filled): Promise<Line> {
  const { rows } = await world.db.pool.query<{ name: string; bytes: string }>(
    `SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 2 DESC`,
  );
  const each = rows.map(({ name, bytes }) => [name, Math.round(Number(bytes) / count)] as const);
  const sum = each.reduce((total, [, bytes]) => total + bytes, 0);
  return {
    path: `disk for each payment, of ${count.toLocaleString('en')}`,
    figure: `${sum} bytes`,
    costs: Object.fromEntries(each.slice(0, 9)),
  };
}

async function timed(read: Read, by: 'product' | 'hand'): Promise<number> {
  const startedAt = performance.now();
  await read[by]();
  return performance.now() - startedAt;
}

const size: Size = { seconds: 4, rounds: 1, callbacks: 1_000, singles: 30, waiting: 0 };
const turns = 3;
const paths = [
  ['POST /collect', (world: World) => collect(world, size)],
  ['GET /status, settled', (world: World) => status(world, size)],
  ['callback to webhook', (world: World) => pipeline(world, size, '')],
] as const;

/** The cost of a request on the largest database against the smallest, in turns, and the time to a webhook on both. */
async function measureMoney(fewest: Filled, most: Filled): Promise<Line[]> {
  const lines: Line[] = [];
  const both = [fewest, most];
  const named = (path: string, { count }: Filled) => `${path}, of ${count.toLocaleString('en')}`;
  for (const { world } of both) await world.startWorker();
  for (const [path, measure] of paths) {
    const made = new Map(both.map((filled) => [filled, [] as Record<string, number>[]]));
    for (let turn = 0; turn < turns; turn += 1) {
      for (const filled of both) {
        await filled.world.rest();
        const { costs } = await measure(filled.world);
        made.get(filled)?.push(costs ?? {});
      }
    }
    const cpu = (filled: Filled) => median((made.get(filled) ?? []).map(cpuOf));
    const figure = `${cpu(most).toFixed(0)} µs of CPU`;
    const floor = `${cpu(fewest).toFixed(0)} µs of ${fewest.count.toLocaleString('en')}`;
    const costs = made.get(most)?.at(-1);
    const ratio = cpu(fewest) / cpu(most);
    lines.push({
      path: named(path, most),
      figure,
      floor,
      ratio,
      goal: { ratio: 1 / growthMax },
      ...(costs && { costs }),
    });
  }
  for (const filled of both) {
    await filled.world.rest();
    lines.push(...(await latency(filled.world, size, named('callback to webhook', filled), { p50: 20, worst: 60 })));
  }
  return lines;
}

const cpuOf = (costs: Record<string, number>) =>
  Object.entries(costs).reduce((sum, [name, value]) => sum + (name.endsWith('µs') ? value : 0), 0);
