import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { collection, type Size } from './cases.ts';
import { type Line, quantile } from './figures.ts';
import { load } from './load.ts';
import type { World } from './world.ts';

const times = 2;
/** So many that commits are shared as much as they can be. */
const connections = 256;
const secondsMin = 20;
const tickMs = 5;
const socketsMax = 10_000;
/** Two seconds that are tolerated, one that it takes to notice, and what has queued up by then. */
const goalMs = 6_000;

type Arrived = { tookMs: number; status: number };

/** A disk that takes its time. The machine that asks is then not what is too slow. */
const slowWrites = `
  CREATE FUNCTION bench_slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.02); RETURN NEW; END $$;
  CREATE TRIGGER bench_slow BEFORE INSERT ON payments FOR EACH ROW EXECUTE FUNCTION bench_slow()`;
const usualWrites = 'DROP TRIGGER bench_slow ON payments; DROP FUNCTION bench_slow()';

/** Requests that arrive at twice the rate at which they can be answered, whether those before them have an answer or not. */
export async function overload(world: World, size: Size): Promise<Line[]> {
  await world.db.pool.query(slowWrites);
  try {
    return await measure(world, size);
  } finally {
    await world.db.pool.query(usualWrites);
  }
}

async function measure(world: World, size: Size): Promise<Line[]> {
  const next = () => collection(world.key, '/functions/v1/collect');
  const most = await load(world.apiUrl, next, { connections, seconds: size.seconds });
  const seconds = Math.max(secondsMin, size.seconds * 2);
  const answers = await arrive(world, most.perSecond * times, seconds);
  const taken = answers.filter(({ status }) => status === 202).map(({ tookMs }) => tookMs);
  const refused = answers.filter(({ status }) => status === 503).map(({ tookMs }) => tookMs);
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  const others = [...counts].filter(([status]) => status !== 202 && status !== 503);
  const lost =
    others.map(([status, n]) => `${n} ${status === 0 ? 'without an answer' : status}`).join(', ') || 'no other';
  const shown = (took: number[]) =>
    `p50 ${Math.round(quantile(took, 0.5))}, p99 ${Math.round(quantile(took, 0.99))} ms`;
  return [
    {
      path: `POST /collect at ${times} times what can be answered: accepted`,
      figure: `${taken.length} of ${answers.length} in ${seconds} s, ${shown(taken)}`,
      floor: `${most.perSecond.toFixed(0)}/s`,
      goal: { ms: quantile(taken, 0.99), msMax: goalMs },
    },
    { path: 'refused with 503', figure: `${refused.length}, ${shown(refused)}; ${lost}` },
  ];
}

async function arrive({ apiUrl, key }: World, perSecond: number, seconds: number): Promise<Arrived[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: socketsMax });
  const answers: Promise<Arrived>[] = [];
  const startedAt = performance.now();
  for (;;) {
    const elapsedMs = performance.now() - startedAt;
    if (elapsedMs > seconds * 1000) break;
    while (answers.length < (elapsedMs * perSecond) / 1000) answers.push(one());
    await pause(tickMs);
  }
  const arrived = await Promise.all(answers);
  agent.destroy();
  return arrived;

  function one(): Promise<Arrived> {
    const begun = performance.now();
    const { path, body, ...rest } = collection(key, '/functions/v1/collect');
    return new Promise((resolve) => {
      const end = (status = 0) => resolve({ tookMs: performance.now() - begun, status });
      request(new URL(path, apiUrl), { ...rest, agent }, (answer) => {
        answer.resume().on('end', () => end(answer.statusCode));
      })
        .on('error', () => end())
        .end(body);
    });
  }
}
