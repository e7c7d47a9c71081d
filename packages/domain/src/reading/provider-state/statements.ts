import { raw, type Sql, sql } from '@tillgate/db';

/** The newest rows of each kind that are read for an application. */
const ownRowsMax = 20;
/** Calls of the whole installation. More are left out: a part of the applications tells the same. */
const rowsMax = 5_000;
/** A running worker applies callbacks within a few seconds. */
const behindSeconds = 45;

/**
 * The newest calls of each application that `which` names, and what became of them. It reads the newest part of one index
 * for each application and kind.
 * @param which a condition on `a.id` and `e.environment`
 */
export function callsStatement(which: Sql, from: Date, now: Date): Sql {
  const newest = (table: string, kind: string, answeredAt: string, settled: string, also = '') => sql`
    (SELECT ${raw(`'${kind}'`)}::text AS kind, rail::text AS rail, created_at, ${raw(answeredAt)} AS answered_at, ${raw(settled)},
      result_code, result_desc
    FROM ${raw(table)}
    WHERE application_id = a.id AND environment = e.environment AND created_at > ${from}::timestamptz ${raw(also)}
    ORDER BY created_at DESC, id DESC LIMIT ${raw(`${ownRowsMax}`)})`;
  const settledBy = 'settled_at, settled_by::text AS settled_by';
  // An inquiry that ends before it is acknowledged was refused at once.
  const ended = `ended_at AS settled_at, CASE WHEN status = 'answered' THEN 'result'
    WHEN ended_at IS NOT NULL AND acknowledged_at IS NULL THEN 'push' END AS settled_by`;
  return sql`
    SELECT a.id AS "applicationId", e.environment, c.rail, c.kind, c.created_at AS "askedAt", c.answered_at AS "answeredAt",
      c.settled_at AS "settledAt", c.settled_by AS "settledBy", c.result_code AS "resultCode",
      c.result_desc AS "resultDesc",
      c.kind = 'prompt' AND c.settled_at IS NULL AND EXISTS (
        SELECT 1 FROM provider_callbacks w WHERE w.application_id = a.id AND w.retry_at IS NOT NULL
          AND w.retry_at <= ${now}::timestamptz - interval '${raw(`${behindSeconds}`)} seconds') AS "isBehind"
    FROM applications a CROSS JOIN unnest(enum_range(NULL::"Environment")) e(environment)
    CROSS JOIN LATERAL (
      ${newest('payments', 'prompt', 'prompted_at', settledBy, "AND source = 'stk'")}
      UNION ALL ${newest('disbursements', 'disbursement', 'acknowledged_at', settledBy)}
      UNION ALL ${newest('inquiries', 'inquiry', 'acknowledged_at', ended)}) c
    WHERE ${which} LIMIT ${raw(`${rowsMax}`)}`;
}
