import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { claimShortcode, setRailAccount } from '@tillgate/domain/applications';
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
  env = { DATABASE_URL: test.urlAs('cli'), SEAL_PUBLIC_KEY: (await generateSealKeys()).publicKey };
});
afterAll(() => test.close());

/** The exit code and the one object that a command printed. */
async function run(...args: string[]) {
  const { code: exit, stdout, stderr } = await tillgate([...args, '--json'], env);
  return { ...JSON.parse(stdout || stderr), exit };
}

describe('shortcode', () => {
  it('list and release show and end who owns one', async () => {
    const merchant = await seed(ctx).owner().application().credentials('production', { shortcode: '600701' }).mint();
    const { organizationId } = merchant;
    await claimShortcode(ctx, merchant.as('production').tenant, { shortcode: '600701', evidence: 'push' });
    const owned = { shortcode: '600701', environment: 'production', organizationId, evidence: 'push' };
    expect((await run('shortcode', 'list')).shortcodes).toMatchObject([owned]);
    const other = await seed(ctx).owner().application().mint();
    const set = [
      ...['credentials', 'set', '--app', other.applicationId, '--env', 'production', '--product', 'paybill'],
      ...['--shortcode', '600701', '--consumer-key', 'k', '--consumer-secret', 's', '--passkey', 'p'],
    ];
    expect(await run(...set)).toMatchObject({
      exit: 1,
      code: 'invalid_input',
      error: expect.stringContaining('belongs to another organization'),
    });
    const release = ['shortcode', 'release', '--shortcode', '600701', '--env', 'production'];
    expect(await run(...release)).toEqual({ exit: 0, shortcode: '600701', environment: 'production', organizationId });
    expect(await run(...release)).toMatchObject({ exit: 1, code: 'not_found' });
    expect(await run(...set)).toMatchObject({ exit: 0, ok: true });
  });
});

describe('credentials', () => {
  it('set-account stores an account at another network, and says what is wrong by name', async () => {
    const { applicationId } = await seed(ctx).owner().application().mint();
    const set = (...more: string[]) =>
      run('credentials', 'set-account', '--app', applicationId, '--env', 'sandbox', '--rail', 'airtel', ...more);
    const secret = (...pairs: string[]) => pairs.flatMap((pair) => ['--secret', pair]);
    expect(await set('--number', '450123', ...secret('clientId=an=id'))).toMatchObject({
      exit: 1,
      code: 'invalid_input',
      error: expect.stringContaining('secrets.clientSecret'),
    });
    expect(await set('--secret', 'clientId')).toMatchObject({ exit: 1, error: '--secret: must be name=value.' });
    const whole = secret('clientId=an=id', 'clientSecret=@env:SEAL_PUBLIC_KEY', 'callbackKey=key');
    expect(await set('--number', '450123', '--setting', 'signs=true', ...whole)).toMatchObject({ exit: 0 });
    expect(await set(...secret('callbackKey='))).toMatchObject({ exit: 0 });
    const accounts = await test.database.prisma.railAccount.findMany({
      where: { applicationId },
      include: { secrets: { orderBy: { name: 'asc' } } },
    });
    expect(accounts).toMatchObject([
      { number: '450123', settings: { signs: true }, secrets: [{ name: 'clientId' }, { name: 'clientSecret' }] },
    ]);
    expect(JSON.stringify(accounts)).not.toContain('an=id');
  });

  it('make-default chooses among the networks that an application has', async () => {
    const { applicationId } = await seed(ctx).owner().application().credentials('sandbox').mint();
    const account = { applicationId, environment: 'sandbox' as const, rail: 'airtel' as const };
    const choose = () =>
      run('credentials', 'make-default', '--app', applicationId, '--env', 'sandbox', '--rail', 'airtel');
    expect(await choose()).toMatchObject({ exit: 1, code: 'provider_not_configured' });
    await setRailAccount(ctx, { ...account, number: '450123', secrets: { clientId: 'id', clientSecret: 'secret' } });
    expect(await choose()).toMatchObject({ exit: 0, accountId: expect.any(String) });
    const isDefault = { applicationId, isDefault: true };
    expect(await test.database.prisma.railAccount.findMany({ where: isDefault })).toMatchObject([{ rail: 'airtel' }]);
  });
});

describe('c2b', () => {
  it('pull has payments pulled, says how that stands, and ends it', async () => {
    const { applicationId } = await seed(ctx)
      .owner()
      .application()
      .credentials('sandbox', { shortcode: '600703' })
      .mint();
    const which = ['--app', applicationId, '--env', 'sandbox'];
    expect(await run('c2b', 'pull', ...which)).toMatchObject({ exit: 1, code: 'not_found' });
    const registration = { id: applicationId, applicationId, environment: 'sandbox' as const, shortcode: '600703' };
    await test.database.prisma.c2bRegistration.create({
      data: { ...registration, hookToken: 'cd'.repeat(32), createdAt: new Date() },
    });
    expect(await run('c2b', 'pull', ...which)).toMatchObject({ exit: 0, isOn: false });
    const on = await run('c2b', 'pull', ...which, '--nominated-number', '0722000000');
    expect(on).toMatchObject({ exit: 0, shortcode: '600703', isOn: true, pulledTo: null, pullError: null });
    expect(await run('c2b', 'pull', ...which, '--nominated-number', 'x')).toMatchObject({ exit: 1 });
    expect(await run('c2b', 'pull', ...which, '--off', '--nominated-number', '0722000000')).toMatchObject({ exit: 1 });
    expect(await run('c2b', 'pull', ...which, '--off')).toMatchObject({ exit: 0, isOn: false });
  });

  it('rotate-token and end-token replace the token of the hook, without showing one', async () => {
    const { applicationId } = await seed(ctx)
      .owner()
      .application()
      .credentials('sandbox', { shortcode: '600702' })
      .mint();
    const which = ['--app', applicationId, '--env', 'sandbox'];
    expect(await run('c2b', 'rotate-token', ...which)).toMatchObject({ exit: 1, code: 'not_found' });
    const before = 'ab'.repeat(32);
    const at = new Date();
    const registration = { id: applicationId, applicationId, environment: 'sandbox' as const, shortcode: '600702' };
    await test.database.prisma.c2bRegistration.create({ data: { ...registration, hookToken: before, createdAt: at } });
    const rotated = await run('c2b', 'rotate-token', ...which, '--grace-hours', 'manual');
    expect(rotated).toEqual({ exit: 0, shortcode: '600702', graceSeconds: null });
    const row = await test.database.prisma.c2bRegistration.findFirstOrThrow({ where: { applicationId } });
    expect(row.hookToken).not.toBe(before);
    expect(await run('c2b', 'rotate-token', ...which, '--grace-hours', '2')).toMatchObject({ graceSeconds: 7_200 });
    expect(await run('c2b', 'rotate-token', ...which, '--grace-hours', 'x')).toMatchObject({ exit: 1 });
    expect(await run('c2b', 'end-token', ...which)).toEqual({ exit: 0, ended: 2 });
    const entries = await test.database.prisma.auditEntry.findMany({
      where: { subjectId: applicationId, actor: 'operator' },
    });
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['c2b_token.rotated', 'c2b_token.ended']),
    );
  });
});
