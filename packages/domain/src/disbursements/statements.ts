import {
  type DisbursementKind,
  type DisbursementStatus,
  type Environment,
  only,
  type PaymentStatus,
  type Queryable,
} from '@tillgate/db';
import {
  type Claim,
  type ClaimOutcome,
  claimValues,
  completeClaim,
  endClaimOfSettled,
  insertClaim,
  outcomeValues,
} from '../idempotency/statements.ts';
import { type Audit, auditFrom, auditValues } from '../outbox/settled-statements.ts';

export * from './settlement-statements.ts';

type Tenant = { applicationId: string; environment: Environment };

/** A disbursement as the money paths read it. */
export type DisbursementRow = Tenant & {
  id: string;
  kind: DisbursementKind;
  status: DisbursementStatus;
  /** Whole KES. */
  amount: number;
  /** Payouts only. */
  phone: string | null;
  /** The receipt to reverse; reversals only. */
  transactionId: string | null;
  /** Payouts only. */
  commandId: string | null;
  originatorConversationId: string | null;
  conversationId: string | null;
  providerReceipt: string | null;
  resultCode: string | null;
  resultDesc: string | null;
  createdAt: Date;
};

const columns = `
  id, application_id AS "applicationId", environment, kind, status, amount, phone, transaction_id AS "transactionId",
  command_id AS "commandId", originator_conversation_id AS "originatorConversationId",
  conversation_id AS "conversationId", provider_receipt AS "providerReceipt", result_code AS "resultCode",
  result_desc AS "resultDesc", created_at AS "createdAt"`;

/** A disbursement by id, within one tenant when `tenant` is given. */
export async function find(db: Queryable, id: string, tenant?: Tenant): Promise<DisbursementRow | undefined> {
  const { rows } = await db.query<DisbursementRow>({
    name: 'disbursement_find',
    text: `
      SELECT ${columns} FROM disbursements
      WHERE id = $1 AND ($2::uuid IS NULL OR (application_id = $2 AND environment = $3::"Environment"))`,
    values: [id, tenant?.applicationId ?? null, tenant?.environment ?? null],
  });
  return rows[0];
}

export type NewDisbursement = Tenant & {
  id: string;
  kind: DisbursementKind;
  amount: number;
  phone: string | null;
  transactionId: string | null;
  /** The payment that is reversed, when it is ours. */
  paymentId: string | null;
  commandId: string | null;
  remarks: string;
  occasion: string | null;
  shortcode: string;
  callbackToken: string;
  /** Ours for a payout; null where the provider makes it. */
  originatorConversationId: string | null;
  createdAt: Date;
  nextInquiryAt: Date;
};

/**
 * Transaction 1 of a payout or reversal: the claim (when there is a key), the pending disbursement and who asked for it, all
 * or none. Answers false when the key was claimed before.
 */
export async function open(
  db: Queryable,
  disbursement: NewDisbursement,
  audit: Audit,
  claim: Claim | undefined,
): Promise<boolean> {
  const { rows } = await db.query<{ opened: boolean }>({
    name: 'disbursement_open',
    text: `
      WITH claim AS (${insertClaim}),
      opened AS (
        INSERT INTO disbursements
          (id, application_id, environment, kind, status, amount, phone, transaction_id, payment_id, command_id, remarks,
           occasion, shortcode, callback_token, originator_conversation_id, created_at, next_inquiry_at)
        SELECT $8::uuid, $2::uuid, $3::"Environment", $10::"DisbursementKind", 'pending', $11::int, $12, $13, $14::uuid, $15,
          $16, $17, $18, $19, $20, $9::timestamptz, $21::timestamptz
        WHERE $1::uuid IS NULL OR EXISTS (SELECT 1 FROM claim)
        RETURNING id, application_id),
      audited AS (${auditFrom('opened', 9, 22)})
      SELECT EXISTS (SELECT 1 FROM opened) AS opened`,
    values: [
      ...claimValues(claim, disbursement),
      disbursement.kind,
      disbursement.amount,
      disbursement.phone,
      disbursement.transactionId,
      disbursement.paymentId,
      disbursement.commandId,
      disbursement.remarks,
      disbursement.occasion,
      disbursement.shortcode,
      disbursement.callbackToken,
      disbursement.originatorConversationId,
      disbursement.nextInquiryAt,
      ...auditValues(audit),
    ],
  });
  return only(rows).opened;
}

/**
 * Transaction 2 when the provider took it on: its ids, and the claim's outcome. A result may have come first: nothing that is
 * known is overwritten, and the status is not touched.
 */
export async function recordAccepted(
  db: Queryable,
  disbursement: { id: string; originatorConversationId: string | null; conversationId: string; acknowledgedAt: Date },
  claim: ClaimOutcome | undefined,
): Promise<void> {
  await db.query({
    name: 'disbursement_accepted',
    text: `
      WITH accepted AS (
        UPDATE disbursements SET originator_conversation_id = coalesce(originator_conversation_id, $2),
          conversation_id = coalesce(conversation_id, $3), acknowledged_at = $4
        WHERE id = $1)
      ${completeClaim}`,
    values: [
      disbursement.id,
      disbursement.originatorConversationId,
      disbursement.conversationId,
      disbursement.acknowledgedAt,
      ...outcomeValues(claim),
    ],
  });
}

/**
 * Transaction 2 when the provider refused it: pending → failed, without an event, and the claim's outcome.
 * Answers false when it was settled meanwhile; the claim is then indeterminate.
 */
export async function recordRefused(
  db: Queryable,
  disbursement: { id: string; resultCode: string; resultDesc: string; settledAt: Date },
  claim: ClaimOutcome | undefined,
): Promise<boolean> {
  const { rows } = await db.query<{ settled: boolean }>({
    name: 'disbursement_refused',
    text: `
      WITH settled AS (
        UPDATE disbursements SET status = 'failed', result_code = $2, result_desc = $3, settled_by = 'push',
          settled_at = $4, next_inquiry_at = NULL
        WHERE id = $1 AND status = 'pending' RETURNING id),
      ended AS (${endClaimOfSettled})
      SELECT EXISTS (SELECT 1 FROM settled)
        OR EXISTS (SELECT 1 FROM disbursements WHERE id = $1 AND settled_by = 'push') AS settled`,
    values: [
      disbursement.id,
      disbursement.resultCode,
      disbursement.resultDesc,
      disbursement.settledAt,
      ...outcomeValues(claim),
    ],
  });
  return only(rows).settled;
}

/** Has a pending disbursement asked about by the next sweep. */
export async function askSoon(db: Queryable, id: string, now: Date): Promise<void> {
  await db.query({
    name: 'disbursement_ask_soon',
    text: `UPDATE disbursements SET next_inquiry_at = $2 WHERE id = $1 AND status = 'pending'`,
    values: [id, now],
  });
}

export type DueInquiry = {
  id: string;
  /** False when the provider never told by which id to ask. */
  isAskable: boolean;
  needsReview: boolean;
};

/**
 * Pending disbursements whose next inquiry is due, moved to the next rung of the ladder (seconds after creation). After the
 * last rung, or when there was no id to ask by within `unacknowledgedSeconds`, they need review and are left alone.
 */
export async function takeInquiryDue(
  db: Queryable,
  by: { now: Date; ladderSeconds: number[]; unacknowledgedSeconds: number; limit: number },
): Promise<DueInquiry[]> {
  const { rows } = await db.query<DueInquiry>({
    name: 'disbursements_take_inquiry_due',
    text: `
      WITH due AS (
        SELECT d.id, d.originator_conversation_id IS NOT NULL AS is_askable, (
          SELECT min(d.created_at + make_interval(secs => rung))
          FROM unnest(CASE WHEN d.originator_conversation_id IS NULL THEN ARRAY[$3::int] ELSE $2::int[] END) rung
          WHERE d.created_at + make_interval(secs => rung) > $1) AS next_inquiry_at
        FROM disbursements d WHERE d.status = 'pending' AND d.next_inquiry_at <= $1
        ORDER BY d.next_inquiry_at LIMIT $4 FOR UPDATE SKIP LOCKED)
      UPDATE disbursements d SET next_inquiry_at = due.next_inquiry_at,
        needs_review = d.needs_review OR due.next_inquiry_at IS NULL
      FROM due WHERE d.id = due.id AND d.status = 'pending'
      RETURNING d.id, due.is_askable AS "isAskable", due.next_inquiry_at IS NULL AS "needsReview"`,
    values: [by.now, by.ladderSeconds, by.unacknowledgedSeconds, by.limit],
  });
  return rows;
}

/** What is known in a tenant of a receipt that is to be reversed. */
export type ReceiptOwner =
  | { kind: 'payment'; id: string; receipt: string; status: PaymentStatus; amount: number }
  | { kind: 'payout'; id: string; receipt: string };

/**
 * Finds whose receipt it is, among the payments to `shortcodes` and the payouts of the tenant.
 * @param receipts the forms of one receipt
 */
export async function findReceiptOwner(
  db: Queryable,
  by: Tenant & { shortcodes: string[]; receipts: string[] },
): Promise<ReceiptOwner | undefined> {
  const { rows } = await db.query<ReceiptOwner>({
    name: 'receipt_owner_find',
    text: `
      SELECT 'payment' AS kind, id, provider_receipt AS receipt, status::text AS status, amount FROM payments
      WHERE shortcode = ANY ($3) AND environment = $2 AND provider_receipt = ANY ($4) AND application_id = $1
      UNION ALL
      SELECT 'payout', id, provider_receipt, NULL, NULL FROM disbursements
      WHERE application_id = $1 AND environment = $2 AND kind = 'payout' AND provider_receipt = ANY ($4)
      LIMIT 1`,
    values: [by.applicationId, by.environment, by.shortcodes, by.receipts],
  });
  return rows[0];
}

/** Another reversal of the same receipt by the same tenant that went through, else one that is under way. */
export async function findOtherReversal(
  db: Queryable,
  reversal: Tenant & { id: string; transactionId: string },
): Promise<{ id: string; status: 'success' | 'pending' } | undefined> {
  const { rows } = await db.query<{ id: string; status: 'success' | 'pending' }>({
    name: 'reversal_find_other',
    text: `
      SELECT id, status::text AS status FROM disbursements
      WHERE application_id = $1 AND environment = $2 AND transaction_id = $3 AND id <> $4 AND status <> 'failed'
      ORDER BY (status = 'success') DESC, created_at LIMIT 1`,
    values: [reversal.applicationId, reversal.environment, reversal.transactionId, reversal.id],
  });
  return rows[0];
}
