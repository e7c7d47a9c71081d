import type pg from 'pg';
import { processesWithRole, roleOf } from './roles/grants.ts';
import { pinnedSettings } from './session.ts';

/** Settings that no process may set for itself, or that an operator may want: the value that loses or changes something. */
const harmful = {
  synchronous_commit: 'off',
  fsync: 'off',
  full_page_writes: 'off',
  default_transaction_read_only: 'on',
  session_replication_role: 'replica',
} as const;

export type HarmfulSetting = keyof typeof harmful;

/** What a server, or somebody who may change it, can do to us that no connection can undo. */
export type ServerState = {
  /** A standby takes no writes. */
  isStandby: boolean;
  encoding: string;
  /** Who has it: empty for this session, else the database or a role of ours. */
  harmful: { name: HarmfulSetting; of: string }[];
  /** Settings of ours that a database or a role of ours has otherwise. Each connection sets them anew. */
  overridden: string[];
  /** Settings of ours that this session has otherwise, although it set them: something between shares connections. */
  lost: string[];
};

/** Reads the settings that the product relies on. Every role may read this. */
export async function readServer(pool: Pick<pg.Pool, 'query'>): Promise<ServerState> {
  const { rows } = await pool.query<{ isStandby: boolean; encoding: string; settings: Record<string, string> }>(
    `SELECT pg_is_in_recovery() AS "isStandby", current_setting('server_encoding') AS encoding,
      (SELECT json_object_agg(name, current_setting(name, true)) FROM unnest($1::text[]) name) AS settings`,
    [[...Object.keys(harmful), ...Object.keys(pinnedSettings)]],
  );
  const { isStandby = false, encoding = '', settings = {} } = rows[0] ?? {};
  const stored = await readStored(pool);
  return {
    isStandby,
    encoding,
    harmful: [
      ...entriesOf(harmful).flatMap(([name, value]) => (settings[name] === value ? [{ name, of: '' }] : [])),
      ...entriesOf(harmful).flatMap(([name, value]) =>
        stored.flatMap((one) => (one.name === name && one.value === value ? [{ name, of: one.of }] : [])),
      ),
    ],
    overridden: entriesOf(pinnedSettings).flatMap(([name, value]) =>
      stored.some((one) => one.name === name.toLowerCase() && one.value !== value) ? [name] : [],
    ),
    lost: entriesOf(pinnedSettings).flatMap(([name, value]) => ((settings[name] ?? value) === value ? [] : [name])),
  };
}

const entriesOf = <K extends string, V>(record: Record<K, V>) => Object.entries(record) as [K, V][];

/** `ALTER DATABASE … SET` and `ALTER ROLE … SET`, as far as they reach this database and the users of our processes. */
async function readStored(pool: Pick<pg.Pool, 'query'>): Promise<{ name: string; value: string; of: string }[]> {
  const { rows } = await pool.query<{ name: string; value: string; of: string }>(
    `SELECT lower(split_part(c, '=', 1)) AS name, substr(c, strpos(c, '=') + 1) AS value,
      coalesce('role ' || r.rolname, CASE WHEN s.setdatabase = 0 THEN 'all roles' ELSE 'the database' END) AS of
    FROM pg_db_role_setting s CROSS JOIN unnest(s.setconfig) c LEFT JOIN pg_roles r ON r.oid = s.setrole
    WHERE s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
      AND (s.setrole = 0 OR r.rolname IN (session_user, current_user) OR r.rolname = ANY ($1) OR EXISTS (
        SELECT FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid
        WHERE m.member = r.oid AND g.rolname = ANY ($1)))
    ORDER BY of, name`,
    [processesWithRole.map(roleOf)],
  );
  return rows;
}
