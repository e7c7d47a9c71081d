import { execute, join, type Queryable, query, raw, type Sql, sql } from '@tillgate/db';
import type { SealedColumn } from './places.ts';

// Statements about every sealed column. Names of tables and columns come only from `sealedColumns`.

const quoted = (name: string) => raw(`"${name}"`);
const nameOf = (what: string, { table, column }: SealedColumn) => `sealed_${what}_${table}_${column}`;
const typeOf = ({ listOf }: SealedColumn) => raw(listOf ? 'jsonb' : 'text');
/** What a text starts with that is sealed for this key. */
export const sealedPrefix = (keyId: string) => `v2.${keyId}.`;

type Counted = { version: string; keyId: string; count: number };

/** Counts the texts of a column by version and key. Secrets that have expired are not counted. */
export function countTexts(db: Queryable, column: SealedColumn, now: Date): Promise<Counted[]> {
  return query<Counted>(
    db,
    nameOf('count', column),
    sql`
      SELECT split_part(sealed, '.', 1) AS version,
        CASE WHEN sealed LIKE '%.%.%' THEN split_part(sealed, '.', 2) ELSE '' END AS "keyId", count(*)::int AS count
      FROM (${texts(column, now)}) texts GROUP BY 1, 2 ORDER BY 1 DESC, 2`,
  );
}

function texts({ table, column, listOf }: SealedColumn, now: Date): Sql {
  const [from, cell] = [quoted(table), quoted(column)];
  if (!listOf) return sql`SELECT ${cell} AS sealed FROM ${from} WHERE ${cell} <> ''`;
  return sql`
    SELECT entry ->> 'sealed' AS sealed FROM ${from}, jsonb_array_elements(${cell}) entry
    WHERE (entry ->> 'expiresAt')::timestamptz > ${now}::timestamptz`;
}

type OldCell = {
  /** The values of `boundTo`. */
  at: [string, ...string[]];
  /** The cell as text. */
  content: string;
};

/** Cells with a text that is not sealed for the key, in the order of their rows, from `after` on. */
export function findOld(
  db: Queryable,
  column: SealedColumn,
  by: { keyId: string; after: string[] | null; limit: number },
): Promise<OldCell[]> {
  const cell = quoted(column.column);
  const prefix = sealedPrefix(by.keyId);
  const isOld = column.listOf
    ? sql`EXISTS (SELECT 1 FROM jsonb_array_elements(${cell}) e WHERE NOT starts_with(e ->> 'sealed', ${prefix}))`
    : sql`${cell} <> '' AND NOT starts_with(${cell}, ${prefix})`;
  const at = join(Object.keys(column.boundTo).map((name) => sql`${quoted(name)}::text`));
  return query<OldCell>(
    db,
    nameOf('old', column),
    sql`
      SELECT at, content FROM (
        SELECT ARRAY[${at}] AS at, ${cell}::text AS content FROM ${quoted(column.table)} WHERE ${isOld}) old
      WHERE ${by.after}::text[] IS NULL OR at > ${by.after}::text[]
      ORDER BY at LIMIT ${by.limit}`,
  );
}

/** Replaces the content of a cell. Returns false when the row or the cell has changed since it was read. */
export async function replaceContent(
  db: Queryable,
  column: SealedColumn,
  { at, content }: OldCell,
  to: string,
): Promise<boolean> {
  const cell = quoted(column.column);
  const type = typeOf(column);
  const sameRow = join(
    Object.entries(column.boundTo).map(([name, sqlType], n) => sql`${quoted(name)} = ${at[n]}::${raw(sqlType)}`),
    ' AND ',
  );
  const written = await execute(
    db,
    nameOf('replace', column),
    sql`
      UPDATE ${quoted(column.table)} SET ${cell} = ${to}::${type}
      WHERE ${sameRow} AND ${cell} = ${content}::${type}`,
  );
  return written === 1;
}
