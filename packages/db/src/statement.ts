import type { QueryResultRow } from 'pg';

/** What a statement runs on: the pool, or one connection of it. */
export type Queryable = {
  query<Row extends QueryResultRow>(config: {
    name: string;
    text: string;
    values: unknown[];
  }): Promise<{ rows: Row[]; rowCount: number | null }>;
};

/** The one row of a statement that always answers one. */
export function only<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('the statement answered no row');
  return row;
}
