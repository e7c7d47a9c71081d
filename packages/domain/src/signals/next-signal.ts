import { type Sql, sql } from '@tillgate/db';

/** Longest wait before a row is signalled again, even after hours without an engine. */
const waitSecondsMax = 120;

/**
 * When a sweep signals an idle row again: after as long as it has waited by `now`, so that waits double. An engine that
 * is down or behind then gets a few signals for each row, not one per sweep.
 * @param row.since an expression of the time since which the row waits
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

/** Whether the row has had no work for that long. */
export function isIdle({ now, idleSeconds }: { now: Date; idleSeconds: number }): Sql {
  return sql`(worked_at IS NULL OR worked_at <= ${now}::timestamptz - make_interval(secs => ${idleSeconds}::int))`;
}
