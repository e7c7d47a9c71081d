import { type Environment, type InquiryKind, type InquiryStatus, only, type Queryable } from '@tillgate/db';
import { eventFrom } from '../outbox/settled-statements.ts';
import { type QueuedDelivery, queuedJson } from '../outbox/statements.ts';

type Tenant = { applicationId: string; environment: Environment };

export type InquiryRow = Tenant & {
  id: string;
  kind: InquiryKind;
  status: InquiryStatus;
  transactionId: string | null;
  originatorConversationId: string | null;
  conversationId: string | null;
  /** Set when a sweep asked on behalf of a disbursement. */
  disbursementId: string | null;
  resultCode: string | null;
  resultDesc: string | null;
  /** The normalised answer. */
  result: unknown;
  createdAt: Date;
};

const columns = `
  id, application_id AS "applicationId", environment, kind, status, transaction_id AS "transactionId",
  originator_conversation_id AS "originatorConversationId", conversation_id AS "conversationId",
  disbursement_id AS "disbursementId", result_code AS "resultCode", result_desc AS "resultDesc", result,
  created_at AS "createdAt"`;

export async function find(db: Queryable, id: string): Promise<InquiryRow | undefined> {
  const { rows } = await db.query<InquiryRow>({
    name: 'inquiry_find',
    text: `SELECT ${columns} FROM inquiries WHERE id = $1`,
    values: [id],
  });
  return rows[0];
}

/** An inquiry that the tenant itself made. */
export async function findOwn(db: Queryable, id: string, tenant: Tenant): Promise<InquiryRow | undefined> {
  const { rows } = await db.query<InquiryRow>({
    name: 'inquiry_find_own',
    text: `
      SELECT ${columns} FROM inquiries
      WHERE id = $1 AND application_id = $2 AND environment = $3 AND disbursement_id IS NULL`,
    values: [id, tenant.applicationId, tenant.environment],
  });
  return rows[0];
}

export type NewInquiry = Tenant & {
  id: string;
  kind: InquiryKind;
  transactionId: string | null;
  identifierType: string;
  remarks: string;
  occasion: string | null;
  shortcode: string;
  callbackToken: string;
  disbursementId: string | null;
  createdAt: Date;
};

/**
 * Transaction 1 of an inquiry. Answers false when it was opened before, or the disbursement that it is about is settled.
 */
export async function open(db: Queryable, inquiry: NewInquiry): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'inquiry_open',
    text: `
      INSERT INTO inquiries
        (id, application_id, environment, kind, status, transaction_id, identifier_type, remarks, occasion, shortcode,
         callback_token, disbursement_id, created_at)
      SELECT $1::uuid, $2::uuid, $3::"Environment", $4::"InquiryKind", 'pending', $5, $6, $7, $8, $9, $10, $11::uuid,
        $12::timestamptz
      WHERE $11::uuid IS NULL OR EXISTS (SELECT 1 FROM disbursements WHERE id = $11 AND status = 'pending')
      ON CONFLICT (id) DO NOTHING`,
    values: [
      inquiry.id,
      inquiry.applicationId,
      inquiry.environment,
      inquiry.kind,
      inquiry.transactionId,
      inquiry.identifierType,
      inquiry.remarks,
      inquiry.occasion,
      inquiry.shortcode,
      inquiry.callbackToken,
      inquiry.disbursementId,
      inquiry.createdAt,
    ],
  });
  return rowCount === 1;
}

/** Transaction 2 when the provider took the question: its ids. What an early result has told stays. */
export async function recordAccepted(
  db: Queryable,
  inquiry: { id: string; originatorConversationId: string | null; conversationId: string; acknowledgedAt: Date },
): Promise<void> {
  await db.query({
    name: 'inquiry_accepted',
    text: `
      UPDATE inquiries SET originator_conversation_id = coalesce(originator_conversation_id, $2),
        conversation_id = coalesce(conversation_id, $3), acknowledged_at = $4
      WHERE id = $1`,
    values: [inquiry.id, inquiry.originatorConversationId, inquiry.conversationId, inquiry.acknowledgedAt],
  });
}

export type InquiryEnd = {
  id: string;
  to: 'answered' | 'failed';
  originatorConversationId: string | null;
  conversationId: string | null;
  resultCode: string;
  resultDesc: string;
  /** JSON data; null when there is none. */
  result: object | null;
  raw: object | null;
  endedAt: Date;
  /** Null announces nothing. */
  event: { type: string; body: string } | null;
};

/**
 * The compare-and-set that ends a pending inquiry, its frozen webhook bodies and the callback it came from, in one commit.
 * Zero ended rows means that it had ended before.
 */
export async function end(
  db: Queryable,
  to: InquiryEnd,
  callbackId: string | null,
): Promise<{ ended: boolean; deliveries: QueuedDelivery[] }> {
  const { rows } = await db.query<{ ended: boolean; deliveries: QueuedDelivery[] }>({
    name: 'inquiry_end',
    text: `
      WITH ended AS (
        UPDATE inquiries SET status = $5::"InquiryStatus",
          originator_conversation_id = coalesce(originator_conversation_id, $6),
          conversation_id = coalesce(conversation_id, $7), result_code = $8, result_desc = $9, result = $10::json,
          raw = $11::json, ended_at = $4
        WHERE id = $1 AND status = 'pending' RETURNING id, application_id, environment),
      ${eventFrom('ended')},
      applied AS (
        UPDATE provider_callbacks SET state = 'applied', applied_at = $4, retry_at = NULL, error = NULL
        WHERE id = $12 AND EXISTS (SELECT 1 FROM ended))
      SELECT EXISTS (SELECT 1 FROM ended) AS ended, ${queuedJson} AS deliveries`,
    values: [
      to.id,
      to.event?.type ?? null,
      to.event?.body ?? null,
      to.endedAt,
      to.to,
      to.originatorConversationId,
      to.conversationId,
      to.resultCode,
      to.resultDesc,
      to.result && JSON.stringify(to.result),
      to.raw && JSON.stringify(to.raw),
      callbackId,
    ],
  });
  return only(rows);
}

/** Inquiries that have waited for a result since before `createdBefore`, oldest first, at most `limit`. */
export async function listOverdue(db: Queryable, createdBefore: Date, limit: number): Promise<InquiryRow[]> {
  const { rows } = await db.query<InquiryRow>({
    name: 'inquiries_overdue',
    text: `SELECT ${columns} FROM inquiries WHERE status = 'pending' AND created_at <= $1 ORDER BY created_at LIMIT $2`,
    values: [createdBefore, limit],
  });
  return rows;
}
