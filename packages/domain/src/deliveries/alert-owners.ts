import type { Queryable } from '@tillgate/db';
import { type Alert, renderAlert } from './alert-mail.ts';
import { findSubject, mailDisabled, mailFailing } from './alert-statements.ts';

/** The value of `webhook_endpoints.alerts_sent` after each alert. */
const levels = { failing: 1, half: 2 } as const;

/**
 * Writes an email about an endpoint to each owner of its organization. Owners get each kind of alert once per run of
 * failures, however many workers notice it, and no `failing` after `half`. They get one email each time it is disabled.
 * The statement that writes the emails decides, so `db` may be the pool or a connection in a transaction. Deleted
 * endpoints cause no email.
 */
export async function alertOwners(db: Queryable, alert: Alert): Promise<void> {
  const subject = await findSubject(db, alert.endpointId);
  if (!subject) return;
  const mail = renderAlert(alert, subject);
  const since = alert.kind === 'disabled' ? alert.at : alert.failingSince;
  const dedupeKey = `endpoint:${alert.endpointId}:${alert.kind}:${since.toISOString()}`;
  const facts = { endpointId: alert.endpointId, ...mail, dedupeKey, at: alert.at };
  if (alert.kind === 'disabled') await mailDisabled(db, facts);
  else await mailFailing(db, facts, levels[alert.kind]);
}
