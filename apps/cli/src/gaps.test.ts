import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { keepAstray } from '@tillgate/domain/astray';
import { createBatch } from '@tillgate/domain/batches';
import { createTurns } from '@tillgate/domain/idempotency';
import { newCallbackToken } from '@tillgate/domain/inbox';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { promptCallback, scriptedProvider, seed, testContext } from '@tillgate/domain/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tillgate } from './testing.ts';

let test: TestDatabase;
let env: Record<string, string>;
beforeAll(async () => {
  test = await testDatabase();
  const keys = await generateSealKeys();
  env = { DATABASE_URL: test.urlAs('cli'), SEAL_PUBLIC_KEY: keys.publicKey, SEAL_PRIVATE_KEY: keys.privateKey };
});
afterAll(() => test.close());

const run = async (...words: string[]) => {
  const { code, stdout, stderr } = await tillgate(words, env);
  return { code, said: stdout + stderr };
};

it('opens a gap, lists it with what it found, and closes it', async () => {
  const ctx = await testContext(test.database);
  const { applicationId } = await seed(ctx).owner().application().mint();
  await seed(ctx).owner().application().mint();
  expect((await run('gap', 'list')).said).toContain('never restored');
  const refused = await run('gap', 'open', '--since', '2999-01-01T00:00:00Z', '--reason', 'x');
  expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('must be in the past')]);
  expect((await run('gap', 'open', '--since', '10m', '--reason', 'x', '--apis', 'two')).code).toBe(1);
  const opened = await run('gap', 'open', '--since', '10m', '--reason', 'The disk failed.', '--apis', '2');
  expect([opened.code, opened.said]).toEqual([0, expect.stringContaining('No payout and no refund leaves')]);
  expect(opened.said).toContain('Nothing waited to be paid out.');
  expect((await run('gap', 'open', '--since', '10m', '--reason', 'x')).said).toContain('A gap is open since');

  const paid = { receipt: 'TKH0000001', amount: '250', phone: null, paidAt: null } as never;
  const body = Buffer.from(promptCallback({ checkoutRequestId: 'x', resultCode: '0', paid }));
  const posted = { id: uuidv7(), kind: 'stk_callback' as const, token: newCallbackToken(), body };
  const came = { ...posted, remoteIp: '196.201.214.200', receivedAt: new Date() };
  await keepAstray({ ...ctx, provider: scriptedProvider() }, came, true);

  const listed = (await run('gap', 'list')).said;
  expect(listed).toMatch(/open +0 \(0 of 2 APIs\) +The disk failed\./);
  expect(listed).toContain('Callbacks whose owner nobody knows: 1.');
  expect((await run('gap', 'callbacks')).said).toMatch(/stk_callback .* TKH0000001 +250/);
  const assign = ['gap', 'assign', '--callback', posted.id, '--app', applicationId, '--env', 'production'];
  expect((await run(...assign)).said).toContain('under Reviews');
  expect((await run(...assign)).code).not.toBe(0);
  expect((await run('gap', 'callbacks')).said).toContain('No callback waits');
  expect((await run('review', 'list', '--app', applicationId, '--env', 'production')).said).toContain('KES 250');

  const changed = await run('gap', 'change', '--apis', '0', '--note', 'The disks are lost.');
  expect([changed.code, changed.said]).toEqual([0, expect.stringContaining('It stays open. No keys are read back.')]);
  expect((await run('gap', 'list')).said).toContain('(0 of 0 APIs)');

  const closed = await run('gap', 'close', '--note', 'All is in order.');
  expect([closed.code, closed.said]).toEqual([0, expect.stringContaining('Payouts and refunds leave again.')]);
  expect((await run('gap', 'close', '--note', 'x')).said).toContain('No gap is open');
  const { gaps } = JSON.parse((await tillgate(['gap', 'list', '--json'], env)).stdout);
  expect(gaps).toMatchObject([{ reason: 'The disk failed.', closingNote: 'All is in order.', apis: 0, readings: [] }]);
});

it('says what a gap would end, and opens it when that is confirmed', async () => {
  const ctx = await testContext(test.database);
  // The clock of tests stands still, before the gap of another test.
  ctx.clock.set(new Date());
  const shop = await seed(ctx).owner().application().credentials('sandbox').mint();
  const caller = { ...shop.as('sandbox'), authority: { of: 'operator' as const }, turns: createTurns() };
  const rows = [{ phone: '0712345678', amount: 500, name: 'Achieng' }];
  await createBatch(caller, { name: 'Payroll', commandId: 'SalaryPayment', rows });
  const open = ['gap', 'open', '--since', '10m', '--reason', 'The disk failed.'];
  const batches = {
    notSentOff: 1,
    awaitingApproval: 0,
    approved: 0,
    scheduled: 0,
    running: 0,
    paused: 0,
    rowsUnpaid: 0,
  };

  const asked = await run(...open);
  expect([asked.code, asked.said]).toEqual([
    1,
    expect.stringMatching(/--yes: .* ends for good: 1 batch not sent off\./s),
  ]);
  const refused = await tillgate([...open, '--json'], env);
  expect(JSON.parse(refused.stderr)).toMatchObject({ code: 'invalid_input', issues: [{ path: '--yes' }] });
  expect(await test.database.prisma.gap.count({ where: { isOpen: true } })).toBe(0);

  const opened = await tillgate([...open, '--yes', '--json'], env);
  expect(JSON.parse(opened.stdout)).toMatchObject({
    gapId: expect.any(String),
    ends: { requests: { awaitingApproval: 0, approved: 0 }, batches },
  });
  await run('gap', 'close', '--note', 'It was a mistake.');
});
