import { execute, type InquiryKind, type InquiryStatus, type Queryable, query, type Sql, sql } from '@tillgate/db';
import { markApplied } from '../inbox/index.ts';
import type { Tenant } from '../kernel/context.ts';
import { type FrozenEvent, freezeEvent } from '../outbox/index.ts';
import type { RailName } from '../rails/index.ts';

// Every statement that writes `inquiries.status` is in this file, and names the state that it
// leaves.

export type InquiryRow = Tenant & {
  id: string;
  kind: InquiryKind;
  status: InquiryStatus;
  rail: RailName;
  transactionId: string | null;
  originatorConversationId: string | null;
  conversationId: string | null;
  /** Set when a sweep asked on behalf of a disbursement. */
  disbursementId: string | null;
  /** Set when it is about the receipt of a confirmation. */
  callbackId: string | null;
  resultCode: string | null;
  resultDesc: string | null;
  /** The normalised answer. */
  result: unknown;
  createdAt: Date;
};

const columns: Sql = sql`
  id, application_id AS "applicationId", environment, kind, status, rail, transaction_id AS "transactionId",
  originator_conversation_id AS "originatorConversationId", conversation_id AS "conversationId",
  disbursement_id AS "disbursementId", callback_id AS "callbackId", result_code AS "resultCode", result_desc AS "resultDesc", result,
  created_at AS "createdAt"`;

export async function findInquiry(db: Queryable, id: string): Promise<InquiryRow | undefined> {
  const [row] = await query<InquiryRow>(db, 'inquiry_find', sql`SELECT ${columns} FROM inquiries WHERE id = ${id}`);
  return row;
}

/** An inquiry that the tenant itself made. */
export async function findOwnInquiry(db: Queryable, id: string, tenant: Tenant): Promise<InquiryRow | undefined> {
  const [row] = await query<InquiryRow>(
    db,
    'inquiry_find_own',
    sql`
      SELECT ${columns} FROM inquiries
      WHERE id = ${id} AND application_id = ${tenant.applicationId} AND environment = ${tenant.environment}
        AND disbursement_id IS NULL AND callback_id IS NULL`,
  );
  return row;
}

export type NewInquiry = Tenant & {
  id: string;
  kind: InquiryKind;
  transactionId: string | null;
  identifierType: string;
  remarks: string;
  occasion: string | null;
  rail: RailName;
  shortcode: string;
  callbackToken: string;
  disbursementId: string | null;
  callbackId: string | null;
  createdAt: Date;
};

/**
 * Transaction 1 of an inquiry.
 * @returns false when it was opened before, or the disbursement that it is about is settled
 */
export async function openInquiry(db: Queryable, row: NewInquiry): Promise<boolean> {
  const written = await execute(
    db,
    'inquiry_open',
    sql`
      INSERT INTO inquiries
        (id, application_id, environment, kind, status, transaction_id, identifier_type, remarks, occasion, rail, shortcode,
         callback_token, disbursement_id, callback_id, created_at)
      SELECT ${row.id}::uuid, ${row.applicationId}::uuid, ${row.environment}::"Environment", ${row.kind}::"InquiryKind",
        'pending', ${row.transactionId}, ${row.identifierType}, ${row.remarks}, ${row.occasion}, ${row.rail}::"Rail", ${row.shortcode},
        ${row.callbackToken}, ${row.disbursementId}::uuid, ${row.callbackId}::uuid, ${row.createdAt}::timestamptz
      WHERE ${row.disbursementId}::uuid IS NULL
        OR EXISTS (SELECT 1 FROM disbursements WHERE id = ${row.disbursementId}::uuid AND status = 'pending')
      ON CONFLICT (id) DO NOTHING`,
  );
  return written === 1;
}

/** Transaction 2 when the provider accepted the inquiry: its ids. Values of an early result stay. */
export async function recordAccepted(
  db: Queryable,
  row: { id: string; originatorConversationId: string | null; conversationId: string; acknowledgedAt: Date },
): Promise<void> {
  await execute(
    db,
    'inquiry_accepted',
    sql`
      UPDATE inquiries SET
        originator_conversation_id = coalesce(originator_conversation_id, ${row.originatorConversationId}),
        conversation_id = coalesce(conversation_id, ${row.conversationId}), acknowledged_at = ${row.acknowledgedAt}
      WHERE id = ${row.id}`,
  );
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
  event: FrozenEvent;
};

/**
 * The compare-and-set that ends a pending inquiry, its frozen webhook bodies and the callback it
 * came from, in one commit. Zero ended rows means that it had ended before.
 */
export async function storeEnd(db: Queryable, to: InquiryEnd, callbackId: string | null): Promise<boolean> {
  const at = to.endedAt;
  const ended = sql`ended`;
  const written = await execute(
    db,
    'inquiry_end',
    sql`
      WITH ended AS (
        UPDATE inquiries SET status = ${to.to}::"InquiryStatus",
          originator_conversation_id = coalesce(originator_conversation_id, ${to.originatorConversationId}),
          conversation_id = coalesce(conversation_id, ${to.conversationId}), result_code = ${to.resultCode},
          result_desc = ${to.resultDesc}, result = ${to.result && JSON.stringify(to.result)}::json,
          raw = ${to.raw && JSON.stringify(to.raw)}::json, ended_at = ${at}
        WHERE id = ${to.id} AND status = 'pending' RETURNING id, application_id, environment),
      ${freezeEvent(ended, to.event, at)},
      applied AS (${markApplied(callbackId, ended, at)})
      SELECT id FROM ended`,
  );
  return written === 1;
}

/**
 * Inquiries that have waited for a result since before `createdBefore`, oldest first, at most
 * `limit`.
 */
export function listOverdue(db: Queryable, createdBefore: Date, limit: number): Promise<InquiryRow[]> {
  return query(
    db,
    'inquiries_overdue',
    sql`
      SELECT ${columns} FROM inquiries WHERE status = 'pending' AND created_at <= ${createdBefore}
      ORDER BY created_at LIMIT ${limit}`,
  );
}

/** The payment of a tenant that has a receipt, as far as its network can be asked about it. */
export async function findPaymentOfReceipt(
  db: Queryable,
  { applicationId, environment, receipt }: Tenant & { receipt: string },
): Promise<{ rail: RailName; checkoutRequestId: string | null } | undefined> {
  const [row] = await query<{ rail: RailName; checkoutRequestId: string | null }>(
    db,
    'inquiry_payment_of_receipt',
    sql`
      SELECT rail::text AS rail, checkout_request_id AS "checkoutRequestId" FROM payments
      WHERE application_id = ${applicationId} AND environment = ${environment}
        AND provider_receipt = ANY(${[receipt, receipt.toUpperCase()]}) LIMIT 1`,
  );
  return row;
}
