import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import type { Signal, WakeUp } from '@tillgate/domain';
import { createAccounts } from '@tillgate/domain/applications';
import { createCallbackDrain } from '@tillgate/domain/callbacks';
import { createAttemptDrain } from '@tillgate/domain/checkout';
import { attemptDelivery, createQueueDrain } from '@tillgate/domain/deliveries';
import { createEndpoint, webhookUrlJudge } from '@tillgate/domain/endpoints';
import { createExport } from '@tillgate/domain/exports';
import { noGuard } from '@tillgate/domain/guards';
import { createTurns } from '@tillgate/domain/idempotency';
import { receiveCallback } from '@tillgate/domain/inbox';
import { requestOrder } from '@tillgate/domain/orders';
import { collectPayment } from '@tillgate/domain/payments';
import { createRateLimiter } from '@tillgate/domain/rate-limits';
import { recoverFailed } from '@tillgate/domain/recoveries';
import {
  answered,
  promptCallback,
  recordingCourier,
  type ScriptedProvider,
  type SeededMerchant,
  scriptedProvider,
  seed,
  type TestContext,
  testContext,
} from '@tillgate/domain/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Drains, WorkerContext } from './context.ts';
import { openTestEngine } from './embedded/testing/harness.ts';
import { createFunctions } from './functions/index.ts';
import { sweeps } from './sweeps.ts';

const stoppedSeconds = 600;
const plenty = { count: 1_000_000, seconds: 60 };

let test: TestDatabase;
let ctx: TestContext;
let provider: ScriptedProvider;
let worker: WorkerContext;
let merchant: SeededMerchant;
const courier = recordingCourier();
const mails: string[] = [];
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
  provider = scriptedProvider(ctx.clock);
  const limited = { ...ctx, db: test.databaseAs('worker') };
  worker = {
    ...limited,
    provider,
    accounts: createAccounts(limited),
    callbackBaseUrl: 'https://pay.example/functions/v1',
    courier,
    mailer: async ({ to }) => {
      mails.push(to);
      return { kind: 'sent' };
    },
    objectStore: async () => ({ kind: 'stored' }),
    guard: noGuard,
    publicLimits: { perPhone: [] },
    turns: createTurns(),
    pace: async () => {},
    phoneLimit: createRateLimiter({ kind: 'memory' }, { prefix: 'p', rule: plenty }),
    queryBudget: createRateLimiter({ kind: 'memory' }, { prefix: 'q', rule: plenty }),
  };
  merchant = await seed(ctx)
    .owner()
    .application()
    .credentials('sandbox', { initiatorName: 'api', initiatorPassword: 'S3cret#' })
    .mint();
});
afterAll(() => test.close());

const times = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)));
const owner = () => ({ ...merchant.as('sandbox'), actor: `user:${merchant.owner.userId}` as const });

/** Pending payments. Those that are `told` have their callback in the inbox. */
async function prompts(count: number, told: boolean): Promise<string[]> {
  const shop = { ...worker, ...merchant.as('sandbox'), turns: createTurns() };
  return times(count, async (n) => {
    const phone = `2547123456${told ? 1 : 2}${n}`;
    const { outcome } = await collectPayment(shop, { amount: 100, phone });
    const { paymentId } = outcome;
    const row = await test.database.prisma.payment.findUniqueOrThrow({ where: { id: paymentId } });
    if (told) {
      const paid = { amount: '100', receipt: `TBENGINE${n}`, phone: null };
      const body = promptCallback({ checkoutRequestId: row.checkoutRequestId ?? '', resultCode: '0', paid });
      const token = row.callbackToken ?? '';
      await receiveCallback(ctx, { kind: 'stk_callback', token, body: Buffer.from(body), remoteIp: '127.0.0.1' });
    }
    return paymentId;
  });
}

/** Deliveries that failed once, and whose retries nobody makes. */
async function failedDeliveries(endpointId: string, count: number): Promise<string[]> {
  const now = ctx.clock.now();
  const ids = await times(count, async () => crypto.randomUUID());
  await test.database.prisma.$executeRaw`
    WITH told AS (
      INSERT INTO webhook_events (id, application_id, environment, type, subject_id, body, created_at)
      SELECT id, ${merchant.applicationId}::uuid, 'sandbox', 'payment.success', id, '{}', ${now} FROM unnest(${ids}::uuid[]) id)
    INSERT INTO webhook_deliveries (id, endpoint_id, event_id, next_attempt_at, created_at)
    SELECT id, ${endpointId}::uuid, id, ${now}, ${now} FROM unnest(${ids}::uuid[]) id`;
  courier.posts.answer(...ids.map(() => answered(500)));
  for (const deliveryId of ids) await attemptDelivery(worker, { deliveryId });
  return ids;
}

/** Sweeps, second by second, while no engine and no drain does anything. */
async function stopEngine(): Promise<{ woken: number }> {
  const stopped = { woken: 0 };
  const wake = () => {
    stopped.woken += 1;
  };
  const ignored = { wake, run: async () => {}, close: async () => {} };
  const drains: Drains = { 'callbacks.waiting': ignored, 'deliveries.waiting': ignored, 'attempts.waiting': ignored };
  for (let second = 1; second <= stoppedSeconds; second += 1) {
    ctx.clock.advance(1);
    for (const { everySeconds, sweep } of sweeps) if (second % everySeconds === 0) await sweep({ ...worker, drains });
  }
  return stopped;
}

/** How often each row of a kind was signalled. */
function signalsOf(events: Signal[]): Record<string, number[]> {
  const counts: Record<string, Record<string, number>> = {};
  for (const { name, data } of events) {
    const [row = ''] = Object.values(data);
    const rows = counts[name] ?? {};
    counts[name] = { ...rows, [row]: (rows[row] ?? 0) + 1 };
  }
  return Object.fromEntries(Object.entries(counts).map(([name, rows]) => [name, Object.values(rows)]));
}

it('gets a few signals for each row while it is stopped for ten minutes, and then does everything once', async () => {
  const { endpointId } = await createEndpoint(
    { ...ctx, judgeWebhookUrl: webhookUrlJudge([]) },
    { applicationId: merchant.applicationId, environment: 'sandbox', url: 'https://shop.example/hook' },
  );
  const told = await prompts(8, true);
  await prompts(4, false);
  const failed = await failedDeliveries(endpointId, 6);
  await times(5, (n) => {
    const input = { amount: 100 + n, phone: '0712345678' };
    return requestOrder(owner(), { kind: 'payout', input, requestKey: crypto.randomUUID() });
  });
  const { prisma } = test.database;
  const at = ctx.clock.now();
  await prisma.mail.createMany({
    data: Array.from({ length: 5 }, (_, n) => ({
      id: crypto.randomUUID(),
      to: `${n}@shop.example`,
      subject: 'Hello',
      text: 'Hello.',
      nextAttemptAt: at,
      createdAt: at,
    })),
  });
  const { exportId } = await createExport(owner(), { list: 'payments', format: 'csv' });
  const { recoveryId } = await recoverFailed(ctx, { endpointId, since: new Date(at.getTime() - 60_000) });
  courier.posts.calls.length = 0;
  const first = ctx.events.splice(0);

  const { woken } = await stopEngine();
  const signals = ctx.events.splice(0);
  const wakeUps: WakeUp[] = ['callbacks.waiting', 'deliveries.waiting', 'attempts.waiting'];
  expect(woken).toBe(0);
  expect(signals.filter(({ name }) => wakeUps.some((wakeUp) => wakeUp === name))).toEqual([]);
  const counts = signalsOf(signals);
  expect(Object.keys(counts).sort()).toEqual([
    ...['export.due', 'mail.due', 'order.approved', 'payment.query_due', 'recovery.due'],
  ]);
  expect(counts['order.approved']).toHaveLength(5);
  expect(counts['mail.due']).toHaveLength(5);
  expect(Math.max(...Object.values(counts).flat())).toBeLessThanOrEqual(10);

  // The queue has kept all of it.
  const drains: Drains = {
    'callbacks.waiting': createCallbackDrain(worker),
    'deliveries.waiting': createQueueDrain(worker),
    'attempts.waiting': createAttemptDrain(worker),
  };
  const engine = await openTestEngine((client) => createFunctions(client, { ...worker, drains }));
  await engine.client.send([...first, ...signals]);
  // Callbacks first: settling them queues deliveries.
  for (const drain of Object.values(drains)) await drain.run();
  await expect.poll(() => prisma.order.count({ where: { status: 'executed' } })).toBe(5);
  // The export writes an email of its own when it is ready, which the next sweep would signal.
  await expect.poll(() => prisma.mail.count({ where: { status: 'due', subject: 'Hello' } })).toBe(0);
  await expect.poll(() => prisma.export.findUnique({ where: { id: exportId } })).toMatchObject({ status: 'ready' });
  await expect
    .poll(() => prisma.webhookRecovery.findUnique({ where: { id: recoveryId } }))
    .toMatchObject({ status: 'completed' });
  await expect.poll(() => prisma.webhookDelivery.count({ where: { status: 'due' } })).toBe(0);
  await expect
    .poll(async () => (await engine.pool.query("SELECT 1 FROM engine_runs WHERE status = 'queued'")).rowCount)
    .toBe(0);
  await Promise.all(Object.values(drains).map((drain) => drain.close()));
  await engine.close();

  expect(await prisma.payment.count({ where: { id: { in: told }, status: 'success' } })).toBe(told.length);
  const posted = courier.posts.calls.map(({ headers }) => headers['x-webhook-id']);
  expect(new Set(posted).size).toBe(posted.length);
  expect(posted).toEqual(expect.arrayContaining(failed));
  const events = await prisma.webhookEvent.groupBy({ by: ['subjectId', 'type'], _count: true });
  expect(events.map(({ _count }) => _count)).toEqual(events.map(() => 1));
  expect(provider.payouts.calls).toHaveLength(5);
  expect(new Set(mails).size).toBe(mails.length);
});
