import { type Environment, type Queryable, query, type ReviewReason, sql } from '@tillgate/db';
import { isMailReader } from '../mails/index.ts';

/** How many reviews of one reason are open in one queue of an organization. */
export type QueueCount = {
  organizationId: string;
  applicationId: string;
  applicationName: string;
  environment: Environment;
  reason: ReviewReason;
  open: number;
  oldestAt: Date;
};

type QueueReader = { organizationId: string; userId: string; email: string };

/**
 * The owners and admins of organizations with open reviews that have no email of a day yet, at most
 * `limit`.
 * @param day the day in the key of the email
 */
export function listQueueReaders(db: Queryable, day: string, limit: number): Promise<QueueReader[]> {
  return query(
    db,
    'reviews_list_readers',
    sql`
      SELECT m.organization_id AS "organizationId", u.id AS "userId", u.email
      FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.role IN ('owner', 'admin') AND ${isMailReader(sql`u`, 'reviews')}
        AND EXISTS (
          SELECT 1 FROM applications a JOIN reviews r ON r.application_id = a.id AND r.status = 'open'
          WHERE a.organization_id = m.organization_id)
        AND NOT EXISTS (
          SELECT 1 FROM mails WHERE dedupe_key = 'reviews:' || m.organization_id || ':' || ${day}::text || ':' || u.id)
      ORDER BY m.organization_id, u.id LIMIT ${limit}`,
  );
}

/** The queues of some organizations, the production ones first. */
export function countQueues(db: Queryable, organizationIds: string[]): Promise<QueueCount[]> {
  return query(
    db,
    'reviews_count_queues',
    sql`
      SELECT a.organization_id AS "organizationId", a.id AS "applicationId", a.name AS "applicationName", r.environment,
        r.reason, count(*)::int AS open, min(r.opened_at) AS "oldestAt"
      FROM applications a JOIN reviews r ON r.application_id = a.id AND r.status = 'open'
      WHERE a.organization_id = ANY (${organizationIds}::uuid[])
      GROUP BY 1, 2, 3, 4, 5 ORDER BY a.organization_id, r.environment DESC, a.name, a.id, open DESC, r.reason`,
  );
}
