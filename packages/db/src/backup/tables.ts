import type pg from 'pg';
import { BackupProblem } from './problem.ts';

/** The history of migrations: restoring migrates, which writes it. */
const history = '_prisma_migrations';

export type Table = { name: string; columns: string[] };
type Listed = Table & { references: string[] };

/** All tables of ours, each after the tables that it refers to, so that rows can be copied in this order. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Listed>(
    `SELECT c.relname AS name,
       (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
       ARRAY(SELECT DISTINCT f.confrelid::regclass::text FROM pg_constraint f
        WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid) AS references
     FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> $1
     ORDER BY c.relname`,
    [history],
  );
  return inOrder(rows.map((row) => ({ ...row, references: row.references.map((name) => name.replaceAll('"', '')) })));
}

function inOrder(tables: readonly Listed[]): Table[] {
  const sorted: Table[] = [];
  const done = new Set<string>();
  while (sorted.length < tables.length) {
    const next = tables.filter(({ name, references }) => !done.has(name) && references.every((one) => done.has(one)));
    if (next.length === 0) {
      const left = tables.filter(({ name }) => !done.has(name)).map(({ name }) => name);
      throw new BackupProblem(`These tables refer to each other in a circle: ${left.join(', ')}.`);
    }
    for (const { name, columns } of next) {
      sorted.push({ name, columns });
      done.add(name);
    }
  }
  return sorted;
}

/** Names of the migrations that were applied, in their order; empty for a database that was never migrated. */
export async function listMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows: found } = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [
    history,
  ]);
  if (!found[0]?.exists) return [];
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM ${history}
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows.map(({ name }) => name);
}

export const quoted = (name: string) => `"${name}"`;
export const columnList = ({ columns }: Table) => columns.map(quoted).join(', ');
