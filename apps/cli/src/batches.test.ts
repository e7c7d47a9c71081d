import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { createBatch } from '@tillgate/domain/batches';
import { createTurns } from '@tillgate/domain/idempotency';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { seed, type TestContext, testContext } from '@tillgate/domain/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tillgate } from './testing.ts';

let test: TestDatabase;
let ctx: TestContext;
let env: Record<string, string>;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
  env = { DATABASE_URL: test.urlAs('cli'), SEAL_PUBLIC_KEY: (await generateSealKeys()).publicKey };
});
afterAll(() => test.close());

async function run(args: string[]) {
  const { code: exit, stdout, stderr } = await tillgate([...args, '--json'], env);
  return { ...JSON.parse(stdout || stderr), exit };
}

async function shopWithBatch() {
  const shop = await seed(ctx).owner().application().credentials('sandbox').mint();
  const at = ['--app', shop.applicationId, '--env', 'sandbox'];
  const rows = [
    { phone: '0712345678', amount: 500, name: 'Achieng' },
    { phone: '0712', amount: 5 },
  ];
  const caller = { ...shop.as('sandbox'), authority: { of: 'operator' as const }, turns: createTurns() };
  const { batch } = await createBatch(caller, { name: 'Payroll', commandId: 'SalaryPayment', rows });
  const change = (status: 'draft' | 'running') =>
    test.database.prisma.payoutBatch.update({
      where: { id: batch.batchId },
      data: {
        ...{ status, checkedAt: ctx.clock.now() },
        ...(status === 'running' && {
          ...{ submittedBy: 'operator', submittedAt: ctx.clock.now(), approvedAt: ctx.clock.now() },
        }),
      },
    });
  return { at, which: [...at, '--batch', batch.batchId], batchId: batch.batchId, change };
}

it('lists, shows and steers batches, with the rights of the command line', async () => {
  const { at, which, batchId, change } = await shopWithBatch();
  await change('running');
  expect(await run(['batch', 'list', ...at, '--status', 'running'])).toMatchObject({
    exit: 0,
    batches: [{ batchId, name: 'Payroll', counts: { good: 1, refused: 1 } }],
    next: null,
  });
  expect(await run(['batch', 'pause', ...which])).toMatchObject({ exit: 0, status: 'paused', pausedBecause: 'caller' });
  expect(await run(['batch', 'resume', ...which])).toMatchObject({ exit: 0, status: 'running' });
  expect(await run(['batch', 'cancel', ...which])).toMatchObject({ exit: 1, code: 'invalid_input' });
  await run(['batch', 'pause', ...which]);
  expect(await run(['batch', 'cancel', ...which])).toMatchObject({ exit: 0, status: 'cancelled' });
  const { stdout } = await tillgate(['batch', 'list', ...at], env);
  expect(stdout).toMatch(/BATCH +STATUS +ROWS +AMOUNT/);
  expect((await tillgate(['batch', 'show', ...which], env)).stdout).toMatch(/Status +cancelled/);
});

it('shows rows without the numbers of people', async () => {
  const { which, change } = await shopWithBatch();
  await change('draft');
  const { rows, ...answer } = await run(['batch', 'rows', ...which]);
  expect(answer).toMatchObject({ exit: 0, next: null });
  expect(rows).toMatchObject([
    { number: 1, phone: '0712…678', amount: 500, state: 'good' },
    { number: 2, phone: null, state: 'refused', problems: [{ code: 'not_a_phone', field: 'phone' }] },
  ]);
  const { stdout } = await tillgate(['batch', 'rows', ...which, '--state', 'refused'], env);
  expect(stdout).toContain('phone: not_a_phone');
  expect(stdout + JSON.stringify(rows)).not.toMatch(/712345678/);
  expect(await run(['batch', 'show', ...which.slice(0, 4), '--batch', 'x'])).toMatchObject({
    exit: 1,
    code: 'not_found',
  });
});
