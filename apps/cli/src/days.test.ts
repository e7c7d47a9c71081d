import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { type SeededMerchant, seed, testContext } from '@tillgate/domain/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tillgate } from './testing.ts';

let test: TestDatabase;
let env: Record<string, string>;
let shop: SeededMerchant;
beforeAll(async () => {
  test = await testDatabase();
  const ctx = await testContext(test.database);
  env = { DATABASE_URL: test.urlAs('cli'), SEAL_PUBLIC_KEY: (await generateSealKeys()).publicKey };
  shop = await seed(ctx).owner().application().mint();
});
afterAll(() => test.close());

const run = (command: string, ...args: string[]) =>
  tillgate(['day', command, '--app', shop.applicationId, '--env', 'sandbox', ...args], env);

it('shows a day, signs it off once, and says when it changed since', async () => {
  const which = ['--day', '2025-05-02'];
  expect((await run('show', ...which)).stdout).toMatch(
    /State +Not signed off\n[\s\S]*CREATED ON THIS DAY +NUMBER +AMOUNT\nCollected +0 +KES 0.00/,
  );
  expect((await run('sign-off', ...which)).stdout).toContain('2025-05-02 is signed off, revision 1.');
  expect((await run('sign-off', ...which)).stdout).toMatch(/was signed off with these figures before, by operator at/);
  await test.database.prisma.$executeRaw`
    INSERT INTO payments (id, application_id, environment, source, status, amount, requested_amount, account_ref,
      description, shortcode, created_at, settled_at, settled_by)
    VALUES (gen_random_uuid(), ${shop.applicationId}::uuid, 'sandbox', 'c2b', 'success', 70, 70, 'INV-1', 'Payment',
      '174379', '2025-05-02T10:00:00Z', '2025-05-02T10:00:00Z', 'c2b')`;
  const shown = (await run('show', ...which)).stdout;
  expect(shown).toMatch(/State +Changed since sign-off/);
  expect(shown).toMatch(/CHANGED SINCE +SIGNED +NOW\ncollected +KES 0.00 +KES 70.00/);
  const listed = (await run('list', '--to', '2025-05-02', '--count', '2')).stdout;
  expect(listed).toMatch(/2025-05-02 +changed +70.00 +0.00 +0.00 +0 +operator at /);
  expect(JSON.parse((await run('sign-off', ...which, '--json')).stdout)).toMatchObject({
    isNew: true,
    signOff: { revision: 2, figures: { collected: 7_000 } },
  });
});

it('mails days to members at an hour, and stops', async () => {
  const { email, userId } = shop.owner;
  expect((await run('mail')).stdout).toContain('The close of day is not emailed.');
  const set = (await run('mail', '--hour', '7', '--to', email)).stdout;
  expect(set).toMatch(
    new RegExp(`^The daily email is sent at 07:00 EAT to ${email}\\. The next one is sent at \\S+T04:00`),
  );
  expect(JSON.parse((await run('mail', '--json')).stdout)).toMatchObject({ setting: { hour: 7, userIds: [userId] } });
  expect((await run('mail', '--stop')).stdout).toContain('The close of day is no longer emailed.');
  for (const [args, message] of [
    [['--hour', '7'], 'are given together'],
    [['--stop', '--hour', '7', '--to', email], 'cannot be used'],
    [['--hour', '7', '--to', 'stranger@else.example'], 'is not a member who can see the close of day'],
    [['--hour', '24', '--to', email], 'hour must be 0 to 23'],
    [['--stop'], 'The close of day is not emailed.'],
  ] as const) {
    expect(await run('mail', ...args)).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
  }
});

it.each([
  ['a day that has not begun', ['show', '--day', '2199-01-01'], 'has not begun'],
  ['what is no day', ['sign-off', '--day', '02/05/2025'], 'must be a day like'],
  ['too many days', ['list', '--count', '32'], 'must be 1 to 31'],
])('refuses %s', async (_, [command = '', ...args], message) => {
  const { code, stderr } = await run(command, ...args);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
});
