import { createHash } from 'node:crypto';
import { createExport, downloadExport } from '@tillgate/domain/exports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { announcer } from './support/announcer.ts';
import { testMs } from './support/patience.ts';
import { createStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

/** TILLGATE_LONG_TESTS=1 kills the worker more often, over more rows. */
const long = process.env.TILLGATE_LONG_TESTS === '1';
const rowCount = long ? 900_000 : 120_000;
const kills = long ? 12 : 1;
const patienceMs = long ? 1_800_000 : testMs;

let stack: Stack;
beforeAll(async () => {
  stack = await createStack();
});
afterAll(() => stack.close());

/** Events a millisecond apart: the list that is quickest to fill. */
async function fillEvents(applicationId: string): Promise<void> {
  await stack.ctx.db.pool.query(
    `INSERT INTO webhook_events (id, application_id, environment, type, subject_id, body, created_at)
     SELECT gen_random_uuid(), $1, 'sandbox', 'payment.success', gen_random_uuid(), '{}',
       now() - n * interval '1 millisecond'
     FROM generate_series(1, $2::int) n`,
    [applicationId, rowCount],
  );
}

it('an export goes on after kill -9 of the worker in the middle of it, with every row once', {
  timeout: patienceMs,
}, async () => {
  const shop = await stack.merchant();
  await fillEvents(shop.applicationId);
  const { publish, close } = announcer(stack);
  const ctx = { ...stack.ctx, ...shop.as('sandbox'), publish };
  const { exportId } = await createExport(ctx, { list: 'events', format: 'csv', columns: ['event_id'] });
  const { prisma } = stack.ctx.db;
  const look = () => prisma.export.findUniqueOrThrow({ where: { id: exportId } });
  for (let n = 0; n < kills; n += 1) {
    const { partCount } = await look();
    const worker = await stack.startWorker();
    const hasGrown = async () => (await look()).partCount > partCount + 1 || undefined;
    await until('the worker makes a part', hasGrown, patienceMs);
    await worker.kill();
    expect((await look()).status, 'killed in the middle').toBe('running');
  }
  await stack.startWorker();
  await until('the export is ready', async () => (await look()).status === 'ready' || undefined, patienceMs);
  await close();
  const file = await downloadExport(ctx, { exportId });
  const parts: Buffer[] = [];
  for await (const part of file.parts()) parts.push(part);
  const whole = Buffer.concat(parts);
  expect(createHash('sha256').update(whole).digest('hex')).toBe(file.sha256);
  // A header before the rows, and nothing behind the last line break.
  const ids = whole.toString().split('\r\n').slice(1, -1);
  expect(ids).toHaveLength(rowCount);
  expect(new Set(ids).size).toBe(rowCount);
});
