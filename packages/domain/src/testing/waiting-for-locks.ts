import type { Context } from '../kernel/context.ts';

/** How many connections to the test's database wait for another transaction. */
export async function waitingForLocks({ db }: Pick<Context, 'db'>): Promise<number | undefined> {
  const { rows } = await db.pool.query<{ count: number }>({
    name: 'waiting_for_locks',
    text: `
      SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    values: [],
  });
  return rows[0]?.count;
}
