import { type Environment, query, sql } from '@tillgate/db';
import type { Context } from '../../kernel/context.ts';
import { minuteMs } from '../../kernel/time.ts';

/** Payments of all organizations that were created in a period, by current status. */
export type Pace = {
  environment: Environment;
  payments: number;
  succeeded: number;
  failed: number;
  pending: number;
  /** Whole KES of those that succeeded. */
  amount: number;
  /** Half of the prompts that ended took no longer; null when none ended. */
  medianSeconds: number | null;
};

/**
 * The number of payments of the last minutes, for operators. It reads the newest part of one index for each application.
 * Environments without a payment are left out.
 */
export async function readPace({ db, clock }: Pick<Context, 'db' | 'clock'>, minutes: number): Promise<Pace[]> {
  const since = new Date(clock.now().getTime() - minutes * minuteMs);
  return query<Pace>(
    db.pool,
    'pace_read',
    sql`
      SELECT p.environment, count(*)::int AS payments,
        count(*) FILTER (WHERE p.status = 'success')::int AS succeeded,
        count(*) FILTER (WHERE p.status = 'failed')::int AS failed,
        count(*) FILTER (WHERE p.status = 'pending')::int AS pending,
        coalesce(sum(p.amount) FILTER (WHERE p.status = 'success'), 0)::float8 AS amount,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM p.settled_at - p.created_at)::float8)
          FILTER (WHERE p.source = 'stk' AND p.settled_at IS NOT NULL) AS "medianSeconds"
      FROM applications a CROSS JOIN unnest(enum_range(NULL::"Environment")) e(environment)
      CROSS JOIN LATERAL (
        SELECT environment, status, source, amount, created_at, settled_at FROM payments
        WHERE application_id = a.id AND environment = e.environment AND created_at >= ${since}::timestamptz) p
      GROUP BY p.environment ORDER BY p.environment DESC`,
  );
}
