import { execute, type Prisma, type Queryable, query, sql } from '@tillgate/db';
import { type Audit, insertAudit } from '../audit/index.ts';
import type { Tenant } from '../kernel/context.ts';

type NewSignOff = Tenant & {
  id: string;
  day: string;
  revision: number;
  figures: object;
  exceptions: object;
  note: string | null;
  signedBy: string;
  signedAt: Date;
};

/**
 * Inserts a signature with its audit entry.
 * @returns false when the day has a signature of this revision
 */
export async function insertSignOff(db: Queryable, row: NewSignOff, audit: Audit): Promise<boolean> {
  const rows = await query<{ id: string }>(
    db,
    'day_sign_off_insert',
    sql`
      WITH signed AS (
        INSERT INTO day_sign_offs
          (id, application_id, environment, day, revision, figures, exceptions, note, signed_by, signed_at)
        VALUES (${row.id}::uuid, ${row.applicationId}::uuid, ${row.environment}::"Environment", ${row.day}::date,
          ${row.revision}::int, ${JSON.stringify(row.figures)}::json, ${JSON.stringify(row.exceptions)}::json,
          ${row.note}::text, ${row.signedBy}::text, ${row.signedAt}::timestamptz)
        ON CONFLICT (application_id, environment, day, revision) DO NOTHING
        RETURNING id, application_id),
      audited AS (${insertAudit(sql`signed`, audit, row.signedAt)})
      SELECT id FROM signed`,
  );
  return rows.length === 1;
}

/** Days of a tenant that were signed off, in one month. */
type SignedMonth = Tenant & { first: string; last: string };

/** Tenants and months with signatures of days since one. */
export function listSignedMonths(db: Queryable, since: string): Promise<SignedMonth[]> {
  return query<SignedMonth>(
    db,
    'day_sign_offs_months',
    sql`
      SELECT application_id AS "applicationId", environment, min(day)::text AS first, max(day)::text AS last
      FROM day_sign_offs WHERE day >= ${since}::date
      GROUP BY application_id, environment, date_trunc('month', day) ORDER BY 1, 2, 3`,
  );
}

/** Notes since when the figures of a signature are others. The first worker to see it is right. */
export async function noteChange(db: Queryable, id: string, at: Date): Promise<boolean> {
  const noted = await execute(
    db,
    'day_sign_off_note_change',
    sql`UPDATE day_sign_offs SET changed_since = ${at}::timestamptz WHERE id = ${id}::uuid AND changed_since IS NULL`,
  );
  return noted === 1;
}

/** Records that the figures equal the signed ones again. */
export async function clearChange(db: Queryable, id: string): Promise<void> {
  await execute(
    db,
    'day_sign_off_clear_change',
    sql`UPDATE day_sign_offs SET changed_since = NULL WHERE id = ${id}::uuid AND changed_since IS NOT NULL`,
  );
}

/**
 * Claims the notice about a changed day.
 * @returns the recipients; undefined when they were notified, when days were not emailed yet at the change, or while the
 *   organization is suspended
 */
export async function claimChangeNotice(
  tx: Prisma.TransactionClient,
  id: string,
  at: Date,
): Promise<string[] | undefined> {
  const [row] = await tx.$queryRaw<{ userIds: string[] }[]>(sql`
    UPDATE day_sign_offs s SET change_told_at = ${at.toISOString()}::timestamptz
    FROM day_mails m JOIN applications a ON a.id = m.application_id
      JOIN organizations o ON o.id = a.organization_id AND o.suspended_at IS NULL
    WHERE s.id = ${id}::uuid AND s.change_told_at IS NULL AND s.changed_since >= m.set_at
      AND m.application_id = s.application_id AND m.environment = s.environment
    RETURNING m.user_ids AS "userIds"`);
  return row?.userIds;
}
