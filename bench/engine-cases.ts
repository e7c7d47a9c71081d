import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { findInngest } from '../e2e/support/binary.ts';
import { arrivedAt, connections, forget, pipelineRound, posting, type Size, untilArrived } from './cases.ts';
import { measureDeliveries } from './deliveries-floor.ts';
import { type EngineServer, startEngineServer } from './engine-server.ts';
import { costsOf, type Line, median, quantile } from './figures.ts';
import { load } from './load.ts';
import { cpuMsOf, startProgram } from './program.ts';
import type { World } from './world.ts';

/** What came within ten minutes at five to ten a second, for each callback of a round. */
const overduePerCallback = 2;
const pacedPerSecond = 20;
const pacedRounds = 6;

/** The product with one kind of engine. With a server it has another API, and one address for all workers. */
type Setting = { world: World; server?: EngineServer };

/** @returns a line that says so when there is no Inngest server on this machine */
async function withServer(world: World, path: string, work: (server: Setting) => Promise<Line[]>): Promise<Line[]> {
  const inngest = findInngest();
  if (!inngest) return [{ path, figure: 'SKIPPED: no `inngest` on the PATH, and no INNGEST_BIN' }];
  const server = await startEngineServer(inngest);
  const env = { ...world.env, ...server.env };
  const api = await startProgram('api', 'apps/public-api/dist/main.js', env);
  try {
    const cpu = () => ({ ...world.cpu(), api: cpuMsOf(api.pid), ...server.cpu() });
    const apiUrl = `http://127.0.0.1:${api.port}/functions/v1`;
    return await work({ server, world: { ...world, env, api, apiUrl, cpu } });
  } finally {
    await world.stopWorkers();
    await api.stop();
    await server.stop();
  }
}

async function startWorkers({ world, server }: Setting, count: number): Promise<void> {
  const workers = await Promise.all(Array.from({ length: count }, () => world.startWorker(server?.env)));
  await server?.serve(workers.map(({ port }) => port));
}

type Round = { perSecond: number; costs: Record<string, number> };

/** Callbacks to webhooks with workers that have just started and are warm. */
async function roundOf(setting: Setting, workers: number, { callbacks }: Size): Promise<Round> {
  const { world, server } = setting;
  await startWorkers(setting, workers);
  await pipelineRound(world, Math.ceil(callbacks / 4));
  await world.rest();
  const eventsBefore = await server?.events();
  let perSecond = 0;
  const costs = await costsOf(world, async () => {
    perSecond = await pipelineRound(world, callbacks);
    return callbacks;
  });
  await world.rest();
  await world.stopWorkers();
  if (!server || eventsBefore === undefined) return { perSecond, costs };
  return { perSecond, costs: { ...costs, events: ((await server.events()) - eventsBefore) / callbacks } };
}

/** An Inngest server with its default settings against the embedded engine, in turns. */
export function engines(embedded: World, size: Size): Promise<Line[]> {
  const path = 'callback to webhook, Inngest server, two workers';
  return withServer(embedded, path, async (server) => {
    const rounds: { two: Round; one: Round; server: Round }[] = [];
    for (let round = 0; round < size.rounds; round += 1) {
      rounds.push({
        two: await roundOf({ world: embedded }, 2, size),
        one: await roundOf({ world: embedded }, 1, size),
        server: await roundOf(server, 2, size),
      });
    }
    const of = (which: 'two' | 'one' | 'server') => median(rounds.map((round) => round[which].perSecond));
    const against = (which: 'two' | 'one') =>
      median(rounds.map((round) => round.server.perSecond / round[which].perSecond));
    const figure = `${of('server').toFixed(0)}/s`;
    const shown = (which: 'two' | 'one') => ({ figure, floor: `${of(which).toFixed(0)}/s`, ratio: against(which) });
    return [
      {
        path: `${path}, against two embedded`,
        ...shown('two'),
        goal: { ratio: 0.7 },
        costs: rounds.at(-1)?.server.costs ?? {},
      },
      { path: `${path}, against one embedded`, ...shown('one'), costs: rounds.at(-1)?.one.costs ?? {} },
      ...(await paced(embedded, server, size)),
    ];
  });
}

/** So many callbacks a second, each on its time whatever became of those before. */
async function paced(embedded: World, server: Setting, { singles }: Size): Promise<Line[]> {
  const count = singles * pacedRounds;
  const floor = await pacedRound({ world: embedded }, count);
  const took = await pacedRound(server, count);
  const path = `callback to webhook, Inngest server, ${pacedPerSecond}/s`;
  const line = (name: string, share: number, msMax: number): Line => {
    const ms = quantile(took, share);
    return {
      path: `${path}, ${name}`,
      figure: `${ms} ms`,
      floor: `${quantile(floor, share)} ms`,
      goal: { ms, msMax },
    };
  };
  return [line('p50', 0.5, 100), line('p99', 0.99, 1_000)];
}

async function pacedRound(setting: Setting, count: number): Promise<number[]> {
  const { world } = setting;
  await startWorkers(setting, 2);
  await pipelineRound(world, count);
  await world.rest();
  const prompts = await world.prompts(count);
  await forget(world);
  const startedAt = Date.now();
  const postedAt = new Map<string, number>();
  const posts: Promise<unknown>[] = [];
  for (const [n, { paymentId, token, body }] of prompts.entries()) {
    await pause(Math.max(0, startedAt + (n * 1000) / pacedPerSecond - Date.now()));
    postedAt.set(paymentId, Date.now());
    const headers = { 'content-type': 'application/json' };
    const posted = request(`${world.apiUrl}/stk-hook/${token}`, { method: 'POST', headers, body });
    posts.push(posted.then((answer) => answer.body.dump()));
  }
  await Promise.all(posts);
  await untilArrived(world, count);
  const { at } = await arrivedAt(world);
  await world.stopWorkers();
  return [...postedAt].map(([id, start]) => (at[id] ?? Number.NaN) - start);
}

/** Callbacks that came while neither a worker nor, if there is one, the Inngest server ran. */
export async function catchingUp(world: World, size: Size): Promise<Line[]> {
  const count = size.callbacks * overduePerCallback;
  const path = `catching up with ${count} callbacks, one worker`;
  const line = async (name: string, setting: Setting): Promise<Line> => {
    const rounds: (Round & { ratio: number; floor: number })[] = [];
    for (let round = 0; round < size.rounds; round += 1) {
      const floor = await measureDeliveries(world, size.callbacks);
      const made = await caughtUp(setting, count);
      rounds.push({ ...made, floor, ratio: made.perSecond / floor });
    }
    const of = (what: 'perSecond' | 'floor' | 'ratio') => median(rounds.map((round) => round[what]));
    return {
      path: `${path}, ${name}`,
      figure: `${of('perSecond').toFixed(0)}/s`,
      floor: `${of('floor').toFixed(0)}/s`,
      ratio: of('ratio'),
      goal: { perSecond: of('perSecond'), perSecondMin: 500 },
      costs: rounds.at(-1)?.costs ?? {},
    };
  };
  const embedded = await line('embedded', { world });
  const server = await withServer(world, `${path}, Inngest server`, async (setting) => [
    await line('Inngest server', setting),
  ]);
  return [embedded, ...server];
}

/** Payments a second from when the worker runs until the last webhook. */
async function caughtUp(setting: Setting, count: number): Promise<Round> {
  const { world, server } = setting;
  await server?.halt();
  const prompts = await world.prompts(count);
  await forget(world);
  await load(world.apiUrl, posting('/functions/v1', prompts), { connections, amount: count });
  await server?.resume();
  let startedAt = 0;
  const costs = await costsOf(world, async () => {
    await startWorkers(setting, 1);
    startedAt = Date.now();
    await untilArrived(world, count);
    return count;
  });
  const arrivals = Object.values((await arrivedAt(world)).at);
  await world.rest();
  const { count: posted } = await arrivedAt(world);
  if (posted !== count) throw new Error(`${count} payments had ${posted} webhooks.`);
  await world.stopWorkers();
  // The worker begins a little before it tells that it listens.
  const perSecond = (count * 1000) / (Math.max(...arrivals) - Math.min(startedAt, ...arrivals));
  return { perSecond, costs };
}
