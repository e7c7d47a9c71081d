import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testServerUrl } from '../testing/index.ts';
import { readMigrations } from './files.ts';
import { deploy, edited, newMigration, pending, unapplied } from './index.ts';

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

  it('leaves nothing of a migration that fails, records it and refuses to go on', async () => {
    const broken = await migrationsWith('CREATE TABLE half (n int); INSERT INTO nowhere VALUES (1);');
    await expect(deploy(url, broken)).rejects.toThrow(/nowhere/);
    expect(await query(url, `SELECT to_regclass('half') AS half`)).toEqual([{ half: null }]);
    expect(await unapplied(url)).toEqual([]);
    const failed = await query(url, 'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NULL');
    expect(failed).toEqual([{ migration_name: '29990101000000_added' }]);
    await expect(deploy(url, broken)).rejects.toThrow(/failed/i);
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
