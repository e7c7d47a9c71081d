import type { QueryResultRow } from 'pg';
import { Prisma } from './generated/prisma/client.ts';

/** What a statement runs on: the pool, or one connection of it. */
export type Queryable = {
  query<Row extends QueryResultRow>(config: {
    name: string;
    text: string;
    values: unknown[];
  }): Promise<{ rows: Row[]; rowCount: number | null }>;
};

/** The text of a statement, or of a part of one, with the values of its parameters. */
export type Sql = Prisma.Sql;

/**
 * Writes SQL by hand: each `${value}` becomes a numbered parameter, and `${fragment}` (another `sql`) is embedded with its
 * own parameters. A parameter has no type of its own, so cast it where Postgres cannot infer one: `${id}::uuid`.
 */
export const sql = Prisma.sql;
/** Text that is not a parameter: the name of a table or column. Never give it anything that came from outside. */
export const raw = Prisma.raw;
/** Joins fragments or values with a separator, `,` by default. Throws when there are none. */
export const join = Prisma.join;
/** A fragment without text. */
export const empty = Prisma.empty;

/**
 * Runs a prepared statement and returns its rows. `name` identifies the text on each connection: one name, one text, so a
 * statement whose text varies needs a name per variant.
 */
export async function query<Row extends QueryResultRow>(db: Queryable, name: string, statement: Sql): Promise<Row[]> {
  const { rows } = await db.query<Row>({ name, text: statement.text, values: statement.values });
  return rows;
}

/** Runs a prepared statement like {@link query} and returns the number of rows that it wrote or returned. */
export async function execute(db: Queryable, name: string, statement: Sql): Promise<number> {
  const { rowCount } = await db.query({ name, text: statement.text, values: statement.values });
  return rowCount ?? 0;
}

/** The one row of a statement that always returns one. */
export function only<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('The statement returned no row.');
  return row;
}
