import { execute, type Queryable, sql } from '@tillgate/db';
import { hourMs, later } from '../kernel/time.ts';

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

/** Most addresses that are counted separately. Further addresses share one row, so that one application has few rows. */
const addressesMax = 10;
const otherAddresses = 'other';
/** After this time without refusals, an address counts from one again. */
const quietHours = 24;

/** Counts a refused callback under its address. The desk opens a review of each address. */
export async function countRefused(
  db: Queryable,
  { id, applicationId, address, at }: { id: string; applicationId: string; address: string; at: Date },
): Promise<void> {
  const isQuiet = sql`c.last_at <= ${later(at, -quietHours * hourMs)}::timestamptz`;
  await execute(
    db,
    'callback_count_refused',
    sql`
      WITH known AS (
        SELECT address FROM refused_callbacks
        WHERE application_id = ${applicationId}::uuid AND environment = 'production'),
      named AS (
        SELECT CASE
          WHEN ${address}::text IN (SELECT address FROM known) OR (SELECT count(*) FROM known) < ${addressesMax}
          THEN ${address}::text ELSE ${otherAddresses}::text END AS address)
      INSERT INTO refused_callbacks AS c (id, application_id, environment, address, count, first_at, last_at)
      SELECT ${id}::uuid, a.id, 'production', n.address, 1, ${at}::timestamptz, ${at}::timestamptz
      FROM applications a, named n WHERE a.id = ${applicationId}::uuid
      ON CONFLICT (application_id, environment, address) DO UPDATE SET
        count = CASE WHEN ${isQuiet} THEN 1 ELSE c.count + 1 END,
        first_at = CASE WHEN ${isQuiet} THEN EXCLUDED.first_at ELSE c.first_at END,
        last_at = EXCLUDED.last_at`,
  );
}
