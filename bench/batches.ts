import { setTimeout as pause } from 'node:timers/promises';
import { browseBatchRows, compareBatch, getBatchDetail } from '@tillgate/domain/reading/batches';
import { request } from 'undici';
import { type Line, median, quantile } from './figures.ts';
import { type Installation, install, steady } from './sizing.ts';
import { createWorld } from './world.ts';

const rowCount = 5_000;
const readTurns = 60;
/** Collections a second beside the batch, and for how long in each turn. */
const collectsPerSecond = 20;
const turnSeconds = 15;
const turns = 3;
const checkMs = 20;
const patienceMs = 120_000;

type Batches = { at(path: string, body?: object): Promise<Record<string, unknown>> };

function batchesOf({ world, apiUrl }: Installation): Batches {
  const headers = { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' };
  return {
    async at(path, body) {
      const options = body ? { method: 'POST' as const, body: JSON.stringify(body) } : { method: 'GET' as const };
      const answer = await request(`${apiUrl}/payout-batches${path}`, { ...options, headers });
      const text = await answer.body.text();
      if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${text}`);
      return JSON.parse(text) as Record<string, unknown>;
    },
  };
}

async function untilStatus({ at }: Batches, batchId: string, status: string): Promise<void> {
  const giveUpAt = Date.now() + patienceMs;
  while ((await at(`/${batchId}`)).status !== status) {
    if (Date.now() > giveUpAt) throw new Error(`The batch is not ${status} after ${patienceMs / 1000} s.`);
    await pause(checkMs);
  }
}

/** Makes a batch of as many rows as one may have. Returns its id and how long its checks took. */
async function make(batches: Batches, name: string): Promise<{ batchId: string; checkedMs: number }> {
  const rows = Array.from({ length: rowCount }, (_, n) => ({
    phone: `25471${String(n).padStart(7, '0')}`,
    // The simulated account has KES 5 million.
    amount: 10 + (n % 90),
    name: `Person Number ${n}`,
    reference: `EMP-${n}`,
  }));
  const startedAt = performance.now();
  const batchId = String((await batches.at('', { name, rows })).batchId);
  await untilStatus(batches, batchId, 'draft');
  return { batchId, checkedMs: performance.now() - startedAt };
}

/** What the page of a batch reads, all at once: the batch, a page of its rows, and the batch before it. */
async function timeReads({ world }: Installation, batchId: string): Promise<number[]> {
  const ctx = world.merchant.as('sandbox');
  const took: number[] = [];
  for (let turn = 0; turn < readTurns; turn += 1) {
    const startedAt = performance.now();
    const before = String(1 + Math.floor((turn * rowCount) / readTurns));
    await Promise.all([
      getBatchDetail(ctx, { batchId }),
      browseBatchRows(ctx, { batchId, before, limit: 50 }),
      compareBatch(ctx, { batchId }),
    ]);
    took.push(performance.now() - startedAt);
  }
  return took;
}

/** p95 of collections while the batch pauses and while it is sent, in turns. */
async function timeCollects(installation: Installation, batches: Batches, batchId: string) {
  const p95 = async () => quantile(await steady(installation, collectsPerSecond, turnSeconds), 0.95);
  const [without, beside]: [number[], number[]] = [[], []];
  await batches.at(`/${batchId}/submit`, { acceptWarnings: true });
  await untilStatus(batches, batchId, 'running');
  const paidBefore = (await batches.at(`/${batchId}`)).counts as { good: number };
  for (let turn = 0; turn < turns; turn += 1) {
    beside.push(await p95());
    await batches.at(`/${batchId}/pause`, {});
    without.push(await p95());
    await batches.at(`/${batchId}/resume`, {});
  }
  const left = (await batches.at(`/${batchId}`)).counts as { good: number };
  return { without: median(without), beside: median(beside), handed: paidBefore.good - left.good };
}

/** A batch of payouts with as many rows as one may have: its checks, its page, and prompts beside its sending. */
export async function measureBatches(): Promise<Line[]> {
  const world = await createWorld();
  try {
    const installation = await install(world);
    const batches = batchesOf(installation);
    await make(batches, 'Payroll');
    const { batchId, checkedMs } = await make(batches, 'Payroll');
    const reads = await timeReads(installation, batchId);
    await steady(installation, collectsPerSecond, turnSeconds);
    const { without, beside, handed } = await timeCollects(installation, batches, batchId);
    const p95 = quantile(reads, 0.95);
    return [
      line(`checks of ${rowCount} rows`, checkedMs, 5_000),
      line('what its page reads, p95', p95, 300),
      {
        path: `POST /collect beside it (${handed} rows sent), p95`,
        figure: `${beside.toFixed(0)} ms`,
        floor: `${without.toFixed(0)} ms while it pauses`,
        ratio: without / beside,
        goal: { ratio: 0.95 },
      },
    ];
  } finally {
    await world.close();
  }
}

const line = (path: string, ms: number, msMax: number): Line => {
  return { path, figure: `${ms.toFixed(0)} ms`, goal: { ms, msMax } };
};
