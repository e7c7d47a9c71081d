import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testServerUrl } from '../testing/index.ts';
import { readMigrations } from './files.ts';
import { deploy, edited, newMigration, pending, unapplied } from './index.ts';

/** When a deployment is killed, in milliseconds after it began. */
const moments =
  process.env.TILLGATE_LONG_TESTS === '1' ? Array.from({ length: 40 }, (_, nth) => nth * 25) : [60, 200, 400];

let admin: string;
let url: string;

async function query<Row extends object>(on: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: on });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  admin = await testServerUrl();
});
beforeEach(async () => {
  const name = `migrate_${randomBytes(6).toString('hex')}`;
  await query(admin, `CREATE DATABASE ${name}`);
  const address = new URL(admin);
  address.pathname = `/${name}`;
  url = address.toString();
});
afterEach(async () => {
  await query(admin, `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
});

/** The real migrations followed by one more. */
async function migrationsWith(sql: string): Promise<MigrationList> {
  const list = await readMigrations();
  const added = {
    path: '29990101000000_added',
    migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
  };
  return { ...list, migrationDirectories: [...list.migrationDirectories, added] };
}

describe('deploy', () => {
  it('applies every migration once, in order, and says which', async () => {
    const names = (await readMigrations()).migrationDirectories.map(({ path }) => path);
    expect(await unapplied(url)).toEqual(names);
    expect(await deploy(url)).toEqual(names);
    expect(await deploy(url)).toEqual([]);
    expect(await unapplied(url)).toEqual([]);
  });

  it('lets processes that deploy at the same time take turns', async () => {
    const results = await Promise.all([deploy(url), deploy(url), deploy(url)]);
    const names = (await readMigrations()).migrationDirectories.map(({ path }) => path);
    expect(results.flat()).toEqual(names);
    const history = await query(url, 'SELECT FROM _prisma_migrations');
    expect(history).toHaveLength(names.length);
  });

  it('makes the same tables, whatever somebody has set for the database', async () => {
    await query(url, 'CREATE SCHEMA decoy');
    const name = new URL(url).pathname.slice(1);
    for (const setting of ['search_path = decoy, public', "lock_timeout = '1ms'", "DateStyle = 'German, DMY'"]) {
      await query(admin, `ALTER DATABASE ${name} SET ${setting}`);
    }
    const names = (await readMigrations()).migrationDirectories.map(({ path }) => path);
    expect(await deploy(url)).toEqual(names);
    expect([await unapplied(url), await deploy(url)]).toEqual([[], []]);
    const misplaced = await query(url, `SELECT relname FROM pg_class WHERE relnamespace = 'decoy'::regnamespace`);
    expect(misplaced).toEqual([]);
  });

  it('knows a migration that was changed after it was applied', async () => {
    await deploy(url, await migrationsWith('SELECT 1;'));
    expect(await edited(url, await migrationsWith('SELECT 1;'))).toEqual([]);
    expect(await edited(url, await migrationsWith('SELECT 2;'))).toEqual(['29990101000000_added']);
  });

  it('runs functions and literals that contain semicolons', async () => {
    await deploy(
      url,
      await migrationsWith(`
        CREATE FUNCTION answer() RETURNS text LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 'a;b'; END; $$;
        DO $$ BEGIN PERFORM answer(); END $$;`),
    );
    expect(await query(url, 'SELECT answer()')).toEqual([{ answer: 'a;b' }]);
  });

  it('leaves nothing of a migration that fails, records it, and tries it again', async () => {
    const broken = await migrationsWith('CREATE TABLE half (n int); INSERT INTO nowhere VALUES (1);');
    await expect(deploy(url, broken)).rejects.toThrow(/nowhere/);
    expect(await query(url, `SELECT to_regclass('half') AS half`)).toEqual([{ half: null }]);
    expect(await unapplied(url)).toEqual([]);
    const failed = await query(url, 'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NULL');
    expect(failed).toEqual([{ migration_name: '29990101000000_added' }]);
    await expect(deploy(url, broken)).rejects.toThrow(/nowhere/);
    const mended = await migrationsWith('CREATE TABLE half (n int);');
    expect(await deploy(url, mended)).toEqual(['29990101000000_added']);
  });
});

describe('a deployment that was killed', () => {
  const added = '29990101000000_added';
  /** A history that names a migration as begun. */
  const begin = (logs: string | null) =>
    query(
      url,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, started_at, applied_steps_count)
       VALUES (gen_random_uuid()::text, '', '${added}', ${logs === null ? 'NULL' : `'${logs}'`}, now(), 0)`,
    );

  it('before its migration was committed is repeated', async () => {
    await deploy(url);
    await begin(null);
    expect(await deploy(url, await migrationsWith('CREATE TABLE more (n int);'))).toEqual([added]);
    expect(await query(url, `SELECT to_regclass('more')::text AS more`)).toEqual([{ more: 'more' }]);
  });

  it('after that is finished, and not repeated', async () => {
    await deploy(url);
    await query(url, 'CREATE TABLE counted (n int)');
    await query(url, 'INSERT INTO counted VALUES (1)');
    await begin('committed');
    expect(await deploy(url, await migrationsWith('UPDATE counted SET n = n + 1;'))).toEqual([]);
    expect(await query(url, 'SELECT n FROM counted')).toEqual([{ n: 1 }]);
  });

  it.each([
    ['a table', 'CREATE TABLE more (n int);'],
    ['a column', 'ALTER TABLE payments ADD COLUMN more int;'],
    ['a value of an enum', `ALTER TYPE "OrderKind" ADD VALUE 'more';`],
    ['an index', 'CREATE INDEX more ON payments (created_at);'],
  ])('by a version that left no mark, after it made %s, is finished', async (_what, sql) => {
    await deploy(url);
    await query(url, sql);
    await begin(null);
    expect(await deploy(url, await migrationsWith(sql))).toEqual([]);
    const open = 'SELECT FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL';
    expect(await query(url, open)).toEqual([]);
    expect(await deploy(url, await migrationsWith(sql))).toEqual([]);
  });

  it('at whatever moment is healed by the next one', async () => {
    const code = `import { deploy } from ${JSON.stringify(new URL('index.ts', import.meta.url).href)};
      process.stdout.write('ready\\n');
      await deploy(process.argv[1]);`;
    const names = (await readMigrations()).migrationDirectories.map(({ path }) => path);
    for (const [nth, milliseconds] of moments.entries()) {
      const name = `${new URL(url).pathname.slice(1)}_${nth}`;
      await query(admin, `CREATE DATABASE ${name}`);
      const killed = new URL(url);
      killed.pathname = `/${name}`;
      const args = ['--import', 'tsx', '--input-type=module', '-e', code, killed.toString()];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      const ended = once(child, 'exit');
      await once(child.stdout, 'data');
      await setTimeout(milliseconds);
      child.kill('SIGKILL');
      await ended;
      await deploy(killed.toString());
      expect(await unapplied(killed.toString()), `after ${milliseconds} ms`).toEqual([]);
      const finished = 'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1';
      expect((await query<{ name: string }>(killed.toString(), finished)).map((row) => row.name)).toEqual(names);
      await query(admin, `DROP DATABASE ${name} WITH (FORCE)`);
    }
  });
});

describe('the migrations', () => {
  it('make exactly the schema', async () => {
    expect(await pending(admin)).toBe('');
    expect(await newMigration(admin, 'nothing_to_do')).toBeUndefined();
  });

  it('show what they lack', async () => {
    const list = await migrationsWith('ALTER TABLE payments DROP COLUMN description CASCADE;');
    expect(await pending(admin, list)).toMatch(/ALTER TABLE "payments" ADD COLUMN\s+"description"/);
  });

  it('are named in snake case', async () => {
    await expect(newMigration(admin, '../escape')).rejects.toThrow(/snake_case/);
  });
});

describe('version 0.1.0', () => {
  /** Tables that it may have without a row. */
  const empty = ['rate_limit_counters', 'webhook_lanes'];

  /** How many rows each table has. */
  async function counts(): Promise<Record<string, number>> {
    const tables = await query<{ name: string }>(
      url,
      `SELECT relname AS name FROM pg_class
       WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> '_prisma_migrations' ORDER BY relname`,
    );
    const each = tables.map(({ name }) => `SELECT '${name}' AS name, count(*)::int AS count FROM "${name}"`);
    const rows = await query<{ name: string; count: number }>(url, each.join(' UNION ALL '));
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  }

  it('is not edited', async () => {
    const [first] = (await readMigrations()).migrationDirectories;
    const text = first?.migrationFile.content.value ?? '';
    expect(createHash('sha256').update(text).digest('hex')).toBe(
      '27215ec1e37bbf027d6964ad9dc40ecf99c6d9e8f145f706084e6ed6190028d3',
    );
  });

  it('is upgraded with every row that it has', async () => {
    const list = await readMigrations();
    await deploy(url, { ...list, migrationDirectories: list.migrationDirectories.slice(0, 1) });
    await query(url, await readFile(new URL('filled-0.1.0.sql', import.meta.url), 'utf8'));
    const before = await counts();
    expect(Object.keys(before).filter((table) => before[table] === 0)).toEqual(empty);
    expect(await deploy(url)).toEqual(list.migrationDirectories.slice(1).map(({ path }) => path));
    expect(await counts()).toMatchObject(before);
  });

  it('does not upgrade what began with another first migration', async () => {
    await deploy(url);
    await query(url, `UPDATE _prisma_migrations SET checksum = repeat('0', 64)`);
    await expect(deploy(url)).rejects.toThrow('never released');
  });
});
