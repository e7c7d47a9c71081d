import { createExport, downloadExport } from '@tillgate/domain/exports';
import type { SeededMerchant } from '@tillgate/domain/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { announcer } from './support/announcer.ts';
import { chooseSeed, randomFrom } from './support/chaos.ts';
import { call } from './support/client.ts';
import { merchantWithInitiator } from './support/initiator.ts';
import { type Conversation, type MoneyOutView, viewMoneyOut } from './support/money-out-view.ts';
import { testMs } from './support/patience.ts';
import type { Program } from './support/program.ts';
import { createStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

/** TILLGATE_LONG_TESTS=1 plays 200 seeds; TILLGATE_SEED is the first of them. */
const long = process.env.TILLGATE_LONG_TESTS === '1';
const seeds = long ? 200 : 3;
const rowsOfBatch = long ? 60 : 24;
const killsOfBatch = 3;
const lifeMsMax = 700;
/** The provider must remember every request and payout: a forgotten one could be the second. */
const keptMax = 100_000;

let stack: Stack;
let provider: MoneyOutView;
beforeAll(async () => {
  stack = await createStack({
    simulator: { delayMs: 60, requestsMax: keptMax, conversationsMax: keptMax },
    repeatHooks: true,
    env: { BATCH_RATE_PER_ACCOUNT: '100000/1' },
  });
  await stack.startApi();
  provider = viewMoneyOut(stack.provider);
});
afterAll(() => stack.close());

type SentRow = { phone: string; amount: number };
/** A batch that was paid, with who reads its results. */
type Made = { owner: Owner; batchId: string; read: () => Promise<Batch>; sent: SentRow[] };
type Owner = ReturnType<SeededMerchant['as']>;
type Batch = { status: string; amountPaid: number; counts: { good: number; open: number; paid: number } };

/** What three minutes do: they end the leases of the worker that was killed, and the wait for a balance that it asked for. */
async function endLeases(batchId: string): Promise<void> {
  const { pool } = stack.ctx.db;
  await pool.query(
    `UPDATE payout_batches SET claimed_until = NULL, signal_after = NULL,
       balance_asked_at = balance_asked_at - interval '3 minutes' WHERE id = $1`,
    [batchId],
  );
  await pool.query(
    `UPDATE idempotency_records SET lease_until = now() WHERE state = 'in_flight' AND key LIKE 'batch%'`,
  );
}

/** Ends the connections of the worker, as a database that is restarted does. */
const cutConnections = () =>
  stack.ctx.db.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'tillgate-worker' AND datname = current_database()`,
  );

it('kills of the worker and its database pay each row of a batch at most once, and every row that can be', {
  timeout: long ? 7_200_000 : 3 * testMs,
}, async () => {
  const first = chooseSeed();
  let worker: Program = await stack.startWorker();
  const batches: Made[] = [];
  for (let seed = first; seed < first + seeds; seed += 1) {
    const random = randomFrom(seed);
    const merchant = await merchantWithInitiator(stack);
    const { key } = merchant.key();
    const at = (path: string, body?: object) =>
      call(`${stack.baseUrl}/payout-batches${path}`, key, body ? { method: 'POST', body } : {});
    const rows = Array.from({ length: rowsOfBatch }, (_, n) => ({
      phone: `2547${String(10_000_000 + (seed - first) * 1_000 + n)}`,
      amount: 100 + n,
    }));
    const made = await at('', { name: `Seed ${seed}`, rows });
    expect(made.status).toBe(202);
    const batchId = String(made.body.batchId);
    const read = async () => (await at(`/${batchId}`)).body as unknown as Batch;
    await until('the checks', async () => ((await read()).status === 'draft' ? true : undefined), testMs);
    expect((await at(`/${batchId}/submit`, { acceptWarnings: true })).status).toBe(200);
    for (let kill = 0; kill < killsOfBatch; kill += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50 + random() * lifeMsMax));
      if (random() < 0.3) await cutConnections();
      else {
        await worker.kill();
        worker = await stack.startWorker();
      }
      await endLeases(batchId);
    }
    await until(
      `the end of seed ${seed}`,
      async () => {
        const batch = await read();
        // Several kills look like a network that gives no clear answers: a person goes on.
        if (batch.status === 'paused') await at(`/${batchId}/resume`, {});
        if (batch.status === 'ended') return true;
        const isAllHanded = batch.status === 'running' && batch.counts.good === 0;
        return isAllHanded && batch.counts.open <= killsOfBatch * 4 && (await isQuiet(batchId)) ? true : undefined;
      },
      testMs,
    );
    batches.push({ owner: merchant.as('sandbox'), batchId, read, sent: rows });
  }
  const { count, requests } = await provider.payoutRequests();
  expect(requests.length, 'the log of the provider is whole').toBe(count);
  const asked = requests.map(({ phone }) => phone);
  expect(new Set(asked).size, 'a second request for one row').toBe(asked.length);
  await expect.poll(listUntold, { timeout: testMs }).toEqual([]);
  const payouts = await provider.payouts();
  const paid = await Promise.all(batches.map(async ({ read }) => (await read()).amountPaid));
  expect(sum(paid)).toBe(sum(payouts.map(({ amount }) => amount ?? 0)));
  const rows = await stack.ctx.db.prisma.payoutBatchRow.findMany({ where: { state: 'handed' } });
  expect(rows.length).toBe(seeds * rowsOfBatch);
  const ledger = new Map(payouts.map((payout) => [payout.phone, payout]));
  for (const { owner, batchId, sent } of batches) {
    expect(await readResults(owner, batchId)).toEqual(sent.map((row, index) => resultOf(ledger, row, index + 1)));
  }
  console.log(`${seeds} seeds, ${rows.length} rows, ${payouts.length} payouts, KES ${sum(paid)}`);
});

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Payouts that the provider made and nobody here knows of, and payouts that count as made here and were not. */
async function listUntold(): Promise<string[]> {
  const made = new Set((await provider.payouts()).map(({ originatorConversationId }) => originatorConversationId));
  const successes = await stack.ctx.db.prisma.disbursement.findMany({ where: { status: 'success' } });
  const told = new Set(successes.map(({ id }) => id));
  return [...[...made].filter((id) => !told.has(id)), ...[...told].filter((id) => !made.has(id))];
}

/** Whether everything that the provider did for a batch is settled here. */
async function isQuiet(batchId: string): Promise<true | undefined> {
  const { prisma } = stack.ctx.db;
  const rows = await prisma.payoutBatchRow.findMany({ where: { batchId, state: 'handed' } });
  const ids = rows.flatMap(({ disbursementId }) => disbursementId ?? []);
  const open = await prisma.disbursement.findMany({ where: { id: { in: ids }, status: 'pending' } });
  const done = await Promise.all(open.map(({ id }) => provider.hasPayout(id)));
  return done.includes(true) ? undefined : true;
}

const resultColumns = ['row_number', 'amount', 'row_state', 'status', 'paid_amount', 'receipt'];

/** The file that finance gets of a batch: a line for each row, without the headings. */
async function readResults(owner: Owner, batchId: string): Promise<string[]> {
  const { publish, close } = announcer(stack);
  const ctx = { ...stack.ctx, ...owner, publish };
  const asked = { list: 'batch_rows', filter: { batchId }, format: 'csv', columns: resultColumns } as const;
  const { exportId } = await createExport(ctx, asked);
  const status = async () => (await stack.ctx.db.prisma.export.findUniqueOrThrow({ where: { id: exportId } })).status;
  await until('the file of results', async () => (await status()) === 'ready' || undefined, testMs);
  await close();
  const file = await downloadExport(ctx, { exportId });
  const parts: Buffer[] = [];
  for await (const part of file.parts()) parts.push(part);
  const [headings, ...lines] = new TextDecoder().decode(Buffer.concat(parts)).trimEnd().split('\r\n');
  expect(headings).toBe(resultColumns.join(','));
  // What was surely never sent has failed. The rest of what the provider did not pay waits for its answer.
  return lines.map((line) => line.replace(/,(?:pending|failed),,$/, ',unpaid,,'));
}

/** The line of a row as the ledger of the provider has it. What it did not pay has neither sum nor receipt. */
function resultOf(
  ledger: ReadonlyMap<string | null, Conversation>,
  { phone, amount }: SentRow,
  number: number,
): string {
  const made = ledger.get(phone);
  const paid = made?.outcome?.resultCode === 0 ? ['success', made.amount, made.outcome.receipt] : ['unpaid', '', ''];
  return [number, amount, 'handed', ...paid].join(',');
}
