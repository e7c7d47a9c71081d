import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { seed, type TestContext, testContext } from '@tillgate/domain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tillgate } from './testing.ts';

let test: TestDatabase;
let ctx: TestContext;
let env: Record<string, string>;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
  env = { DATABASE_URL: test.url, SEAL_PUBLIC_KEY: (await generateSealKeys()).publicKey };
});
afterAll(() => test.close());

/** The exit code and the one object that a command printed. */
async function run(...args: string[]) {
  const { code: exit, stdout, stderr } = await tillgate([...args, '--json'], env);
  return { ...JSON.parse(stdout || stderr), exit };
}

describe('user create', () => {
  it.each(['1234567890', 'aaaaaaaaaa', 'password123', 'mercy.wanjiku', 'tillgate2026'])(
    'refuses %s',
    async (password) => {
      const email = 'mercy.wanjiku@shop.example';
      expect(await run('user', 'create', '--email', email, '--password', password)).toMatchObject({
        exit: 1,
        code: 'invalid_input',
        error: expect.stringContaining('too easy to guess'),
        issues: [{ path: 'password' }],
      });
    },
  );
});

describe('an operator', () => {
  it('unlinks a user from the identity provider', async () => {
    const { owner } = await seed(ctx).owner().application().mint();
    const { email, userId } = owner;
    const unlink = ['user', 'unlink-identity', '--email', email];
    expect(await run(...unlink)).toMatchObject({ exit: 1, code: 'invalid_input' });
    const data = { issuer: 'https://id.example', subject: 'ann', userId, createdAt: ctx.clock.now() };
    await test.database.prisma.externalIdentity.create({ data });
    expect(await run(...unlink)).toEqual({ exit: 0, userId });
    expect(await test.database.prisma.externalIdentity.count({ where: { userId } })).toBe(0);
  });

  it('lifts what an organization requires of sign-ins', async () => {
    const { applicationId, organizationId } = await seed(ctx).owner().application().mint();
    const lift = ['app', 'lift-sign-in', '--app', applicationId];
    expect(await run(...lift)).toMatchObject({ exit: 1, code: 'forbidden' });
    const { organization } = test.database.prisma;
    await organization.update({ where: { id: organizationId }, data: { requiredSignIn: 'sso' } });
    expect(await run(...lift)).toEqual({ exit: 0, organizationId });
    expect(await organization.findUnique({ where: { id: organizationId } })).toMatchObject({ requiredSignIn: null });
    expect(await run('app', 'lift-sign-in', '--app', 'x')).toMatchObject({ exit: 1, code: 'not_found' });
  });
});
