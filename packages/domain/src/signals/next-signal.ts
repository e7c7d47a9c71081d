import { type Sql, sql } from '@tillgate/db';

/** Even after hours without an engine, a row is signalled again within this time. */
const waitSecondsMax = 120;

/**
 * When a sweep signals a row again that nobody has worked at: after as long as the row has waited by `now`, so
 * that each wait is twice the one before. An engine that is away or behind gets a few signals for each row, and
 * not one for each sweep.
 * @param row.since the row's own time from which it waits, an expression
 * @param row.secondsMin the first wait
 */
export function nextSignal(now: Date, row: { since: Sql; secondsMin: number }): Sql {
  return sql`(${now}::timestamptz + greatest(
    least(${now}::timestamptz - (${row.since}), make_interval(secs => ${waitSecondsMax}::int)),
    make_interval(secs => ${row.secondsMin}::int)))`;
}

/** Whether the row's next signal is due. */
export function isSignalDue(now: Date): Sql {
  return sql`(signal_after IS NULL OR signal_after <= ${now}::timestamptz)`;
}

/** Whether nobody has worked at the row for that long, or ever. */
export function isIdle({ now, idleSeconds }: { now: Date; idleSeconds: number }): Sql {
  return sql`(worked_at IS NULL OR worked_at <= ${now}::timestamptz - make_interval(secs => ${idleSeconds}::int))`;
}
