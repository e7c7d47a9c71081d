import { type Environment, query, sql } from '@tillgate/db';
import type { Context } from '../../kernel/context.ts';
import { dayMs, later } from '../../kernel/time.ts';
import type { RailName } from '../../rails/index.ts';
import { daysOf, historyDays, type Period, type ProviderDay } from './history.ts';

/** The newest are read: more than one change in ten minutes for the whole history. */
const periodsMax = 20_000;

/** By day, how long a network was slow or silent in each environment. */
export type RailHistory = { rail: RailName } & Record<Environment, ProviderDay[]>;

/** The history of each of the networks, in the order given. */
export async function readProviderHistory(
  ctx: Pick<Context, 'db' | 'clock'>,
  rails: readonly RailName[],
): Promise<RailHistory[]> {
  const now = ctx.clock.now();
  const from = later(now, -(historyDays + 1) * dayMs);
  const periods = await query<Period>(
    ctx.db.pool,
    'provider_history',
    sql`
      SELECT environment, rail::text AS rail, state, began_at AS "beganAt", ended_at AS "endedAt" FROM provider_periods
      WHERE ended_at IS NULL OR ended_at > ${from}::timestamptz
      ORDER BY began_at DESC LIMIT ${periodsMax}::int`,
  );
  const of = (rail: RailName, environment: Environment) =>
    daysOf(
      periods.filter((one) => one.rail === rail && one.environment === environment),
      now,
    );
  return rails.map((rail) => ({ rail, production: of(rail, 'production'), sandbox: of(rail, 'sandbox') }));
}
