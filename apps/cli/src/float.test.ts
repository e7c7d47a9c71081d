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
  tillgate(['float', command, '--app', shop.applicationId, '--env', 'sandbox', ...args], env);
const which = ['--shortcode', '600000', '--account', 'Utility Account'];

it('shows accounts, and sets and removes a threshold', async () => {
  expect((await run('show')).stdout).toContain('No balance is known');
  const account = { name: 'Utility Account', currency: 'KES', available: '1200.50' };
  await test.database.prisma.$executeRaw`
    INSERT INTO inquiries (id, application_id, environment, kind, status, identifier_type, remarks, shortcode,
      callback_token, result, created_at, ended_at)
    VALUES (gen_random_uuid(), ${shop.applicationId}::uuid, 'sandbox', 'account_balance', 'answered', '4', 'balance',
      '600000', repeat('ab', 32), ${JSON.stringify([account])}::json, now(), now())`;
  expect((await run('threshold', ...which, '--amount', '500')).stdout).toContain('falls below KES 500');
  expect((await run('show')).stdout).toMatch(/600000 +Utility Account +1,200.50 .* +1,200.50 +no_payouts +500/);
  expect((await run('threshold', ...which, '--remove')).stdout).toContain('Nobody gets an email');
  expect(JSON.parse((await run('show', '--json')).stdout)).toMatchObject({ accounts: [{ threshold: null }] });
});

it.each([
  ['neither an amount nor its removal', which, '--amount'],
  ['both', [...which, '--amount', '5', '--remove'], '--amount'],
  ['an unknown account', ['--shortcode', '600000', '--account', 'Cash', '--amount', '5'], 'is no account'],
])('refuses %s', async (_, args, message) => {
  const { code, stderr } = await run('threshold', ...args);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
});
