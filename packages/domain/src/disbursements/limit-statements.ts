import { only, type Queryable, query, sql } from '@tillgate/db';
import type { NewDisbursement } from './statements.ts';

type Used = { perDay: number; perRecipientPerDay: number; perKeyPerDay: number };

/**
 * Money that left an application and environment since a time, or still may: everything that has not failed, without
 * `row`. Includes the sums of its recipient and of its requesters.
 */
export async function sumUsed(
  db: Queryable,
  row: NewDisbursement,
  { since, requesters }: { since: Date; requesters: string[] },
): Promise<Used> {
  return only(
    await query<Used>(
      db,
      'disbursements_sum_used',
      sql`
        SELECT coalesce(sum(amount), 0)::float8 AS "perDay",
          coalesce(sum(amount) FILTER (WHERE phone = ${row.phone}::text), 0)::float8 AS "perRecipientPerDay",
          coalesce(sum(amount) FILTER (WHERE requested_by = ANY (${requesters}::text[])), 0)::float8 AS "perKeyPerDay"
        FROM disbursements
        WHERE application_id = ${row.applicationId}::uuid AND environment = ${row.environment}::"Environment"
          AND created_at > ${since}::timestamptz AND status <> 'failed' AND id <> ${row.id}::uuid`,
    ),
  );
}
