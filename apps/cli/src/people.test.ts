import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { createKey } from '@tillgate/domain/keys';
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

async function run(...args: string[]) {
  const { code: exit, stdout, stderr } = await tillgate([...args, '--json'], env);
  return { ...JSON.parse(stdout || stderr), exit };
}

describe('user', () => {
  it('disable, enable and sessions end say what they did', async () => {
    const { owner, applicationId } = await seed(ctx).owner().application().mint();
    const { userId, email } = owner;
    const maker = { ...ctx, actor: `user:${userId}` };
    const { keyId } = await createKey(maker, { applicationId, environment: 'sandbox', name: 'Till' });
    const id = crypto.randomUUID();
    const at = ctx.clock.now();
    const times = { createdAt: at, lastSeenAt: at, expiresAt: at, authenticatedAt: at };
    await test.database.prisma.session.create({ data: { id, userId, ...times } });
    expect(await run('user', 'sessions', 'end', '--email', email)).toEqual({ exit: 0, userId, sessionsEnded: 1 });
    const disabled = await run('user', 'disable', '--email', email, '--reason', 'left');
    expect(disabled).toMatchObject({ exit: 0, userId, sessionsEnded: 0, liveKeys: [{ keyId }] });
    expect(await run('user', 'disable', '--email', email)).toMatchObject({ exit: 1, code: 'invalid_input' });
    expect(await run('user', 'enable', '--email', email)).toEqual({ exit: 0, userId });
    const { stdout } = await tillgate(['user', 'disable', '--email', email], env);
    expect(stdout).toContain(`Disabled user ${userId} and ended 0 sessions.`);
    expect(stdout).toContain(keyId);
  });
});

describe('organization', () => {
  it('suspend and resume need a reason, and say what they did', async () => {
    const { organizationId, applicationId } = await seed(ctx).owner().application().mint();
    const which = ['--organization', organizationId];
    expect(await run('organization', 'suspend', ...which)).toMatchObject({ exit: 1, code: 'usage' });
    const reason = ['--reason', 'unpaid bills'];
    expect(await run('organization', 'suspend', ...which, ...reason)).toMatchObject({ exit: 0, organizationId });
    const row = await test.database.prisma.organization.findUniqueOrThrow({ where: { id: organizationId } });
    expect(row).toMatchObject({ suspendedAt: expect.any(Date), suspensionReason: 'unpaid bills' });
    const suspended = await run('organization', 'list');
    expect(suspended).toMatchObject({
      exit: 0,
      organizations: expect.arrayContaining([
        expect.objectContaining({
          organizationId,
          members: 1,
          suspendedAt: expect.any(String),
          applications: [expect.objectContaining({ applicationId })],
        }),
      ]),
    });
    expect(await run('organization', 'resume', ...which, ...reason)).toEqual({ exit: 0, organizationId });
    const missing = ['--organization', crypto.randomUUID(), ...reason];
    expect(await run('organization', 'suspend', ...missing)).toMatchObject({ exit: 1, code: 'not_found' });
  });
});
