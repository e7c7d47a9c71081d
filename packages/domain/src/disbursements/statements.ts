import { type DisbursementDoor, type DisbursementKind, execute, only, type Queryable, query, sql } from '@tillgate/db';
import { type Audit, insertAudit } from '../audit/index.ts';
import { type Claim, type ClaimOutcome, completeClaim, endClaimOfSettled, insertClaim } from '../idempotency/index.ts';
import { markApplied } from '../inbox/index.ts';
import type { Tenant } from '../kernel/context.ts';
import { type FrozenEvent, freezeEvent } from '../outbox/index.ts';
import type { RailName } from '../rails/index.ts';
import { type NewReview, openReviews } from '../reviews/index.ts';

// Every statement that writes `disbursements.status` is in this file, and names the state that it
// leaves.

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
  rail: RailName;
  shortcode: string;
  callbackToken: string;
  /** We make it for payouts; null where the provider makes it. */
  originatorConversationId: string | null;
  /** The actor that asked for it. */
  requestedBy: string;
  createdAt: Date;
  nextInquiryAt: Date;
};

/**
 * Transaction 1 of a payout or reversal: the claim (when there is a key), the pending disbursement
 * and who asked for it, all or none.
 * @returns false when the key was claimed before
 */
export async function openDisbursement(
  db: Queryable,
  row: NewDisbursement,
  audit: Audit,
  claim: Claim | undefined,
): Promise<boolean> {
  const { applicationId, environment, createdAt } = row;
  const rows = await query<{ opened: boolean }>(
    db,
    'disbursement_open',
    sql`
      WITH claim AS (${insertClaim(claim, row)}),
      opened AS (
        INSERT INTO disbursements
          (id, application_id, environment, kind, status, amount, phone, transaction_id, payment_id, command_id, remarks,
           occasion, rail, shortcode, callback_token, originator_conversation_id, requested_by, created_at,
           next_inquiry_at)
        SELECT ${row.id}::uuid, ${applicationId}::uuid, ${environment}::"Environment", ${row.kind}::"DisbursementKind",
          'pending', ${row.amount}::int, ${row.phone}, ${row.transactionId}, ${row.paymentId}::uuid, ${row.commandId},
          ${row.remarks}, ${row.occasion}, ${row.rail}::"Rail", ${row.shortcode}, ${row.callbackToken}, ${row.originatorConversationId},
          ${row.requestedBy}, ${createdAt}::timestamptz, ${row.nextInquiryAt}::timestamptz
        WHERE ${claim?.id ?? null}::uuid IS NULL OR EXISTS (SELECT 1 FROM claim)
        RETURNING id, application_id),
      audited AS (${insertAudit(sql`opened`, audit, createdAt)})
      SELECT EXISTS (SELECT 1 FROM opened) AS opened`,
  );
  return only(rows).opened;
}

/**
 * Transaction 2 when the provider accepted: its ids, and the claim's outcome. A result may have come first, so it
 * overwrites no value and leaves the status.
 */
export async function recordAccepted(
  db: Queryable,
  row: { id: string; originatorConversationId: string | null; conversationId: string; acknowledgedAt: Date },
  claim: ClaimOutcome | undefined,
): Promise<void> {
  await execute(
    db,
    'disbursement_accepted',
    sql`
      WITH accepted AS (
        UPDATE disbursements SET
          originator_conversation_id = coalesce(originator_conversation_id, ${row.originatorConversationId}),
          conversation_id = coalesce(conversation_id, ${row.conversationId}), acknowledged_at = ${row.acknowledgedAt}
        WHERE id = ${row.id})
      ${completeClaim(claim, row.acknowledgedAt)}`,
  );
}

/**
 * Transaction 2 when the provider refused it: pending → failed, without an event, and the claim's
 * outcome.
 * @returns false when it was settled meanwhile; the claim is then indeterminate
 */
export async function recordRefused(
  db: Queryable,
  row: { id: string; resultCode: string; resultDesc: string; settledAt: Date },
  claim: ClaimOutcome | undefined,
): Promise<boolean> {
  const rows = await query<{ settled: boolean }>(
    db,
    'disbursement_refused',
    sql`
      WITH settled AS (
        UPDATE disbursements SET status = 'failed', result_code = ${row.resultCode}, result_desc = ${row.resultDesc},
          settled_by = 'push', settled_at = ${row.settledAt}, next_inquiry_at = NULL
        WHERE id = ${row.id} AND status = 'pending' RETURNING id),
      ended AS (${endClaimOfSettled(claim, row.settledAt)})
      SELECT EXISTS (SELECT 1 FROM settled)
        OR EXISTS (SELECT 1 FROM disbursements WHERE id = ${row.id} AND settled_by = 'push') AS settled`,
  );
  return only(rows).settled;
}

type DisbursementSettlement = {
  id: string;
  /** The state it leaves: `pending`, or `failed` for a late success. */
  from: 'pending' | 'failed';
  to: 'success' | 'failed';
  providerReceipt: string | null;
  /** Null keeps the one that is known. */
  payeeName: string | null;
  originatorConversationId: string | null;
  conversationId: string | null;
  resultCode: string;
  resultDesc: string;
  settledBy: DisbursementDoor;
  settledAt: Date;
  event: FrozenEvent;
  audit: Audit | null;
  reviews: NewReview[];
};

/**
 * The compare-and-set that settles a disbursement, its frozen webhook bodies, its audit row
 * and the callback it came from, in one commit. Zero settled rows means that another fact was
 * first.
 */
export async function storeSettlement(
  db: Queryable,
  to: DisbursementSettlement,
  callbackId: string | null,
): Promise<boolean> {
  const at = to.settledAt;
  const settled = sql`settled`;
  const written = await execute(
    db,
    'disbursement_settle',
    sql`
      WITH settled AS (
        UPDATE disbursements SET status = ${to.to}::"DisbursementStatus", provider_receipt = ${to.providerReceipt},
          payee_name = coalesce(${to.payeeName}, payee_name),
          originator_conversation_id = coalesce(originator_conversation_id, ${to.originatorConversationId}),
          conversation_id = coalesce(conversation_id, ${to.conversationId}), result_code = ${to.resultCode},
          result_desc = ${to.resultDesc}, settled_by = ${to.settledBy}::"DisbursementDoor", settled_at = ${at},
          next_inquiry_at = NULL
        WHERE id = ${to.id} AND status = ${to.from}::"DisbursementStatus"
        RETURNING id, application_id, environment),
      ${freezeEvent(settled, to.event, at)},
      audited AS (${insertAudit(settled, to.audit, at)}),
      reviewed AS (${openReviews(settled, 'disbursement', to.reviews, at)}),
      applied AS (${markApplied(callbackId, settled, at)})
      SELECT id FROM settled`,
  );
  return written === 1;
}

/** Records a fact that contradicts the row, with its reviews. */
export async function recordContradiction(
  db: Queryable,
  row: { id: string; reviews: NewReview[]; at: Date },
  audit: Audit,
): Promise<void> {
  await execute(
    db,
    'disbursement_contradict',
    sql`
      WITH contradicted AS (SELECT id, application_id, environment FROM disbursements WHERE id = ${row.id}),
      reviewed AS (${openReviews(sql`contradicted`, 'disbursement', row.reviews, row.at)})
      ${insertAudit(sql`contradicted`, audit, row.at)}`,
  );
}
