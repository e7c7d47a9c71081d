import { execute, only, type PaymentStatus, type Queryable, query, type SettledBy, type Sql, sql } from '@tillgate/db';
import { type Audit, insertAudit } from '../audit/index.ts';
import { type Claim, type ClaimOutcome, endClaimOfSettled, insertClaims } from '../idempotency/index.ts';
import { lockOpen, markApplied, markEachApplied, wakeHeld } from '../inbox/index.ts';
import type { Tenant } from '../kernel/context.ts';
import { type FrozenEvent, freezeEvent, freezeEvents } from '../outbox/index.ts';
import { type NewReview, openReviews } from '../reviews/index.ts';
import type { PaymentRow } from './read-statements.ts';

// Every statement that writes `payments.status` is in this file, and names the state that it leaves.

/** Its `checkoutRequestId` is an id of ours, or null. */
export type NewPayment = Tenant &
  Pick<PaymentRow, 'id' | 'amount' | 'accountRef' | 'rail' | 'shortcode' | 'checkoutRequestId' | 'createdAt'> & {
    phone: string;
    /** Whether we made the reference, so that it must be unique. */
    isDefaultRef: boolean;
    description: string;
    /** JSON text. */
    metadata: string | null;
    callbackToken: string;
    nextQueryAt: Date;
  };

/**
 * Transaction 1 of collections: the claim (when there is a key) and the pending payment of each, both or none.
 * @returns for each whether it was opened: false when its key was claimed before
 */
export async function openPayments(
  db: Queryable,
  opening: readonly { payment: NewPayment; claim: Claim | undefined }[],
): Promise<boolean[]> {
  const list = opening.map(({ payment, claim }) => ({ ...claim, ...payment, claimId: claim?.id ?? null }));
  const rows = await query<{ id: string }>(
    db,
    'payments_open',
    sql`
      WITH opening AS MATERIALIZED (
        SELECT id, "applicationId" AS application_id, environment, amount, phone, "accountRef" AS account_ref,
          "isDefaultRef" AS is_default_ref, description, metadata::json AS metadata, rail, shortcode,
          "checkoutRequestId" AS checkout_request_id, "callbackToken" AS callback_token, "createdAt" AS created_at,
          "nextQueryAt" AS next_query_at, "claimId" AS claim_id, endpoint, key, fingerprint, "leaseUntil" AS lease_until
        FROM json_to_recordset(${JSON.stringify(list)}::json) AS o("id" uuid, "applicationId" uuid,
          "environment" "Environment", "amount" int, "phone" text, "accountRef" text, "isDefaultRef" boolean,
          "description" text, "metadata" text, "rail" "Rail", "shortcode" text, "checkoutRequestId" text,
          "callbackToken" text, "createdAt" timestamptz, "nextQueryAt" timestamptz, "claimId" uuid, "endpoint" text,
          "key" text, "fingerprint" text, "leaseUntil" timestamptz)),
      claim AS (${insertClaims(sql`opening`)})
      INSERT INTO payments (id, application_id, environment, source, status, amount, requested_amount, phone, account_ref,
        description, metadata, rail, shortcode, checkout_request_id, callback_token, created_at, next_query_at, is_default_ref)
      SELECT id, application_id, environment, 'stk', 'pending', amount, amount, phone, account_ref,
        description, metadata, rail, shortcode, checkout_request_id, callback_token, created_at, next_query_at, is_default_ref
      FROM opening WHERE claim_id IS NULL OR claim_id IN (SELECT id FROM claim)
      RETURNING id`,
  );
  const opened = new Set(rows.map(({ id }) => id));
  return opening.map(({ payment }) => opened.has(payment.id));
}

/**
 * Transaction 2 when the provider refused the prompt: pending → failed, without an event, and the claim's outcome.
 * @returns false when the payment was settled meanwhile; the claim is then indeterminate
 */
export async function recordRefused(
  db: Queryable,
  payment: { id: string; resultCode: string; resultDesc: string; settledAt: Date },
  claim: ClaimOutcome | undefined,
): Promise<boolean> {
  const { id, resultCode, resultDesc, settledAt } = payment;
  const rows = await query<{ settled: boolean }>(
    db,
    'payment_refused',
    sql`
      WITH settled AS (
        UPDATE payments SET status = 'failed', result_code = ${resultCode}, result_desc = ${resultDesc},
          settled_by = 'push', settled_at = ${settledAt}, next_query_at = NULL
        WHERE id = ${id} AND status = 'pending' RETURNING id),
      ended AS (${endClaimOfSettled(claim, settledAt)})
      SELECT EXISTS (SELECT 1 FROM settled)
        OR EXISTS (SELECT 1 FROM payments WHERE id = ${id} AND settled_by = 'push') AS settled`,
  );
  return only(rows).settled;
}

export type Settlement = {
  id: string;
  /** The states it may leave: `pending`, or `failed` for a late success. */
  from: PaymentStatus;
  to: 'success' | 'failed';
  /** Settled amount in whole KES; null keeps the requested one. `exactAmount`: decimal text when it is not whole. */
  amount: number | null;
  exactAmount: string | null;
  providerReceipt: string | null;
  merchantRequestId: string | null;
  checkoutRequestId: string | null;
  resultCode: string;
  resultDesc: string;
  settledBy: SettledBy;
  settledAt: Date;
  /** When its webhooks are due if they wait for a receipt. */
  announceAt: Date | null;
  /** The event to queue now; null when `announceAt` is set. */
  event: FrozenEvent;
  audit: Audit | null;
  reviews: NewReview[];
};

/**
 * The other inputs of the decision have not changed: the ids of the prompt, and that no other payment announces its
 * money.
 */
const isStillSo = (p: Sql, to: Sql, checkoutRequestId: Sql): Sql => sql`
  (${to} = 'failed' OR ${p}.same_money_as IS NULL) AND coalesce(${p}.checkout_request_id = ${checkoutRequestId}, true)`;

/**
 * The compare-and-set that settles a payment, its frozen webhook bodies, its audit row and the callback it came from, in
 * one commit. Zero settled rows means that the row has changed since the decision: the payment is read again.
 */
export async function storeSettlement(db: Queryable, to: Settlement, callbackId: string | null): Promise<boolean> {
  const at = to.settledAt;
  const settled = sql`settled`;
  const written = await execute(
    db,
    'payment_settle',
    sql`
      WITH settled AS (
        UPDATE payments SET status = ${to.to}::"PaymentStatus", amount = coalesce(${to.amount}, amount),
          exact_amount = coalesce(${to.exactAmount}, exact_amount),
          provider_receipt = coalesce(${to.providerReceipt}, provider_receipt),
          merchant_request_id = coalesce(merchant_request_id, ${to.merchantRequestId}),
          checkout_request_id = coalesce(checkout_request_id, ${to.checkoutRequestId}),
          result_code = ${to.resultCode}, result_desc = ${to.resultDesc}, settled_by = ${to.settledBy}::"SettledBy",
          settled_at = ${at}, announce_at = ${to.announceAt}, next_query_at = NULL
        WHERE id = ${to.id} AND status = ${to.from}::"PaymentStatus"
          AND ${isStillSo(sql`payments`, sql`${to.to}`, sql`${to.checkoutRequestId}`)}
        RETURNING id, application_id, environment, shortcode, amount, created_at),
      ${freezeEvent(settled, to.event, at)},
      audited AS (${insertAudit(settled, to.audit, at)}),
      reviewed AS (${openReviews(settled, 'payment', to.reviews, at)}),
      woken AS (${wakeHeld(settled, at)}),
      applied AS (${markApplied(callbackId, settled, at)})
      SELECT id FROM settled`,
  );
  return written === 1;
}

/** A settlement by a callback that needs no audit entry and no review. */
export type BatchSettlement = Omit<
  Settlement,
  'from' | 'exactAmount' | 'audit' | 'reviews' | 'announceAt' | 'event'
> & {
  event: NonNullable<FrozenEvent>;
  callbackId: string;
};

/** As text, so that the planner finds payments by their ids and reads nothing else that is pending. */
const isPendingById = sql`p.status::text = 'pending'`;

/**
 * {@link storeSettlement} for many pending payments in one statement, in a transaction that finds rows by index.
 * @returns the callbacks that settled their payments; for the others, another fact was first
 */
export async function storeSettlements(db: Queryable, batch: BatchSettlement[], at: Date): Promise<string[]> {
  const rows = await query<{ callbackId: string }>(
    db,
    'payments_settle',
    sql`
      WITH fact AS (
        SELECT * FROM json_to_recordset(${JSON.stringify(batch)}::json) AS f("id" uuid, "callbackId" uuid, "to" text,
          "amount" int, "providerReceipt" text, "merchantRequestId" text, "checkoutRequestId" text, "resultCode" text,
          "resultDesc" text, "settledBy" text, "event" json)),
      settled AS (
        UPDATE payments p SET status = f."to"::"PaymentStatus", amount = coalesce(f."amount", p.amount),
          provider_receipt = coalesce(f."providerReceipt", p.provider_receipt),
          merchant_request_id = coalesce(p.merchant_request_id, f."merchantRequestId"),
          checkout_request_id = coalesce(p.checkout_request_id, f."checkoutRequestId"),
          result_code = f."resultCode", result_desc = f."resultDesc", settled_by = f."settledBy"::"SettledBy",
          settled_at = ${at}::timestamptz, announce_at = NULL, next_query_at = NULL
        FROM fact f WHERE p.id = f."id" AND ${isPendingById}
          AND ${isStillSo(sql`p`, sql`f."to"`, sql`f."checkoutRequestId"`)}
        RETURNING p.id, p.application_id, p.environment, p.shortcode, p.amount, p.created_at,
          f."callbackId" AS callback_id, f."event" ->> 'type' AS type, f."event" ->> 'body' AS body),
      ${freezeEvents(sql`settled`, at)},
      woken AS (${wakeHeld(sql`settled`, at)}),
      applied AS (${markEachApplied(sql`settled`, at)})
      SELECT callback_id AS "callbackId" FROM settled`,
  );
  return rows.map(({ callbackId }) => callbackId);
}

type NewOfflinePayment = Tenant & {
  id: string;
  /** Whole KES. */
  amount: number;
  /** Decimal text when it was not whole. */
  exactAmount: string | null;
  phone: string | null;
  payerName: string | null;
  accountRef: string;
  description: string;
  shortcode: string;
  providerReceipt: string;
  resultCode: string;
  resultDesc: string;
  createdAt: Date;
  settledAt: Date;
  reviews: NewReview[];
};

/**
 * Records an offline payment with its frozen webhook bodies, its audit row and the callback it came from, in one commit.
 * @returns false when a payment holds the receipt already, or the callback has ended: then nothing was written
 */
export async function recordOffline(
  db: Queryable,
  payment: NewOfflinePayment,
  event: FrozenEvent,
  audit: Audit | null,
  callbackId: string | null,
): Promise<boolean> {
  const { amount, settledAt } = payment;
  const recorded = sql`recorded`;
  const written = await execute(
    db,
    'payment_record_offline',
    sql`
      WITH open AS (${lockOpen(callbackId)}),
      recorded AS (
        INSERT INTO payments (id, application_id, environment, source, status, amount, requested_amount, exact_amount,
          phone, payer_name, account_ref, description, shortcode, provider_receipt, result_code, result_desc, settled_by,
          created_at, settled_at)
        SELECT ${payment.id}::uuid, ${payment.applicationId}::uuid, ${payment.environment}::"Environment", 'c2b',
          'success', ${amount}::int, ${amount}::int, ${payment.exactAmount}, ${payment.phone}, ${payment.payerName},
          ${payment.accountRef}, ${payment.description}, ${payment.shortcode}, ${payment.providerReceipt}, ${payment.resultCode},
          ${payment.resultDesc}, 'c2b', ${payment.createdAt}::timestamptz, ${settledAt}::timestamptz
        WHERE ${callbackId}::uuid IS NULL OR EXISTS (SELECT 1 FROM open)
        ON CONFLICT (shortcode, environment, provider_receipt) DO NOTHING
        RETURNING id, application_id, environment),
      ${freezeEvent(recorded, event, settledAt)},
      audited AS (${insertAudit(recorded, audit, settledAt)}),
      reviewed AS (${openReviews(recorded, 'payment', payment.reviews, settledAt)}),
      applied AS (${markApplied(callbackId, recorded, settledAt)})
      SELECT id FROM recorded`,
  );
  return written === 1;
}
