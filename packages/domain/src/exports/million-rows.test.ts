import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ExportFormat } from '@tillgate/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createExport } from './create-export.ts';
import { downloadExport } from './download-export.ts';
import { type ExportWorld, exportWorld } from './exports.fixture.ts';
import { readColumn } from './read-back.fixture.ts';

// A file of a million rows takes less than 200 MB more than the process has before it begins, and about what a tenth of
// the rows takes. It is read back by libraries: each payment and each receipt is in it once.
// Only `npm run test:long` makes that many. In `npm test`, `exports.test.ts` shows that one part is in memory at a time,
// and `e2e/kill-exports.test.ts` that a file of many parts has each row once.
const isLong = process.env.TILLGATE_LONG_TESTS === '1';
const rowCount = 1_000_000;
const memoryMax = 200;
/** What ten times the rows may take more: the collector is not as busy in a shorter run. */
const moreMax = 100;
/** Of V8: a worker that held the rows of a file would run out of it. */
const heapMax = 128;
const timeoutMs = 45 * 60_000;
const maker = fileURLToPath(new URL('./million-rows.fixture.ts', import.meta.url));

let world: ExportWorld;
beforeAll(async () => {
  if (isLong) world = await exportWorld();
}, timeoutMs);
afterAll(() => world?.close());

/** Makes a file of so many payments in a process of its own. */
async function make(format: ExportFormat, count: number) {
  const finance = world.as(await world.shop(), 'finance');
  await world.payments(finance.tenant, count);
  const { exportId, rows } = await createExport(finance, { list: 'payments', format });
  const run = [`--max-old-space-size=${heapMax}`, '--import', 'tsx', maker, world.url, exportId];
  const { stdout } = await promisify(execFile)(process.execPath, run, { timeout: timeoutMs });
  const made = JSON.parse(stdout);
  console.log(format, made);
  expect([rows, made]).toMatchObject([count, { rows: count, isWhole: true }]);
  return { finance, exportId, memory: made.memory };
}

it.runIf(isLong).each(['csv', 'xlsx', 'ndjson'] as const)(
  `%s: ${rowCount} rows in less than ${memoryMax} MB, each once`,
  async (format) => {
    const small = await make(format, rowCount / 10);
    const { finance, exportId, memory } = await make(format, rowCount);
    expect(memory.grown).toBeLessThan(memoryMax);
    expect(memory.grown - small.memory.grown).toBeLessThan(moreMax);
    expect(memory.heapGrown - small.memory.heapGrown).toBeLessThan(moreMax);
    for (const [column, field] of [
      ['payment_id', 'id'],
      ['receipt', 'providerReceipt'],
    ] as const) {
      const seen = new Set<string>();
      let taken = 0;
      const file = await downloadExport(finance, { exportId });
      const rows = await readColumn(format, file.parts(), column, (value) => {
        taken += 1;
        seen.add(value);
      });
      const where = { ...finance.tenant, ...(field === 'providerReceipt' && { providerReceipt: { not: null } }) };
      const stored = await world.database.prisma.payment.count({ where });
      expect([column, rows, taken, seen.size]).toEqual([column, rowCount, stored, stored]);
    }
  },
  timeoutMs,
);
