import { setTimeout as pause } from 'node:timers/promises';
import type { SeededMerchant } from '@tillgate/domain/testing';
import { request } from 'undici';
import { costsOf, type Line, median, quantile } from './figures.ts';
import { type Load, load, type Request } from './load.ts';
import type { Prompt, World } from './world.ts';

/** How long and how often everything is measured. */
export type Size = { seconds: number; rounds: number; callbacks: number; singles: number; waiting: number };

export const connections = 32;
/** The code of a path is compiled by then. */
const warmUpSecondsMin = 3;
const quietMs = 10;
const patienceMs = 60_000;

type Round = { product: Load; floor: Load };

type Compared = { figure: string; floor: string; ratio: number; p99: number };

/**
 * Measures the product and the floor in turns, after a warm-up of each, and compares their medians. `p99` is the product's as a
 * multiple of the floor's.
 */
export async function compare(
  { rounds, seconds }: Size,
  product: (seconds: number) => Promise<Load>,
  floor: (seconds: number) => Promise<Load>,
): Promise<Compared> {
  const warmUp = Math.max(warmUpSecondsMin, seconds / 2);
  await product(warmUp);
  await floor(warmUp);
  const made: Round[] = [];
  for (let round = 0; round < rounds; round += 1)
    made.push({ product: await product(seconds), floor: await floor(seconds) });
  const of = (which: keyof Round, what: keyof Load) => median(made.map((round) => round[which][what]));
  const shown = (which: keyof Round) =>
    `${of(which, 'perSecond').toFixed(0)}/s, p50 ${of(which, 'p50')} ms, p99 ${of(which, 'p99')} ms`;
  const ratio = median(made.map((round) => round.product.perSecond / round.floor.perSecond));
  const p99 = of('product', 'p99') / of('floor', 'p99');
  return { figure: shown('product'), floor: shown('floor'), ratio, p99 };
}

let sent = 0;

export function collection(key: string, path: string): Request {
  sent += 1;
  const phone = `2547${String(sent % 100_000_000).padStart(8, '0')}`;
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': `bench-${process.pid}-${sent}`,
  };
  return { method: 'POST', path, headers, body: JSON.stringify({ amount: 100, phone }) };
}

/** The floor of a request of the API, and what has to be reached against it. */
type Floor = { prefix: string; suffix: string; collect: Line['goal']; status: Line['goal'] };
const usual: Floor = { prefix: '', suffix: '', collect: { ratio: 0.7 }, status: { ratio: 0.85 } };
/** Asks nobody who they are. */
export const bare: Floor = {
  prefix: '/bare',
  suffix: ', against a floor without authentication',
  collect: { ratio: 0.85, p99Max: 1.3 },
  status: { ratio: 0.9, p99Max: 1.3 },
};

export async function collect(world: World, size: Size, { prefix, suffix, collect: goal } = usual): Promise<Line> {
  const { key } = world;
  const compared = await compare(
    size,
    (seconds) => load(world.apiUrl, () => collection(key, '/functions/v1/collect'), { connections, seconds }),
    (seconds) => load(world.floorUrl, () => collection(key, `${prefix}/collect`), { connections, seconds }),
  );
  const costs = await costsOf(world, async () => {
    const next = () => collection(key, '/functions/v1/collect');
    return (await load(world.apiUrl, next, { connections, seconds: size.seconds })).answered;
  });
  return { path: `POST /collect${suffix}`, ...compared, ...(goal && { goal }), costs };
}

const rulesOfCase = 10;

/** The same for a merchant with ten rules for prompts, against one without any. */
export async function collectWithRules(world: World, size: Size): Promise<Line> {
  const [ruled, plain] = [await world.anotherMerchant(), await world.anotherMerchant()];
  await world.db.pool.query(
    `INSERT INTO guard_rules (id, application_id, environment, kind, mode, settings, created_by, created_at)
     SELECT gen_random_uuid(), $1, 'sandbox', kind::"GuardRuleKind", 'refuse', settings::json, 'operator', now()
     FROM (VALUES ('prompts_per_phone', '{"count": 5, "minutes": 10}'), ('unanswered_streak', '{"prompts": 3, "pauseMinutes": 120}'),
       ('first_prompt_max', '{"max": 150000}')) AS kinds(kind, settings), generate_series(1, 4) LIMIT $2`,
    [ruled.applicationId, rulesOfCase],
  );
  const of = (merchant: typeof ruled) => (seconds: number) => {
    const { key } = merchant.key('sandbox');
    return load(world.apiUrl, () => collection(key, '/functions/v1/collect'), { connections, seconds });
  };
  const compared = await compare(size, of(ruled), of(plain));
  return { path: 'POST /collect with ten rules, against none', ...compared, goal: { ratio: 0.9 } };
}

export async function status(world: World, size: Size, { prefix, suffix, status: goal } = usual): Promise<Line> {
  const [prompt] = await world.prompts(1);
  const id = prompt?.paymentId ?? '';
  await world.db.pool.query(
    `UPDATE payments SET status = 'success', result_code = '0', result_desc = 'ok', settled_at = now(), settled_by = 'callback',
      provider_receipt = 'TB' || upper(right(id::text, 10)), next_query_at = NULL WHERE id = $1`,
    [id],
  );
  const headers = { authorization: `Bearer ${world.key}` };
  const next = (path: string) => (): Request => ({ method: 'GET', path: `${path}/${id}`, headers });
  const compared = await compare(
    size,
    (seconds) => load(world.apiUrl, next('/functions/v1/status'), { connections, seconds }),
    (seconds) => load(world.floorUrl, next(`${prefix}/status`), { connections, seconds }),
  );
  const costs = await costsOf(world, async () => {
    const options = { connections, seconds: size.seconds };
    return (await load(world.apiUrl, next('/functions/v1/status'), options)).answered;
  });
  return { path: `GET /status, settled${suffix}`, ...compared, ...(goal && { goal }), costs };
}

export const posting = (path: string, prompts: Prompt[]) => {
  const waiting = prompts.values();
  return (): Request => {
    const { value } = waiting.next();
    if (!value) throw new Error('There are no more prompts.');
    const { token, body } = value;
    return { method: 'POST', path: `${path}/stk-hook/${token}`, headers: { 'content-type': 'application/json' }, body };
  };
};

/** The acknowledgement alone, while workers settle what comes in. */
export async function hook(world: World, size: Size): Promise<Line> {
  const amount = size.callbacks;
  const postAll = async (url: string, path: string) => {
    const prompts = await world.prompts(amount + connections);
    return load(url, posting(path, prompts), { connections, amount });
  };
  const compared = await compare(
    size,
    () => postAll(world.apiUrl, '/functions/v1'),
    () => postAll(world.floorUrl, ''),
  );
  return { path: 'hook, with settlement behind it', ...compared, goal: { ratio: 0.7 } };
}

type Arrived = { count: number; at: Record<string, number> };

export const arrivedAt = async ({ receiver }: World) =>
  (await (await request(`http://127.0.0.1:${receiver.port}/arrived`)).body.json()) as Arrived;
export const forget = async ({ receiver }: World) => {
  await request(`http://127.0.0.1:${receiver.port}/arrived`, { method: 'DELETE' });
};

/** Waits until as many payments have their webhook. Gives up when none came for a while. */
export async function untilArrived({ receiver }: World, payments: number): Promise<void> {
  let last = { payments: 0, at: Date.now() };
  for (;;) {
    const counted = (await (await request(`http://127.0.0.1:${receiver.port}/count`)).body.json()) as {
      payments: number;
    };
    if (counted.payments >= payments) return;
    if (counted.payments > last.payments) last = { payments: counted.payments, at: Date.now() };
    if (Date.now() - last.at > patienceMs)
      throw new Error(`${last.payments} of ${payments} webhooks arrived, and no more within ${patienceMs / 1000} s.`);
    await pause(quietMs);
  }
}

/** Callbacks posted at once, until the merchant has every webhook. Returns payments per second. */
export async function pipelineRound(world: World, count: number): Promise<number> {
  const prompts = await world.prompts(count);
  await forget(world);
  const startedAt = Date.now();
  await load(world.apiUrl, posting('/functions/v1', prompts), { connections, amount: count });
  await untilArrived(world, count);
  const { count: posted, at } = await arrivedAt(world);
  if (posted !== count) throw new Error(`${count} payments had ${posted} webhooks.`);
  return (count * 1000) / (Math.max(...Object.values(at)) - startedAt);
}

/** Payments per second from callback to webhook. With a floor, both take turns, and the ratio is that of their rounds. */
export async function pipeline(
  world: World,
  size: Size,
  path: string,
  floor?: () => Promise<number>,
): Promise<Line & { perSecond: number }> {
  await pipelineRound(world, Math.ceil(size.callbacks / 4));
  const rounds: { product: number; floor: number }[] = [];
  let costs = {};
  for (let round = 0; round < size.rounds; round += 1) {
    let product = 0;
    costs = await costsOf(world, async () => {
      product = await pipelineRound(world, size.callbacks);
      return size.callbacks;
    });
    rounds.push({ product, floor: (await floor?.()) ?? Number.NaN });
  }
  const perSecond = median(rounds.map(({ product }) => product));
  const made = { path, figure: `${perSecond.toFixed(0)}/s`, perSecond, costs };
  if (!floor) return made;
  const ratio = median(rounds.map((round) => round.product / round.floor));
  return { ...made, floor: `${median(rounds.map((round) => round.floor)).toFixed(0)}/s`, ratio };
}

/**
 * {@link latency} while as many callbacks of another tenant, posted just before, wait to be settled.
 */
export async function latencyBesideBacklog(world: World, size: Size, merchant: SeededMerchant): Promise<Line[]> {
  await world.stopWorkers();
  const prompts = await world.prompts(size.waiting + connections, { merchant, nextQueryInSeconds: 86_400 });
  await load(world.apiUrl, posting('/functions/v1', prompts), { connections, amount: size.waiting });
  await world.startWorker();
  const few = { ...size, singles: Math.min(size.singles, 20) };
  return latency(world, few, `the same while ${size.waiting} callbacks of another tenant are settled`);
}

/** One callback after the other, each with time to come to its end. As many go before them, so that all code is compiled. */
export async function latency(
  world: World,
  size: Size,
  path: string,
  goals?: { p50: number; worst: number },
): Promise<Line[]> {
  await singles(world, size.singles);
  const took = await singles(world, size.singles);
  const [p50, worst] = [quantile(took, 0.5), Math.max(...took)];
  return [
    { path: `${path}, p50`, figure: `${p50} ms`, ...(goals && { goal: { ms: p50, msMax: goals.p50 } }) },
    {
      path: `${path}, worst of ${size.singles}`,
      figure: `${worst} ms`,
      ...(goals && { goal: { ms: worst, msMax: goals.worst } }),
    },
  ];
}

/** Returns for each callback the milliseconds until its webhook. */
async function singles(world: World, count: number): Promise<number[]> {
  const prompts = await world.prompts(count);
  await forget(world);
  const postedAt = new Map<string, number>();
  for (const [n, { paymentId, token, body }] of prompts.entries()) {
    postedAt.set(paymentId, Date.now());
    const answer = await request(`${world.apiUrl}/stk-hook/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    await answer.body.dump();
    await untilArrived(world, n + 1);
    await pause(50);
  }
  const { at } = await arrivedAt(world);
  return [...postedAt].map(([id, start]) => (at[id] ?? Number.NaN) - start);
}
