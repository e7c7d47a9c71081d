import { randomBytes } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestContext, testContext } from '../testing/index.ts';
import { authenticateUser } from './authenticate-user.ts';
import { createUser } from './create-user.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.databaseAs('web'));
});
afterAll(() => test.close());

const password = 'correct horse battery';

describe('createUser', () => {
  it('keeps the address in one form and the password as argon2id only', async () => {
    const { userId } = await createUser(ctx, { email: '  Ann.Otieno@Shop.Example ', password, name: 'Ann' });
    const user = await test.database.prisma.user.findUniqueOrThrow({ where: { id: userId } });
    expect(user).toMatchObject({ email: 'ann.otieno@shop.example', name: 'Ann', createdAt: ctx.clock.now() });
    expect(user.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('refuses an address that is taken, however it is written, and says which field', async () => {
    await createUser(ctx, { email: 'taken@shop.example', password });
    await expect(createUser(ctx, { email: 'TAKEN@shop.example', password })).rejects.toMatchObject({
      code: 'invalid_input',
      extras: { issues: [{ path: 'email', message: 'belongs to a user already' }] },
    });
  });

  it('lets one of two simultaneous users have an address', async () => {
    const results = await Promise.allSettled(
      [1, 2, 3].map(() => createUser(ctx, { email: 'race@shop.example', password })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const entries = await test.database.prisma.auditEntry.findMany({
      where: { action: 'user.created', detail: { path: ['email'], equals: 'race@shop.example' } },
    });
    expect(entries).toHaveLength(1);
  });

  it.each([
    [{ email: 'nobody' }, 'email'],
    [{ email: `${'a'.repeat(300)}@shop.example` }, 'email'],
    [{ password: 'ninechars' }, 'password'],
    [{ password: 'password123' }, 'password'],
    [{ password: 'new@shop.example' }, 'password'],
    [{ email: 'ｎew@shop.example' }, 'email'],
    [{ email: '\u212aelvin@shop.example' }, 'email'],
    [{ password: 'x'.repeat(201) }, 'password'],
    [{ name: 'a\u0000b' }, 'name'],
  ])('refuses %j', async (change, path) => {
    const error = await createUser(ctx, { email: 'new@shop.example', password, ...change }).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'invalid_input', extras: { issues: [{ path }] } });
    if ('password' in change) expect(JSON.stringify([error.message, error.extras])).not.toContain(change.password);
  });

  it('takes passwords of 10 and of 200 characters', async () => {
    for (const length of [10, 200]) {
      const email = `length-${length}@shop.example`;
      const password = randomBytes(length / 2).toString('hex');
      await createUser(ctx, { email, password });
      expect(await authenticateUser(ctx, { email, password })).toMatchObject({ email });
    }
  });
});

describe('authenticateUser', () => {
  it('knows a person by any spelling of the address, and by any keyboard’s form of the password', async () => {
    const { userId } = await createUser(ctx, { email: 'bob@shop.example', password: 'pässwörd-lång' });
    const credentials = { email: 'Bob@SHOP.example', password: 'pässwörd-lång'.normalize('NFD') };
    expect(await authenticateUser(ctx, credentials)).toMatchObject({ userId, email: 'bob@shop.example', name: null });
  });

  it.each([
    { email: 'carol@shop.example', password: 'wrong password' },
    { email: 'carol@shop.example', password: '' },
    { email: 'nobody@shop.example', password },
    { email: 'not an address', password },
    { email: 'carol@shop.example', password: 'x'.repeat(100_000) },
  ])('knows nobody by $email and another password', async (credentials) => {
    await createUser(ctx, { email: 'carol@shop.example', password }).catch(() => {});
    expect(await authenticateUser(ctx, credentials)).toBeUndefined();
  });
});
