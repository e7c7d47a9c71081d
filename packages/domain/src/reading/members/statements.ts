import { type Queryable, query, sql } from '@tillgate/db';

/**
 * The organization of an application whose member a person was when their membership ended. One statement, so that a
 * stranger's question takes the same way for an application that exists and for one that does not.
 */
export function listFormerOrganizations(
  db: Queryable,
  { userId, applicationId }: { userId: string; applicationId: string },
): Promise<{ name: string }[]> {
  return query<{ name: string }>(
    db,
    'members_former_organizations',
    sql`
      SELECT o.name FROM audit_entries e
      JOIN applications a ON a.organization_id = e.organization_id
      JOIN organizations o ON o.id = e.organization_id
      WHERE e.subject_id = ${userId}::text AND e.action IN ('member.removed', 'member.left')
        AND a.id = ${applicationId}::uuid AND a.created_at <= e.created_at
        AND NOT EXISTS (SELECT FROM memberships m WHERE m.organization_id = o.id AND m.user_id = ${userId}::uuid)
      LIMIT 1`,
  );
}
