import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createExport } from './create-export.ts';
import { type ExportWorld, exportWorld } from './exports.fixture.ts';

// To make and read the file of a million rows takes less than 200 MB more than the process has before it begins.
// TILLGATE_LONG_TESTS=1 makes that many; without it a few thousand rows take the same way, and `exports.test.ts` shows
// that one part is in memory at a time.
const isLong = process.env.TILLGATE_LONG_TESTS === '1';
const rowCount = isLong ? 1_000_000 : 5_000;
const memoryMax = 200;
/** Of V8: a worker that held the rows of a file would run out of it. */
const heapMax = 128;
const timeoutMs = isLong ? 45 * 60_000 : 300_000;
const maker = fileURLToPath(new URL('./million-rows.fixture.ts', import.meta.url));

let world: ExportWorld;
beforeAll(async () => {
  world = await exportWorld();
}, timeoutMs);
afterAll(() => world.close());

it.each(['csv', 'xlsx', 'ndjson'] as const)(
  `%s: ${rowCount} rows in less than ${memoryMax} MB`,
  async (format) => {
    const finance = world.as(await world.shop(), 'finance');
    await world.payments(finance.tenant, rowCount);
    const { exportId, rows } = await createExport(finance, { list: 'payments', format });
    const run = [`--max-old-space-size=${heapMax}`, '--import', 'tsx', maker, world.url, exportId];
    const { stdout } = await promisify(execFile)(process.execPath, run, { timeout: timeoutMs });
    const made = JSON.parse(stdout);
    if (isLong) console.log(format, made);
    expect([rows, made]).toMatchObject([rowCount, { rows: rowCount, isWhole: true }]);
    expect(made.memory.grown).toBeLessThan(memoryMax);
  },
  timeoutMs,
);
