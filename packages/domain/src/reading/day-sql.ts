import { type Sql, sql } from '@tillgate/db';

/** The business day of a time, as `2026-11-20`: what `dayOf` says. A literal, so that a statement can group by it. */
export const sqlDayOf = (at: Sql): Sql => sql`to_char(${at} AT TIME ZONE 'Africa/Nairobi', 'YYYY-MM-DD')`;
