import type { Queryable } from '@tillgate/db';
import { insertMailsSql } from '../mails/index.ts';
import { type Alert, type AlertSubject, renderAlert } from './alert-mail.ts';

/** How much the owners know afterwards: `webhook_endpoints.alerts_sent`. */
const levels = { failing: 1, half: 2 } as const;

/**
 * Writes a mail about an endpoint to each owner of its organization. Of a run of failures each kind is told once, however many
 * workers notice it, and nothing lesser after something greater; a disabling is told once per time. Which of them is told is
 * decided in the statement that writes the mails, so `db` may be the pool or a connection in a transaction. Nothing about
 * an endpoint that is deleted, or, unless it is its disabling, disabled.
 */
export async function alertOwners(db: Queryable, alert: Alert): Promise<void> {
  const subject = await findSubject(db, alert.endpointId);
  if (!subject) return;
  const mail = renderAlert(alert, subject);
  const since = alert.kind === 'disabled' ? alert.at : alert.failingSince;
  const dedupeKey = `endpoint:${alert.endpointId}:${alert.kind}:${since.toISOString()}`;
  const values = [alert.endpointId, mail.subject, mail.text, dedupeKey, alert.at];
  await db.query(
    alert.kind === 'disabled'
      ? { name: 'endpoint_alert_disabled', text: tellDisabled, values }
      : { name: 'endpoint_alert_failing', text: tellFailing, values: [...values, levels[alert.kind]] },
  );
}

async function findSubject(db: Queryable, endpointId: string): Promise<AlertSubject | undefined> {
  const { rows } = await db.query<AlertSubject>({
    name: 'endpoint_alert_subject',
    text: `
      SELECT a.name AS "applicationName", e.environment, e.url
      FROM webhook_endpoints e JOIN applications a ON a.id = e.application_id WHERE e.id = $1 AND e.deleted_at IS NULL`,
    values: [endpointId],
  });
  return rows[0];
}

/** Mails to the owners of the one row of the CTE `told`. */
const tellOwners = `
  owners AS (
    SELECT u.id, u.email FROM told JOIN applications a ON a.id = told.application_id
      JOIN memberships m ON m.organization_id = a.organization_id AND m.role = 'owner' JOIN users u ON u.id = m.user_id)
  ${insertMailsSql({
    from: 'owners',
    to: 'owners.email',
    subject: '$2',
    text: '$3',
    dedupeKey: `$4::text || ':' || owners.id`,
    at: '$5',
  })}`;

const tellDisabled = `
  WITH told AS (SELECT application_id FROM webhook_endpoints WHERE id = $1),
  ${tellOwners}`;

const tellFailing = `
  WITH told AS (
    UPDATE webhook_endpoints SET alerts_sent = $6
    WHERE id = $1 AND alerts_sent < $6 AND failing_since IS NOT NULL AND status = 'enabled' AND deleted_at IS NULL
    RETURNING application_id),
  ${tellOwners}`;
