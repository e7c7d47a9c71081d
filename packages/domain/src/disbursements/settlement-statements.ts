import { type DisbursementDoor, only, type Queryable } from '@tillgate/db';
import { type Audit, auditFrom, auditValues, eventFrom } from '../outbox/settled-statements.ts';
import { type QueuedDelivery, queuedJson } from '../outbox/statements.ts';

export type DisbursementSettlement = {
  id: string;
  to: 'success' | 'failed';
  providerReceipt: string | null;
  originatorConversationId: string | null;
  conversationId: string | null;
  resultCode: string;
  resultDesc: string;
  settledBy: DisbursementDoor;
  settledAt: Date;
  event: { type: string; body: string };
  audit: Audit | null;
};

/**
 * The compare-and-set that settles a pending disbursement, its frozen webhook bodies, its audit row and the callback it came
 * from, in one commit. Zero settled rows means that somebody was first.
 */
export async function settle(
  db: Queryable,
  to: DisbursementSettlement,
  callbackId: string | null,
): Promise<{ settled: boolean; deliveries: QueuedDelivery[] }> {
  const { rows } = await db.query<{ settled: boolean; deliveries: QueuedDelivery[] }>({
    name: 'disbursement_settle',
    text: `
      WITH settled AS (
        UPDATE disbursements SET status = $5::"DisbursementStatus", provider_receipt = $6,
          originator_conversation_id = coalesce(originator_conversation_id, $7),
          conversation_id = coalesce(conversation_id, $8), result_code = $9, result_desc = $10,
          settled_by = $11::"DisbursementDoor", settled_at = $4, next_inquiry_at = NULL, needs_review = false
        WHERE id = $1 AND status = 'pending' RETURNING id, application_id, environment),
      ${eventFrom('settled')},
      audited AS (${auditFrom('settled', 4, 13)}),
      applied AS (
        UPDATE provider_callbacks SET state = 'applied', applied_at = $4, retry_at = NULL, error = NULL
        WHERE id = $12 AND EXISTS (SELECT 1 FROM settled))
      SELECT EXISTS (SELECT 1 FROM settled) AS settled, ${queuedJson} AS deliveries`,
    values: [
      to.id,
      to.event.type,
      to.event.body,
      to.settledAt,
      to.to,
      to.providerReceipt,
      to.originatorConversationId,
      to.conversationId,
      to.resultCode,
      to.resultDesc,
      to.settledBy,
      callbackId,
      ...auditValues(to.audit),
    ],
  });
  return only(rows);
}

/** Adds the receipt of a success that an inquiry settled without one. Answers whether it was missing. */
export async function enrich(db: Queryable, disbursement: { id: string; providerReceipt: string }): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'disbursement_enrich',
    text: `
      UPDATE disbursements SET provider_receipt = $2
      WHERE id = $1 AND status = 'success' AND provider_receipt IS NULL`,
    values: [disbursement.id, disbursement.providerReceipt],
  });
  return rowCount === 1;
}

/** Records a fact that does not fit, and when `needsReview` asks people to look at the disbursement. */
export async function contradict(
  db: Queryable,
  disbursement: { id: string; needsReview: boolean; at: Date },
  audit: Audit,
): Promise<void> {
  await db.query({
    name: 'disbursement_contradict',
    text: `
      WITH contradicted AS (
        UPDATE disbursements SET needs_review = needs_review OR $2 WHERE id = $1 RETURNING id, application_id)
      ${auditFrom('contradicted', 3, 4)}`,
    values: [disbursement.id, disbursement.needsReview, disbursement.at, ...auditValues(audit)],
  });
}
