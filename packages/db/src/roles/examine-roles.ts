import type pg from 'pg';
import { type ProcessWithRole, processesWithRole, roleOf, sequenceGrants, tableGrants } from './grants.ts';

/** `SELECT (a, b), INSERT` as privileges with their columns; without columns, the whole table. */
export function parsePrivileges(text: string): { privilege: string; columns: string[] | undefined }[] {
  return [...text.matchAll(/([A-Z]+)(?: \(([^)]*)\))?/g)].map(([, privilege = '', columns]) => ({
    privilege,
    columns: columns?.split(',').map((column) => column.trim()),
  }));
}

type RolesState = {
  /** Roles that the server does not have. */
  missing: string[];
  /** Rights that roles should have and have not, such as `tillgate_api: INSERT on payments`. */
  lacking: string[];
  /** Processes that are connected as a user with more rights, with the user's name. */
  sharing: { process: ProcessWithRole; user: string }[];
};

type Wanted = { role: string; name: string; privilege: string; column: string | null; kind: 'table' | 'sequence' };

function wanted(): Wanted[] {
  const of = (declared: typeof tableGrants, kind: Wanted['kind']) =>
    Object.entries(declared).flatMap(([name, grants]) =>
      processesWithRole.flatMap((process) =>
        parsePrivileges(grants[process] ?? '').flatMap(({ privilege, columns = [null] }) =>
          columns.map((column) => ({ role: roleOf(process), name, privilege, column, kind })),
        ),
      ),
    );
  return [...of(tableGrants, 'table'), ...of(sequenceGrants, 'sequence')];
}

/** Whether the roles of the processes exist, have their rights, and are used by current connections. */
export async function examineRoles(pool: Pick<pg.Pool, 'query'>): Promise<RolesState> {
  const roles = await pool.query<{ rolname: string }>('SELECT rolname FROM pg_roles WHERE rolname = ANY ($1)', [
    processesWithRole.map(roleOf),
  ]);
  const existing = new Set(roles.rows.map(({ rolname }) => rolname));
  const lacking = await pool.query<{ text: string }>(
    `SELECT w.role || ': ' || w.privilege || coalesce(' (' || w."column" || ')', '') || ' on ' || w.name AS text
     FROM json_to_recordset($1) AS w(role text, name text, privilege text, "column" text, kind text)
     JOIN pg_class c ON c.relname = w.name AND c.relnamespace = 'public'::regnamespace
     WHERE NOT CASE WHEN w.kind = 'sequence' THEN has_sequence_privilege(w.role, c.oid, w.privilege)
       WHEN w."column" IS NULL THEN has_table_privilege(w.role, c.oid, w.privilege)
       ELSE has_column_privilege(w.role, c.oid, w."column", w.privilege) END
     ORDER BY 1`,
    [JSON.stringify(wanted().filter(({ role }) => existing.has(role)))],
  );
  const connected = await pool.query<{ process: ProcessWithRole; user: string }>(
    `SELECT DISTINCT replace(a.application_name, 'tillgate-', '') AS process, r.rolname AS "user"
     FROM pg_stat_activity a JOIN pg_roles r ON r.oid = a.usesysid
     WHERE a.datname = current_database() AND a.application_name = ANY ($1)
       AND (r.rolsuper OR pg_has_role(r.oid, (SELECT relowner FROM pg_class WHERE oid = to_regclass('audit_entries')), 'USAGE'))
     ORDER BY 1`,
    [processesWithRole.map((process) => `tillgate-${process}`)],
  );
  return {
    missing: processesWithRole.map(roleOf).filter((role) => !existing.has(role)),
    lacking: lacking.rows.map(({ text }) => text),
    sharing: connected.rows,
  };
}
