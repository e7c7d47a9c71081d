import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { getProviderAccount } from '@tillgate/domain/applications';
import { authenticateKey } from '@tillgate/domain/keys';
import { createOpen, generateSealKeys } from '@tillgate/domain/sealing';
import { silentLog } from '@tillgate/domain/testing';
import { authenticateUser } from '@tillgate/domain/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProgram, tillgate } from './testing.ts';

let test: TestDatabase;
let env: Record<string, string>;
let privateKey: string;
let directory: string;
const clock = { now: () => new Date() };

beforeAll(async () => {
  test = await testDatabase();
  const keys = await generateSealKeys();
  privateKey = keys.privateKey;
  env = { DATABASE_URL: test.urlAs('cli'), SEAL_PUBLIC_KEY: keys.publicKey };
  directory = await mkdtemp(join(tmpdir(), 'tillgate cli '));
});
afterAll(async () => {
  await test.close();
  await rm(directory, { recursive: true });
});

/** The one object that a command printed. */
async function done(...args: string[]) {
  const { code, stdout, stderr } = await tillgate([...args, '--json'], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  return JSON.parse(stdout);
}

/** The one object that a refused command printed. */
async function refused(args: string[], more: Record<string, string> = {}) {
  const { code, stdout, stderr } = await tillgate([...args, '--json'], { ...env, ...more });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  return JSON.parse(stderr);
}

let people = 0;
async function newApplication(): Promise<string> {
  people += 1;
  const email = `person-${people}@shop.example`;
  await done('user', 'create', '--email', email, '--password', 'long enough');
  return (await done('app', 'create', '--name', 'Shop', '--owner', email)).applicationId;
}

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

describe('an operator', () => {
  it('sets up a merchant from nothing to a working key, and ends the key again', async () => {
    const email = 'owner@shop.example';
    const { userId, ...noMore } = await done(
      'user',
      'create',
      '--email',
      email,
      '--password',
      'long enough',
      '--name',
      'O',
    );
    expect([userId, noMore]).toEqual([uuid, {}]);
    expect(await authenticateUser({ db: test.database }, { email, password: 'long enough' })).toMatchObject({ userId });

    const { applicationId } = await done('app', 'create', '--name', 'Shop', '--owner', email);
    const set = ['credentials', 'set', '--app', applicationId, '--env', 'sandbox'];
    const secrets = ['--consumer-key', 'ck', '--consumer-secret', 'cs', '--passkey', 'pk'];
    expect(await done(...set, '--product', 'till', '--shortcode', '600000', '--till', '512345', ...secrets)).toEqual({
      ok: true,
    });
    const open = await createOpen(privateKey);
    const ctx = { db: test.database, clock, log: silentLog, open };
    const account = await getProviderAccount(ctx, { applicationId, environment: 'sandbox' });
    expect(account).toMatchObject({ tillNumber: '512345', consumerKey: 'ck', consumerSecret: 'cs', passkey: 'pk' });

    const { keyId, key } = await done('key', 'create', '--app', applicationId, '--env', 'sandbox');
    expect(await authenticateKey(ctx, key)).toMatchObject({ keyId, applicationId, environment: 'sandbox' });
    expect(await done('key', 'revoke', '--key', keyId)).toMatchObject({ keyId });
    expect(await authenticateKey(ctx, key)).toBeUndefined();

    const actors = await test.database.prisma.auditEntry.findMany({ distinct: ['actor'], select: { actor: true } });
    expect(actors).toEqual([{ actor: 'operator' }]);
  });

  it('creates a key that may do little, sees it in the list and rotates it', async () => {
    const app = ['--app', await newApplication()];
    const narrow = ['--scopes', 'read, collect', '--allow-ip', '10.0.0.0/8, 2001:db8::1', '--expires', '2099-01-01'];
    const made = await done('key', 'create', ...app, '--env', 'production', '--name', 'Till', ...narrow);
    expect(made).toEqual({ keyId: uuid, key: expect.stringMatching(/^mp_live_/), scopes: ['collect', 'read'] });
    const rotated = await done('key', 'rotate', '--key', made.keyId, '--grace', '0');
    expect(rotated).toMatchObject({ replacedKeyId: made.keyId, key: expect.stringMatching(/^mp_live_/) });
    const { keys } = await done('key', 'list', ...app);
    const same = {
      environment: 'production',
      name: 'Till',
      scopes: ['collect', 'read'],
      allowedIps: ['10.0.0.0/8', '2001:db8::1'],
    };
    expect(keys).toMatchObject([
      { ...same, keyId: rotated.keyId, state: 'live', expiresAt: expect.stringMatching(/^20/) },
      { ...same, keyId: made.keyId, state: 'revoked', expiresAt: '2099-01-01T00:00:00.000Z' },
    ]);
    const { stdout } = await tillgate(['key', 'list', ...app, '--env', 'production'], env);
    expect(stdout).toContain('collect,read  10.0.0.0/8,2001:db8::1');
    expect(await done('key', 'list', ...app, '--env', 'sandbox')).toEqual({ keys: [] });
  });

  it('names the scopes that move money out, or gets a production key without them', async () => {
    const create = ['key', 'create', '--app', await newApplication(), '--env', 'production'];
    expect((await done(...create)).scopes).toEqual(['collect', 'read', 'offline', 'inquire']);
    expect((await done(...create, '--scopes', 'payout,refund')).scopes).toEqual(['refund', 'payout']);
    for (const [option, value] of [
      ['--scopes', 'payouts'],
      ['--scopes', ''],
      ['--allow-ip', 'office'],
      ['--allow-ip', '10.0.0.0/33'],
      ['--expires', 'soon'],
    ] as const) {
      expect(await refused([...create, option, value])).toMatchObject({
        code: 'invalid_input',
        issues: [{ path: option }],
      });
    }
  });

  it('registers a webhook endpoint and sees its secret once', async () => {
    const applicationId = await newApplication();
    const create = [
      'endpoint',
      'create',
      '--app',
      applicationId,
      '--env',
      'sandbox',
      '--url',
      'https://shop.example/hook',
    ];
    const { endpointId, secret } = await done(...create, '--events', 'payment.success, payment.failed');
    expect([endpointId, secret]).toEqual([uuid, expect.stringMatching(/^whsec_/)]);
    const row = await test.database.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } });
    expect(row).toMatchObject({ applicationId, events: ['payment.success', 'payment.failed'] });
    expect(await refused([...create, '--events', 'payment.done'])).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: '--events' }],
    });
  });

  it('keeps secrets out of the shell: from a file without its line break, or from a variable', async () => {
    const applicationId = await newApplication();
    const file = join(directory, 'pass key');
    await writeFile(file, 'from-file\r\n');
    const set = ['credentials', 'set', '--app', applicationId, '--env', 'sandbox', '--product', 'paybill'];
    const secrets = ['--consumer-key', '@env:CK', '--consumer-secret', '@@literal', '--passkey', `@${file}`];
    const outcome = await tillgate([...set, '--shortcode', '174379', ...secrets, '--json'], {
      ...env,
      CK: 'from-variable',
    });
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    const ctx = { db: test.database, clock, log: silentLog, open: await createOpen(privateKey) };
    expect(await getProviderAccount(ctx, { applicationId, environment: 'sandbox' })).toMatchObject({
      consumerKey: 'from-variable',
      consumerSecret: '@literal',
      passkey: 'from-file',
    });
    expect(await refused([...set, '--passkey', '@/no/such/file'])).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: '--passkey', message: expect.stringContaining('ENOENT') }],
    });
    expect(await refused([...set, '--passkey', '@env:UNSET'])).toMatchObject({ issues: [{ path: '--passkey' }] });
  });

  it('reads plain sentences without --json', async () => {
    const made = await startProgram(
      ['user', 'create', '--email', 'plain@shop.example', '--password', 'long enough'],
      env,
    );
    expect(made).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Created user [0-9a-f-]{36}\.\n$/),
    });
    const again = await startProgram(
      ['user', 'create', '--email', 'plain@shop.example', '--password', 'long enough'],
      env,
    );
    expect(again).toEqual({ code: 1, stdout: '', stderr: 'error: email belongs to a user already.\n' });
  });
});

describe('an error', () => {
  it('names every field that is wrong, and never repeats a secret', async () => {
    const failure = await refused(['user', 'create', '--email', 'nobody', '--password', 'canary']);
    expect(failure).toEqual({
      error: 'email must be an e-mail address; password must have at least 10 characters.',
      code: 'invalid_input',
      issues: [
        { path: 'email', name: 'email', message: 'must be an e-mail address' },
        { path: 'password', name: 'passwordShort', message: 'must have at least 10 characters' },
      ],
    });
  });

  it('of usage is one object too', async () => {
    expect(await refused(['user', 'create'])).toEqual({
      error: "required option '--email <address>' not specified",
      code: 'usage',
    });
  });

  it('lists everything that is wrong with the environment at once', async () => {
    const { code, stderr } = await startProgram(['doctor', '--json'], {
      DATABASE_URL: 'mysql://x',
      SEAL_PUBLIC_KEY: 'short',
    });
    expect(code).toBe(1);
    expect(JSON.parse(stderr)).toMatchObject({
      code: 'invalid_environment',
      issues: [{ path: 'DATABASE_URL' }, { path: 'SEAL_PUBLIC_KEY' }],
    });
  });

  it('of the database says what to do, without its password', async () => {
    const DATABASE_URL = 'postgresql://canary:canary@127.0.0.1:1/none';
    const failure = await refused(['app', 'create', '--name', 'x', '--owner', 'a@b.example'], { DATABASE_URL });
    expect(failure.code).toBe('unavailable');
    expect(JSON.stringify(failure)).not.toContain('canary');
  });
});
