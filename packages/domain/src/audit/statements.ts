import { type Sql, sql } from '@tillgate/db';

/** What a statement adds to the audit. */
export type Audit = { id: string; actor: string; action: string; detail: object };

/**
 * Inserts an audit entry for each row of `from`, a CTE with `id` and `application_id`. Inserts nothing when `audit` is null.
 * @param detail a SQL expression of the entry's detail, when the statement itself knows it; `audit.detail` otherwise
 */
export function insertAudit(from: Sql, audit: Audit | null, at: Date, detail?: Sql): Sql {
  const id = audit?.id ?? null;
  return sql`
    INSERT INTO audit_entries (id, organization_id, application_id, actor, action, subject_id, detail, created_at)
    SELECT ${id}::uuid, a.organization_id, a.id, ${audit?.actor ?? null}::text, ${audit?.action ?? null}::text, s.id::text,
      ${detail ?? sql`${JSON.stringify(audit?.detail ?? {})}::jsonb`}, ${at}::timestamptz
    FROM ${from} s JOIN applications a ON a.id = s.application_id WHERE ${id}::uuid IS NOT NULL`;
}
