import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../client.ts';
import { startPostgres } from '../embedded/index.ts';
import { deploy, migrateDatabase, rolesWarning } from '../migrate/index.ts';
import { type TestDatabase, testDatabase, testServerUrl } from '../testing/index.ts';
import { parsePrivileges } from './examine-roles.ts';
import { publicFunctions } from './functions.ts';
import { sequenceGrants, tableGrants } from './grants.ts';
import { examineRoles, giveLogins, type ProcessWithRole, processesWithRole, roleOf } from './index.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

async function onServer<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** An empty database of its own. */
async function freshDatabase(): Promise<{ url: string; drop(): Promise<unknown> }> {
  const admin = await testServerUrl();
  const name = `roles_${randomBytes(6).toString('hex')}`;
  await onServer(admin, `CREATE DATABASE ${name}`);
  const address = new URL(admin);
  address.pathname = `/${name}`;
  return { url: address.toString(), drop: () => onServer(admin, `DROP DATABASE ${name} WITH (FORCE)`) };
}

describe('the declaration', () => {
  const named = (kinds: string) =>
    test.database.pool
      .query<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = ANY ($1) ORDER BY 1`,
        [kinds.split('')],
      )
      .then(({ rows }) => rows.map(({ name }) => name));

  it('decides about every table, view and sequence', async () => {
    expect(await named('rpvmf')).toEqual(Object.keys(tableGrants).sort());
    expect(await named('S')).toEqual(Object.keys(sequenceGrants).sort());
  });

  it('knows every function, and none has the rights of its owner', async () => {
    const { rows } = await test.database.pool.query<{ name: string; definer: boolean }>(
      `SELECT proname AS name, prosecdef AS definer FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([...publicFunctions].sort());
    expect(rows.filter(({ definer }) => definer)).toEqual([]);
  });

  it('is what each role has, table by table and column by column: no more and no less', async () => {
    const { rows } = await test.database.pool.query<{ role: string; name: string; column: string; privilege: string }>(
      `SELECT r.rolname AS role, c.relname AS name, a.attname AS "column", p.privilege
       FROM pg_roles r CROSS JOIN pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
         CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE']) AS p(privilege)
       WHERE r.rolname = ANY ($1) AND c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')
         AND has_column_privilege(r.oid, c.oid, a.attnum, p.privilege)
       UNION ALL
       SELECT r.rolname, c.relname, '', p.privilege
       FROM pg_roles r CROSS JOIN pg_class c CROSS JOIN unnest(ARRAY['DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) AS p(privilege)
       WHERE r.rolname = ANY ($1) AND c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')
         AND has_table_privilege(r.oid, c.oid, p.privilege)`,
      [processesWithRole.map(roleOf)],
    );
    const columns = await test.database.pool.query<{ name: string; columns: string[] }>(
      `SELECT c.relname AS name, array_agg(a.attname::text) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') GROUP BY 1`,
    );
    const columnsOf = new Map(columns.rows.map(({ name, columns: found }) => [name, found]));
    const declared = Object.entries(tableGrants).flatMap(([name, grants]) =>
      processesWithRole.flatMap((process) =>
        parsePrivileges(grants[process] ?? '').flatMap(({ privilege, columns: some }) =>
          (privilege === 'DELETE' ? [''] : (some ?? columnsOf.get(name) ?? [])).map(
            (column) => `${roleOf(process)} ${privilege} ${name} ${column}`,
          ),
        ),
      ),
    );
    const actual = rows.map(({ role, name, column, privilege }) => `${role} ${privilege} ${name} ${column}`);
    expect(actual.sort()).toEqual(declared.sort());
  });
});

/** What must be refused, by process. `…` stands for nothing: the rights are checked before the rows. */
const refused: [ProcessWithRole, string][] = [
  ...processesWithRole.flatMap((process): [ProcessWithRole, string][] => [
    [process, `UPDATE audit_entries SET actor = 'nobody'`],
    [process, 'DELETE FROM audit_entries'],
    [process, 'TRUNCATE audit_entries'],
    [process, 'CREATE TABLE public.mine (n int)'],
    [process, 'ALTER TABLE audit_entries DISABLE TRIGGER ALL'],
    [process, 'DROP TABLE audit_entries'],
    [process, 'DELETE FROM payments'],
    [process, 'DELETE FROM disbursements'],
    [process, 'DELETE FROM orders'],
    [process, 'DELETE FROM webhook_events'],
    [process, 'DELETE FROM provider_callbacks'],
    [process, `UPDATE webhook_events SET type = ''`],
    [process, `UPDATE _prisma_migrations SET checksum = ''`],
    [process, 'CREATE ROLE another'],
  ]),
  // The worker removes old bodies, and the operator erases people.
  ['api', `UPDATE webhook_events SET body = ''`],
  ['web', `UPDATE webhook_events SET body = ''`],
  ['web', `UPDATE payments SET status = 'success'`],
  ['web', `UPDATE payments SET settled_at = now()`],
  ['web', `UPDATE payments SET shortcode = '1'`],
  ['web', `UPDATE disbursements SET status = 'failed'`],
  ['web', `INSERT INTO disbursements (id) VALUES (gen_random_uuid())`],
  ['web', `UPDATE inquiries SET status = 'failed'`],
  ['web', `UPDATE orders SET executed_at = now()`],
  ['web', `UPDATE orders SET outcome = '{}'`],
  ['web', `UPDATE orders SET input = '{}'`],
  ['web', `UPDATE orders SET amount = 1`],
  ['web', `UPDATE orders SET requested_by = decided_by`],
  ['web', `UPDATE orders SET claimed_until = NULL`],
  ['web', `INSERT INTO orders (id, outcome, executed_at) VALUES (gen_random_uuid(), '{}', now())`],
  ['web', `UPDATE webhook_deliveries SET attempt_count = 0`],
  ['web', `INSERT INTO webhook_attempts (delivery_id) VALUES (gen_random_uuid())`],
  ['web', `UPDATE provider_callbacks SET body = ''`],
  ['web', `INSERT INTO provider_callbacks (id) VALUES (gen_random_uuid())`],
  ['web', `UPDATE provider_callbacks SET subject_id = gen_random_uuid()`],
  ['web', 'SELECT * FROM provider_tokens'],
  ['web', 'SELECT * FROM engine_runs'],
  ['web', 'SELECT * FROM engine_events'],
  ['web', 'SELECT text FROM mails'],
  ['web', 'SELECT outcome FROM idempotency_records'],
  ['worker', `UPDATE memberships SET role = 'owner'`],
  ['web', 'DELETE FROM shortcodes'],
  ['web', `UPDATE callback_access SET is_open = true`],
  ['web', 'DELETE FROM api_keys'],
  ['api', 'SELECT * FROM users'],
  ['api', `UPDATE users SET password_hash = ''`],
  ['api', 'SELECT * FROM sessions'],
  ['api', `INSERT INTO sessions (id) VALUES (gen_random_uuid())`],
  ['api', 'SELECT * FROM memberships'],
  ['api', `UPDATE memberships SET role = 'owner'`],
  ['api', 'SELECT * FROM invitations'],
  ['api', 'SELECT * FROM second_factors'],
  ['api', `UPDATE api_keys SET scopes = '{payout}'`],
  ['api', `UPDATE api_keys SET revoked_at = NULL`],
  ['api', `INSERT INTO api_keys (id) VALUES (gen_random_uuid())`],
  ['api', `UPDATE orders SET status = 'approved'`],
  ['api', `INSERT INTO orders (id) VALUES (gen_random_uuid())`],
  ['api', `UPDATE approval_policies SET payout_from = NULL`],
  ['api', `UPDATE provider_credentials SET shortcode = '1'`],
  ['api', `UPDATE webhook_endpoints SET url = 'https://thief.example'`],
  ['api', `UPDATE webhook_deliveries SET status = 'delivered'`],
  ['api', 'SELECT text FROM mails'],
  ['api', 'SELECT * FROM engine_runs'],
  ['worker', 'SELECT password_hash FROM users'],
  ['worker', 'SELECT * FROM sessions'],
  ['worker', 'SELECT * FROM second_factors'],
  ['worker', `INSERT INTO memberships (user_id) VALUES (gen_random_uuid())`],
  ['worker', `INSERT INTO orders (id) VALUES (gen_random_uuid())`],
  ['worker', `UPDATE api_keys SET scopes = '{payout}'`],
  ['worker', `UPDATE provider_credentials SET shortcode = '1'`],
  ['pay', 'SELECT * FROM payments'],
  ['pay', 'SELECT * FROM payment_links'],
  ['pay', 'SELECT metadata FROM payment_links'],
  ['pay', 'SELECT phone FROM link_attempts'],
  ['pay', 'SELECT answers FROM link_attempts'],
  ['pay', `UPDATE link_attempts SET state = 'handed'`],
  ['pay', `INSERT INTO link_attempts (id, state) VALUES (gen_random_uuid(), 'handed')`],
  ['pay', `INSERT INTO link_attempts (id, payment_id) VALUES (gen_random_uuid(), gen_random_uuid())`],
  ['pay', 'SELECT * FROM api_keys'],
  ['pay', 'SELECT * FROM users'],
  ['pay', 'SELECT * FROM organizations'],
  ['pay', 'SELECT * FROM provider_credentials'],
  ['pay', 'SELECT * FROM rate_limit_counters'],
  ['pay', 'SELECT * FROM webhook_endpoints'],
  ['pay', 'SELECT * FROM engine_events'],
  ['pay', `UPDATE payment_links SET status = 'paid'`],
  ['pay', `INSERT INTO idempotency_records (id) VALUES (gen_random_uuid())`],
  ['cli', 'SELECT text FROM mails'],
  ['cli', 'SELECT * FROM idempotency_records'],
  ['cli', 'SELECT remote_ip FROM api_requests'],
  ['cli', 'SELECT * FROM provider_tokens'],
  ['cli', `INSERT INTO sessions (id) VALUES (gen_random_uuid())`],
  ['cli', `UPDATE orders SET executed_at = now()`],
  ['cli', `UPDATE orders SET amount = 1`],
  ['cli', `UPDATE inquiries SET status = 'failed'`],
  ['cli', `UPDATE idempotency_records SET state = 'completed'`],
  ['cli', `UPDATE provider_callbacks SET body_hash = ''`],
  ['cli', `UPDATE webhook_attempts SET status_code = 200`],
  ['cli', 'DELETE FROM webhook_attempts'],
  ['cli', 'DELETE FROM api_requests'],
  ['cli', 'DELETE FROM mails'],
  ['cli', `INSERT INTO disbursements (id) VALUES (gen_random_uuid())`],
];

describe('refused in the database itself', () => {
  it.each(refused)('%s: %s', async (process, statement) => {
    // 42501: insufficient privilege. Any other code would be a statement that is wrong for another reason.
    await expect(test.databaseAs(process).pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('migrating', () => {
  it('gives rights in a database that is in use, and gives the same ones again', async () => {
    const { url, drop } = await freshDatabase();
    try {
      await deploy(url);
      await onServer(
        url,
        `INSERT INTO organizations (id, name, created_at) VALUES (gen_random_uuid(), 'Shop', now());
         CREATE TABLE leftover (n int); GRANT ALL ON organizations, leftover TO ${roleOf('api')}`,
      );
      const acl = `SELECT relname, relacl::text, (SELECT array_agg(attacl::text ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = c.oid AND attacl IS NOT NULL) AS columns FROM pg_class c
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S') ORDER BY 1`;
      expect((await migrateDatabase(url)).roles).toEqual({ missing: [], sql: '' });
      const first = await onServer<{ relname: string; relacl: string }>(url, acl);
      expect((await migrateDatabase(url)).roles).toEqual({ missing: [], sql: '' });
      expect(await onServer(url, acl)).toEqual(first);
      // What somebody gave by hand is taken back: the declaration decides.
      expect(first.find(({ relname }) => relname === 'leftover')?.relacl).not.toContain(roleOf('api'));
      expect(first.find(({ relname }) => relname === 'organizations')?.relacl).toContain(`${roleOf('api')}=r/`);
      expect(await onServer(url, 'SELECT name FROM organizations')).toEqual([{ name: 'Shop' }]);
    } finally {
      await drop();
    }
  });

  it('at the same time from several processes gives each role its rights', async () => {
    const { url, drop } = await freshDatabase();
    try {
      await Promise.all([migrateDatabase(url), migrateDatabase(url), migrateDatabase(url)]);
      const { pool, close } = openDatabase(url, { poolMax: 1 });
      expect(await examineRoles(pool)).toEqual({ missing: [], lacking: [], sharing: [] });
      await close();
    } finally {
      await drop();
    }
  });

  it('says in SQL which roles it may not create, and goes on', () => {
    const sql = 'CREATE ROLE tillgate_api NOLOGIN;';
    expect(rolesWarning({ missing: ['tillgate_api'], sql })).toContain(sql);
    expect(rolesWarning({ missing: [], sql: '' })).toBeUndefined();
  });
});

describe('examining', () => {
  it('names what a role lacks, and who is connected as the owner', async () => {
    const { url, drop } = await freshDatabase();
    const { pool, close } = openDatabase(url, { poolMax: 1 });
    const api = new pg.Client({ connectionString: url, application_name: 'tillgate-api' });
    try {
      await migrateDatabase(url);
      await onServer(url, `REVOKE INSERT ON payments FROM ${roleOf('api')}`);
      await api.connect();
      const owner = new URL(url).username;
      expect(await examineRoles(pool)).toEqual({
        missing: [],
        lacking: ['tillgate_api: INSERT on payments'],
        sharing: [{ process: 'api', user: owner }],
      });
    } finally {
      await api.end();
      await close();
      await drop();
    }
  });
});

it('logins have the rights of their role and sign in with their password', async () => {
  const passwords = { api: 'a b%/@:1', worker: 'w', web: "it's", cli: 'c', pay: 'p' };
  const urls = await giveLogins(test.url, passwords);
  for (const process of processesWithRole) {
    expect(await onServer(urls[process], 'SELECT current_user::text AS name')).toEqual([{ name: roleOf(process) }]);
    expect(decodeURIComponent(new URL(urls[process]).password)).toBe(passwords[process]);
  }
});

describe('a user who may not make roles', () => {
  it('gets the SQL for an administrator, and the rights once the roles exist', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tillgate-roles-'));
    const server = await startPostgres({ dataDir, durable: false });
    try {
      await onServer(server.url(), 'CREATE ROLE modest LOGIN; ALTER DATABASE tillgate OWNER TO modest');
      const modest = new URL(server.url());
      modest.username = 'modest';
      const { applied, roles } = await migrateDatabase(modest.toString());
      expect(applied.length).toBeGreaterThan(0);
      expect(roles.missing).toEqual(processesWithRole.map(roleOf));
      const { pool, close } = openDatabase(modest.toString(), { poolMax: 1 });
      expect((await examineRoles(pool)).missing).toEqual(roles.missing);
      await onServer(server.url(), roles.sql);
      expect((await migrateDatabase(modest.toString())).roles).toEqual({ missing: [], sql: '' });
      expect(await examineRoles(pool)).toEqual({ missing: [], lacking: [], sharing: [] });
      await close();
    } finally {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
