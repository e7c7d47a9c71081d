import { randomBytes, randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase, testServerUrl } from '@tillgate/db/testing';
import { refreshRollups } from '@tillgate/domain/rollups';
import { createSeal, generateSealKeys } from '@tillgate/domain/sealing';
import { seed, type TestContext, testContext } from '@tillgate/domain/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { tillgate } from './testing.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let test: TestDatabase;
let ctx: TestContext;
let keys: { publicKey: string; privateKey: string };
let directory: string;
let paymentId: string;
const fresh: string[] = [];

beforeAll(async () => {
  test = await testDatabase();
  keys = await generateSealKeys();
  ctx = { ...(await testContext(test.database)), seal: await createSeal(keys.publicKey) };
  directory = join(await mkdtemp(join(tmpdir(), 'tillgate backup-')), 'monday');
  const { applicationId } = await seed(ctx).owner().application().credentials('sandbox').mint();
  paymentId = randomUUID();
  const createdAt = new Date(Date.now() - 86_400_000);
  await ctx.db.prisma.payment.create({
    data: {
      id: paymentId,
      applicationId,
      environment: 'sandbox',
      source: 'c2b',
      status: 'success',
      amount: 70,
      requestedAmount: 70,
      settledBy: 'c2b',
      accountRef: 'tab\t, line\nand "quotes" \\N é',
      description: 'Offline payment',
      shortcode: '600100',
      providerReceipt: 'TKM0000001',
      createdAt,
      settledAt: createdAt,
    },
  });
  while (!(await refreshRollups(ctx)).current);
  expect((await tillgate(['backup', '--out', directory, '--json'], { DATABASE_URL: test.url })).stderr).toBe('');
});

afterAll(async () => {
  for (const url of fresh) await onServer(`DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
  await rm(join(directory, '..'), { recursive: true, force: true });
  await test.close();
});

async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
const onServer = async (sql: string) => query<{ datname: string }>(await testServerUrl(), sql);

async function emptyDatabase(): Promise<string> {
  const name = `backup_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name}`);
  const address = new URL(await testServerUrl());
  address.pathname = `/${name}`;
  fresh.push(address.toString());
  return address.toString();
}

/** A copy of the backup, to damage. */
async function copyOfBackup(): Promise<string> {
  const copy = await mkdtemp(join(directory, '..', 'copy-'));
  for (const name of await readdir(directory)) await copyFile(join(directory, name), join(copy, name));
  return copy;
}

const restoreInto = (url: string, from = directory) =>
  tillgate(['restore', '--from', from, '--json'], { DATABASE_URL: url });

describe('tillgate backup', () => {
  it('writes files that only their owner can read', async () => {
    for (const name of await readdir(directory)) {
      expect((await stat(join(directory, name))).mode & 0o077, name).toBe(0);
    }
    expect((await stat(directory)).mode & 0o077).toBe(0);
  });

  it('tells the database, so that an alert can tell how old the last one is', async () => {
    const noted = await query(
      test.url,
      `SELECT actor, detail->>'tables' AS tables, created_at AS at FROM audit_entries
      WHERE subject_id = 'backup.rows' AND action = 'backup.made'`,
    );
    const manifest = JSON.parse(await readFile(join(directory, 'manifest.json'), 'utf8'));
    const at = new Date(manifest.createdAt);
    expect(noted).toEqual([{ actor: 'operator', tables: String(manifest.tables.length), at }]);
  });

  it('refuses a directory that has something in it, and keeps what is there', async () => {
    const before = await readdir(directory);
    const { code, stderr } = await tillgate(['backup', '--out', directory], { DATABASE_URL: test.url });
    expect([code, stderr]).toEqual([1, `error: ${directory} is not empty.\n`]);
    expect(await readdir(directory)).toEqual(before);
  });

  it('refuses a database that is none of Tillgate, and leaves no directory', async () => {
    const out = join(directory, '..', 'nothing');
    const { code, stderr } = await tillgate(['backup', '--out', out], { DATABASE_URL: await emptyDatabase() });
    expect(code).toBe(1);
    expect(stderr).toContain('no migrations');
    await expect(readdir(out)).rejects.toThrow('ENOENT');
  });

  it('has rows of one moment: what is written meanwhile is in it with all that belongs to it, or not at all', async () => {
    const out = join(directory, '..', 'while-writing');
    const writing = new AbortController();
    const writer = (async () => {
      while (!writing.signal.aborted) await seed(ctx).owner().application().mint();
    })();
    const made = await tillgate(['backup', '--out', out], { DATABASE_URL: test.url });
    writing.abort();
    await writer;
    expect(made.code).toBe(0);
    // The foreign keys of the schema hold, although applications and their organizations were added all the time.
    expect((await restoreInto(await emptyDatabase(), out)).code).toBe(0);
  });
});

describe('tillgate restore', () => {
  it('restores every row, every sequence and every right into an empty database', async () => {
    const url = await emptyDatabase();
    const { code, stdout } = await restoreInto(url);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { differingHours: 0, migrations: [] }]);
    const [payment] = await query(url, `SELECT account_ref, amount::int, status FROM payments`);
    expect(payment).toEqual({ account_ref: 'tab\t, line\nand "quotes" \\N é', amount: 70, status: 'success' });
    const sequences = `SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`;
    expect(await query(url, sequences)).toEqual(await query(test.url, sequences));
    const triggers = `SELECT tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`;
    expect(await query(url, triggers)).toEqual(await query(test.url, triggers));
    const rights = `SELECT has_table_privilege('tillgate_api', 'payments', 'SELECT') AS api`;
    expect(await query(url, rights)).toEqual([{ api: true }]);
  });

  it('refuses a database that is not empty, and changes nothing in it', async () => {
    const url = await emptyDatabase();
    await query(url, 'CREATE TABLE payments (id int); INSERT INTO payments VALUES (7)');
    const { code, stderr } = await restoreInto(url);
    expect([code, JSON.parse(stderr).error]).toEqual([1, expect.stringContaining('not empty')]);
    expect(await query(url, 'SELECT id FROM payments')).toEqual([{ id: 7 }]);
  });

  it('refuses a backup with a damaged, a missing or an unfinished part before it writes anything', async () => {
    const url = await emptyDatabase();
    const damaged = await copyOfBackup();
    const file = join(damaged, 'payments.copy.gz');
    await truncate(file, (await stat(file)).size - 1);
    expect(JSON.parse((await restoreInto(url, damaged)).stderr).error).toContain('payments.copy.gz is damaged');
    await rm(file);
    expect(JSON.parse((await restoreInto(url, damaged)).stderr).error).toContain('payments.copy.gz cannot be read');
    await rm(join(damaged, 'manifest.json'));
    expect(JSON.parse((await restoreInto(url, damaged)).stderr).error).toContain('has no manifest.json');
    expect(await query(url, `SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace`)).toEqual([]);
  });

  it('restores nothing when rows are not those of the manifest', async () => {
    const url = await emptyDatabase();
    const other = await copyOfBackup();
    const manifest = JSON.parse(await readFile(join(other, 'manifest.json'), 'utf8'));
    const payments = manifest.tables.find(({ name }: { name: string }) => name === 'payments');
    payments.rows += 1;
    await writeFile(join(other, 'manifest.json'), JSON.stringify(manifest));
    expect(JSON.parse((await restoreInto(url, other)).stderr).error).toContain('payments is not as it was');
    expect(await query(url, 'SELECT FROM payments')).toEqual([]);
  });

  it('refuses a backup of a newer version', async () => {
    const newer = await copyOfBackup();
    const manifest = JSON.parse(await readFile(join(newer, 'manifest.json'), 'utf8'));
    manifest.migrations.push('29990101000000_later');
    await writeFile(join(newer, 'manifest.json'), JSON.stringify(manifest));
    const { stderr } = await restoreInto(await emptyDatabase(), newer);
    expect(JSON.parse(stderr).error).toContain('29990101000000_later');
  });
});

describe('tillgate restore --verify', () => {
  const drill = async (env: Record<string, string>, ...more: string[]) =>
    tillgate(['restore', '--verify', '--from', directory, '--json', ...more], {
      DATABASE_URL: await testServerUrl(),
      ...env,
    });
  const scratches = () => onServer(`SELECT datname FROM pg_database WHERE datname LIKE 'tillgate_restore_%'`);

  it('opens the secrets with the key that was kept, and leaves no database behind', async () => {
    const before = await scratches();
    const { code, stdout } = await drill({ SEAL_PRIVATE_KEY: keys.privateKey });
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { differingHours: 0, secretsFailed: [] }]);
    expect(JSON.parse(stdout).secretsOpened).toBeGreaterThan(0);
    expect(await scratches()).toEqual(before);
  });

  it('fails with the wrong key, and names the rows', async () => {
    const other = await generateSealKeys();
    const { code, stdout } = await drill({ SEAL_PRIVATE_KEY: other.privateKey });
    expect(code).toBe(1);
    expect(JSON.parse(stdout).secretsFailed.length).toBeGreaterThan(0);
    expect(stdout).not.toContain(keys.privateKey);
  });

  it('wants a key, because without one it would prove too little', async () => {
    const { code, stderr } = await drill({});
    expect([code, JSON.parse(stderr).code]).toEqual([1, 'invalid_environment']);
  });

  it('keeps the database when asked to, and says its name', async () => {
    const { stdout } = await drill({ SEAL_PRIVATE_KEY: keys.privateKey }, '--keep');
    const { database } = JSON.parse(stdout);
    const address = new URL(await testServerUrl());
    address.pathname = `/${database}`;
    expect(await query(address.toString(), `SELECT id FROM payments WHERE id = '${paymentId}'`)).toHaveLength(1);
    await onServer(`DROP DATABASE ${database} WITH (FORCE)`);
  });
});
