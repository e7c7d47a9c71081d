import { randomBytes, randomUUID } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { seed, testContext } from '@tillgate/domain/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from './run.ts';
import { tillgate, withEnvironment } from './testing.ts';

let test: TestDatabase;
let env: Record<string, string>;
beforeAll(async () => {
  test = await testDatabase();
  env = { DATABASE_URL: test.urlAs('cli'), SEAL_PUBLIC_KEY: (await generateSealKeys()).publicKey };
});
afterAll(() => test.close());

it('shows what came in and what waits, once where nobody watches', async () => {
  const quiet = await tillgate(['top'], env);
  expect(quiet).toMatchObject({ code: 0, stderr: '' });
  expect(quiet.stdout).toMatch(/^Tillgate at \S+Z\n\nNo payment in the last 5 minutes.\n\nNothing waits.\n$/);

  const ctx = await testContext(test.database);
  const { tenant } = (await seed(ctx).owner().application().mint()).as('production');
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
  const prompt = {
    source: 'stk',
    phone: '254712345678',
    accountRef: 'INV-1',
    description: 'Payment',
    shortcode: '1',
  } as const;
  const paid = { settledAt: ago(30), settledBy: 'callback', resultCode: '0' } as const;
  await ctx.db.prisma.payment.createMany({
    data: [
      { createdAt: ago(40), status: 'success' as const, amount: 12_500, requestedAmount: 12_500, ...paid },
      { createdAt: ago(90), status: 'pending' as const, amount: 5, requestedAmount: 5 },
    ].map((row) => ({
      ...prompt,
      ...tenant,
      ...row,
      id: randomUUID(),
      callbackToken: randomBytes(32).toString('hex'),
      promptedAt: row.createdAt,
    })),
  });
  const { stdout } = await tillgate(['top', '--once'], env);
  expect(stdout).toMatch(/production +2 +1 +0 +1 +KES 12,500 +10\.0 s/);
  expect(stdout).toMatch(/prompts_pending +1 +\d+ s/);
  expect(stdout).not.toContain('mails_due');
  expect((await tillgate(['top', '--all'], env)).stdout).toMatch(/mails_due +0 +-/);
  expect(JSON.parse((await tillgate(['top', '--json'], env)).stdout)).toMatchObject({
    pace: [{ environment: 'production', payments: 2, amount: 12_500 }],
    queues: expect.arrayContaining([{ queue: 'prompts_pending', rows: 1, oldestSeconds: expect.any(Number) }]),
  });
});

it('looks again and again on a screen, until it is told to end', async () => {
  let shown = '';
  const code = await withEnvironment(env, () =>
    run(['top', '--interval', '1'], {
      out: (text) => {
        shown += text;
        // What Ctrl-C does, at the second look.
        if (shown.split('Every 1 s. Ctrl-C ends.').length > 2) process.emit('SIGINT');
      },
      err: () => {},
      isScreen: true,
    }),
  );
  expect(code).toBe(0);
  expect(shown.split('\x1b[H\x1b[2J').length).toBe(3);
});

it.each(['0', '3601', 'soon'])('refuses an interval of %s', async (seconds) => {
  const { code, stderr } = await tillgate(['top', '--interval', seconds], env);
  expect(code).toBe(1);
  expect(stderr).toContain('--interval: must be');
});
