import { type Environment, type Queryable, query, type Sql, sql } from '@tillgate/db';
import { insertMails, isMailReader } from '../mails/index.ts';

/** The stored facts about the endpoint of an alert. */
export type AlertSubject = { applicationName: string; environment: Environment; url: string };

/** Undefined when the endpoint is deleted. */
export async function findSubject(db: Queryable, endpointId: string): Promise<AlertSubject | undefined> {
  const [subject] = await query<AlertSubject>(
    db,
    'endpoint_alert_subject',
    sql`
      SELECT a.name AS "applicationName", e.environment, e.url
      FROM webhook_endpoints e JOIN applications a ON a.id = e.application_id
      WHERE e.id = ${endpointId}::uuid AND e.deleted_at IS NULL`,
  );
  return subject;
}

type AlertMail = {
  endpointId: string;
  subject: string;
  text: string;
  /** Each owner gets one email with it. */
  dedupeKey: string;
  at: Date;
};

/** Emails the owners that an endpoint was disabled. */
export async function mailDisabled(db: Queryable, mail: AlertMail): Promise<void> {
  const application = sql`SELECT application_id FROM webhook_endpoints WHERE id = ${mail.endpointId}::uuid`;
  await query(db, 'endpoint_alert_disabled', mailOwners(application, mail));
}

/**
 * Emails the owners that an endpoint fails, unless they got that email in this run of failures,
 * or it is disabled or deleted.
 * @param level the value of `webhook_endpoints.alerts_sent` afterwards
 */
export async function mailFailing(db: Queryable, mail: AlertMail, level: number): Promise<void> {
  const application = sql`
    UPDATE webhook_endpoints SET alerts_sent = ${level}::int
    WHERE id = ${mail.endpointId}::uuid AND alerts_sent < ${level}::int AND failing_since IS NOT NULL
      AND status = 'enabled' AND deleted_at IS NULL
    RETURNING application_id`;
  await query(db, 'endpoint_alert_failing', mailOwners(application, mail));
}

/** Inserts emails to the owners of the application that `application` returns. */
function mailOwners(application: Sql, { subject, text, dedupeKey, at }: AlertMail): Sql {
  const mails = {
    from: sql`owners`,
    to: sql`owners.email`,
    subject: sql`${subject}`,
    text: sql`${text}`,
    dedupeKey: sql`${dedupeKey}::text || ':' || owners.id`,
    at: sql`${at}`,
  };
  return sql`
    WITH application AS (${application}),
    owners AS (
      SELECT u.id, u.email FROM application JOIN applications a ON a.id = application.application_id
        JOIN memberships m ON m.organization_id = a.organization_id AND m.role = 'owner'
        JOIN users u ON u.id = m.user_id AND ${isMailReader(sql`u`, 'endpoints')})
    ${insertMails(mails)}`;
}
