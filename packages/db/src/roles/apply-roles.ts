import pg from 'pg';
import { pinSession } from '../session.ts';
import { processesWithRole, roleOf, sequenceGrants, tableGrants } from './grants.ts';

/** The migrating user may not create roles, grant to them, or such a role exists. */
const refusedCode = '42501';
const existsCodes = ['42710', '23505'];

export type RolesReport = {
  /** Roles that do not exist, and that the migrating user may not create. */
  missing: string[];
  /** SQL for an administrator of the server, who migrates again afterwards; '' when nothing is missing. */
  sql: string;
};

/** The statement that makes a role which cannot sign in by itself: logins are members of it, or it gets a password. */
function createRole(role: string): string {
  return `CREATE ROLE ${role} NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS;`;
}

/** Makes the roles that do not exist. Returns those that the user may not make. */
async function ensureRoles(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ rolname: string }>('SELECT rolname FROM pg_roles WHERE rolname = ANY ($1)', [
    processesWithRole.map(roleOf),
  ]);
  const existing = new Set(rows.map(({ rolname }) => rolname));
  const missing: string[] = [];
  for (const role of processesWithRole.map(roleOf).filter((name) => !existing.has(name))) {
    try {
      await client.query(createRole(role));
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === refusedCode) missing.push(role);
      // Another database of this server may have been quicker.
      else if (!existsCodes.includes(code ?? '')) throw error;
    }
  }
  return missing;
}

/** Takes everything from a role that exists and gives it what the declaration says. */
function grantStatements(tables: string[], sequences: string[], missing: string[]): string[] {
  return processesWithRole.flatMap((process) => {
    const role = roleOf(process);
    if (missing.includes(role)) return [];
    const given = (declared: typeof tableGrants, names: string[], kind: string) =>
      names.flatMap((name) => {
        const privileges = declared[name]?.[process];
        return privileges ? [`GRANT ${privileges} ON ${kind} ${pg.escapeIdentifier(name)} TO ${role}`] : [];
      });
    return [
      `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role}`,
      `REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM ${role}`,
      `GRANT USAGE ON SCHEMA public TO ${role}`,
      ...given(tableGrants, tables, 'TABLE'),
      ...given(sequenceGrants, sequences, 'SEQUENCE'),
    ];
  });
}

async function namesOf(client: pg.Client, kinds: string): Promise<string[]> {
  const { rows } = await client.query<{ relname: string }>(
    `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = ANY ($1)`,
    [kinds.split('')],
  );
  return rows.map(({ relname }) => relname);
}

/**
 * Makes the roles of the processes and gives each the rights that the declaration names, and no
 * others, in one transaction: processes that run keep their rights. Safe to repeat. Call it as the
 * owner of the tables, under the lock of migrations.
 */
export async function applyRoles(url: string): Promise<RolesReport> {
  const client = new pg.Client({ connectionString: url, application_name: 'tillgate migrate roles' });
  await client.connect();
  try {
    await pinSession(client);
    const missing = await ensureRoles(client);
    const [tables, sequences] = [await namesOf(client, 'rpv'), await namesOf(client, 'S')];
    await client.query(['BEGIN', ...grantStatements(tables, sequences, missing), 'COMMIT'].join(';\n'));
    return { missing, sql: missing.map(createRole).join('\n') };
  } finally {
    await client.end();
  }
}
