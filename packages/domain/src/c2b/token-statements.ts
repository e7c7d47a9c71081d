import { type Queryable, query, sql } from '@tillgate/db';
import { type Audit, insertAudit } from '../audit/index.ts';
import type { Tenant } from '../kernel/context.ts';

/**
 * Gives the registration of the application's current shortcode another token, and keeps the old one in a row of its own.
 * The registration counts as not registered until the provider has accepted the new URL.
 */
export async function rotateToken(
  db: Queryable,
  rotation: Tenant & { hookToken: string; graceSeconds: number | null; endsAt: Date | null; at: Date; audit: Audit },
): Promise<{ id: string; shortcode: string } | undefined> {
  const { applicationId, environment, hookToken, graceSeconds, endsAt, at } = rotation;
  const [row] = await query<{ id: string; shortcode: string }>(
    db,
    'c2b_token_rotate',
    sql`
      WITH before AS (
        SELECT r.id, r.hook_token FROM c2b_registrations r
        JOIN provider_credentials k ON k.application_id = r.application_id AND k.environment = r.environment
          AND k.shortcode = r.shortcode
        WHERE r.application_id = ${applicationId}::uuid AND r.environment = ${environment}::"Environment"
        FOR UPDATE OF r),
      retired AS (
        INSERT INTO c2b_retired_tokens (hook_token, registration_id, retired_at, grace_seconds, ends_at)
        SELECT hook_token, id, ${at}::timestamptz, ${graceSeconds}::int, ${endsAt}::timestamptz FROM before),
      rotated AS (
        UPDATE c2b_registrations r SET hook_token = ${hookToken}, registered_at = NULL, response_code = NULL,
          response_description = NULL
        FROM before WHERE r.id = before.id RETURNING r.id, r.application_id, r.shortcode),
      audited AS (${insertAudit(sql`rotated`, rotation.audit, at)})
      SELECT id, shortcode FROM rotated`,
  );
  return row;
}

/** Starts the grace of the replaced tokens of a registration, once the provider has accepted the new URL. */
export async function startGrace(db: Queryable, registrationId: string, at: Date): Promise<void> {
  await query(
    db,
    'c2b_token_start_grace',
    sql`
      UPDATE c2b_retired_tokens SET ends_at = ${at}::timestamptz + make_interval(secs => grace_seconds)
      WHERE registration_id = ${registrationId}::uuid AND ends_at IS NULL AND grace_seconds IS NOT NULL`,
  );
}

/**
 * Ends all replaced tokens of a tenant that are still valid.
 * @returns how many
 */
export async function endTokens(db: Queryable, ending: Tenant & { at: Date; audit: Audit }): Promise<number> {
  const { applicationId, environment, at } = ending;
  const rows = await query<object>(
    db,
    'c2b_tokens_end',
    sql`
      WITH own AS (
        SELECT id, application_id FROM c2b_registrations
        WHERE application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment"),
      ended AS (
        UPDATE c2b_retired_tokens t SET ends_at = ${at}::timestamptz FROM own
        WHERE t.registration_id = own.id AND (t.ends_at IS NULL OR t.ends_at > ${at}::timestamptz)
        RETURNING t.registration_id),
      touched AS (SELECT * FROM own WHERE id IN (SELECT registration_id FROM ended) LIMIT 1),
      audited AS (${insertAudit(sql`touched`, ending.audit, at)})
      SELECT 1 FROM ended`,
  );
  return rows.length;
}
