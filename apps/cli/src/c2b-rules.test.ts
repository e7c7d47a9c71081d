import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { seed, type TestContext, testContext } from '@tillgate/domain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tillgate } from './testing.ts';

let test: TestDatabase;
let ctx: TestContext;
let env: Record<string, string>;
let directory: string;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
  env = { DATABASE_URL: test.urlAs('cli'), SEAL_PUBLIC_KEY: (await generateSealKeys()).publicKey };
  directory = await mkdtemp(join(tmpdir(), 'tillgate c2b '));
});
afterAll(async () => {
  await test.close();
  await rm(directory, { recursive: true });
});

/** The exit code and the one object that a command printed. */
async function run(applicationId: string, command: string, ...args: string[]) {
  const all = ['c2b', 'rules', command, '--app', applicationId, '--env', 'sandbox', ...args, '--json'];
  const { code, stdout, stderr } = await tillgate(all, env);
  return { code, ...JSON.parse(stdout || stderr) };
}

describe('rules of offline payments', () => {
  it('are set, kept, shown and taken away, audited as the operator', async () => {
    const { applicationId } = await seed(ctx).owner().application().mint();
    const file = join(directory, 'references');
    await writeFile(file, 'HOUSE 1\r\n\r\n HOUSE 2 \nhouse 1\n');
    const none = {
      code: 0,
      referencePattern: null,
      references: [],
      amountMin: null,
      amountMax: null,
      verifyFrom: null,
    };
    expect(await run(applicationId, 'show')).toEqual(none);
    const some = { ...none, referencePattern: 'HOUSE [0-9]+', references: ['house 1', 'HOUSE 2'], amountMin: 10 };
    const set = ['--reference-pattern', 'HOUSE [0-9]+', '--references', `@${file}`, '--amount-min', '10'];
    expect(await run(applicationId, 'set', ...set)).toEqual(some);
    expect(await run(applicationId, 'set', '--amount-max', '500', '--references', 'a, b')).toEqual({
      ...some,
      references: ['a', 'b'],
      amountMax: 500,
    });
    const away = ['--reference-pattern', '', '--references', '', '--amount-min', '', '--amount-max', ''];
    expect(await run(applicationId, 'set', ...away)).toEqual(none);
    const audits = await ctx.db.prisma.auditEntry.findMany({ where: { action: 'c2b_rules.changed' } });
    expect(audits.map(({ actor }) => actor)).toEqual(['operator', 'operator', 'operator']);
  });

  it('are refused with the reason when they could not work', async () => {
    const { applicationId } = await seed(ctx).owner().application().mint();
    const refused = { code: 'invalid_input', issues: [expect.any(Object)] };
    expect(await run(applicationId, 'set', '--reference-pattern', '(?=a)x')).toMatchObject(refused);
    expect(await run(applicationId, 'set', '--amount-max', '1.5')).toMatchObject(refused);
    expect(await run(applicationId, 'set', '--references', '@/no/such/file')).toMatchObject(refused);
    expect(await run(crypto.randomUUID(), 'show')).toMatchObject({ code: 'not_found' });
  });
});
