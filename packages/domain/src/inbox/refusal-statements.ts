import { execute, type Queryable, sql } from '@tillgate/db';

/** Audits a refused callback, unless one of the same hook was audited since `since`. */
export async function noteRefused(
  db: Queryable,
  refusal: { id: string; subjectId: string; applicationId: string | null; remoteIp: string; since: Date; at: Date },
): Promise<void> {
  const { id, subjectId, applicationId, remoteIp, since, at } = refusal;
  await execute(
    db,
    'callback_note_refused',
    sql`
      INSERT INTO audit_entries (id, organization_id, application_id, actor, action, subject_id, detail, created_at)
      SELECT ${id}::uuid, a.organization_id, a.id, 'system', 'callback.refused', ${subjectId}::text,
        jsonb_build_object('environment', 'production', 'address', ${remoteIp}::text), ${at}::timestamptz
      FROM applications a
      WHERE a.id = ${applicationId}::uuid AND NOT EXISTS (
        SELECT 1 FROM audit_entries e
        WHERE e.subject_id = ${subjectId}::text AND e.action = 'callback.refused' AND e.created_at > ${since}::timestamptz)`,
  );
}
