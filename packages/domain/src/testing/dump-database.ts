import type { Database } from '@tillgate/db';

/** Every value of every table as text, as a dump of the database would show it. */
export async function dumpDatabase({ pool }: Pick<Database, 'pool'>): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ json: string; plain: string }>(
      `SELECT to_jsonb(t)::text AS json, t::text AS plain FROM ${name} t`,
    );
    texts.push(...rows.flatMap(({ json, plain }) => [json, plain]));
  }
  return texts.join('\n');
}
