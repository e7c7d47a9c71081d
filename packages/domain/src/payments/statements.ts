import { type Environment, only, type PaymentSource, type PaymentStatus, type Queryable } from '@tillgate/db';
import {
  type Claim,
  type ClaimOutcome,
  claimValues,
  completeClaim,
  endClaimOfSettled,
  insertClaim,
  outcomeValues,
} from '../idempotency/statements.ts';

export type { Audit } from '../outbox/settled-statements.ts';
export * from './settlement-statements.ts';

/** A payment as the money paths read it. */
export type PaymentRow = {
  id: string;
  applicationId: string;
  environment: Environment;
  source: PaymentSource;
  status: PaymentStatus;
  amount: number;
  requestedAmount: number;
  /** Null or not plain only for offline payments. */
  phone: string | null;
  accountRef: string;
  shortcode: string;
  checkoutRequestId: string | null;
  providerReceipt: string | null;
  resultCode: string | null;
  resultDesc: string | null;
  createdAt: Date;
  settledAt: Date | null;
  announceAt: Date | null;
};

/** What {@link PaymentRow} is read from. */
export const columns = `
  id, application_id AS "applicationId", environment, source, status, amount, requested_amount AS "requestedAmount", phone,
  account_ref AS "accountRef", shortcode, checkout_request_id AS "checkoutRequestId", provider_receipt AS "providerReceipt",
  result_code AS "resultCode", result_desc AS "resultDesc", created_at AS "createdAt", settled_at AS "settledAt",
  announce_at AS "announceAt"`;

/** A payment by id, within one tenant when `tenant` is given. */
export async function find(
  db: Queryable,
  id: string,
  tenant?: { applicationId: string; environment: Environment },
): Promise<PaymentRow | undefined> {
  const { rows } = tenant
    ? await db.query<PaymentRow>({
        name: 'payment_find_in_tenant',
        text: `SELECT ${columns} FROM payments WHERE id = $1 AND application_id = $2 AND environment = $3`,
        values: [id, tenant.applicationId, tenant.environment],
      })
    : await db.query<PaymentRow>({
        name: 'payment_find',
        text: `SELECT ${columns} FROM payments WHERE id = $1`,
        values: [id],
      });
  return rows[0];
}

/** The payment that holds a receipt of a shortcode, whoever it belongs to. */
export async function findByReceipt(
  db: Queryable,
  by: { shortcode: string; environment: Environment; receipt: string },
): Promise<PaymentRow | undefined> {
  const { rows } = await db.query<PaymentRow>({
    name: 'payment_find_by_receipt',
    text: `SELECT ${columns} FROM payments WHERE shortcode = $1 AND environment = $2 AND provider_receipt = $3`,
    values: [by.shortcode, by.environment, by.receipt],
  });
  return rows[0];
}

export type NewPayment = {
  id: string;
  applicationId: string;
  environment: Environment;
  amount: number;
  phone: string;
  accountRef: string;
  description: string;
  /** JSON text. */
  metadata: string | null;
  shortcode: string;
  callbackToken: string;
  createdAt: Date;
  nextQueryAt: Date;
};

/**
 * Transaction 1 of a collection: the claim (when there is a key) and the pending payment, both or none.
 * Answers false when the key was claimed before.
 */
export async function open(db: Queryable, payment: NewPayment, claim: Claim | undefined): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'payment_open',
    text: `
      WITH claim AS (${insertClaim})
      INSERT INTO payments
        (id, application_id, environment, source, status, amount, requested_amount, phone, account_ref, description, metadata,
         shortcode, callback_token, created_at, next_query_at)
      SELECT $8::uuid, $2::uuid, $3::"Environment", 'stk', 'pending', $10, $10, $11, $12, $13, $14::json, $15, $16,
        $9::timestamptz, $17::timestamptz
      WHERE $1::uuid IS NULL OR EXISTS (SELECT 1 FROM claim)`,
    values: [
      ...claimValues(claim, payment),
      payment.amount,
      payment.phone,
      payment.accountRef,
      payment.description,
      payment.metadata,
      payment.shortcode,
      payment.callbackToken,
      payment.nextQueryAt,
    ],
  });
  return rowCount === 1;
}

/** Transaction 2 when the provider took the prompt: its ids, and the claim's outcome. The status is not touched. */
export async function recordPrompted(
  db: Queryable,
  payment: { id: string; merchantRequestId: string; checkoutRequestId: string; promptedAt: Date },
  claim: ClaimOutcome | undefined,
): Promise<void> {
  await db.query({
    name: 'payment_prompted',
    text: `
      WITH prompted AS (
        UPDATE payments SET merchant_request_id = $2, checkout_request_id = $3, prompted_at = $4 WHERE id = $1)
      ${completeClaim}`,
    values: [
      payment.id,
      payment.merchantRequestId,
      payment.checkoutRequestId,
      payment.promptedAt,
      ...outcomeValues(claim),
    ],
  });
}

/**
 * Transaction 2 when the provider refused the prompt: pending → failed, without an event, and the claim's outcome.
 * Answers false when the payment was settled meanwhile; the claim is then indeterminate.
 */
export async function recordRefused(
  db: Queryable,
  payment: { id: string; resultCode: string; resultDesc: string; settledAt: Date },
  claim: ClaimOutcome | undefined,
): Promise<boolean> {
  const { rows } = await db.query<{ settled: boolean }>({
    name: 'payment_refused',
    text: `
      WITH settled AS (
        UPDATE payments SET status = 'failed', result_code = $2, result_desc = $3, settled_by = 'push', settled_at = $4,
          next_query_at = NULL
        WHERE id = $1 AND status = 'pending' RETURNING id),
      ended AS (${endClaimOfSettled})
      SELECT EXISTS (SELECT 1 FROM settled)
        OR EXISTS (SELECT 1 FROM payments WHERE id = $1 AND settled_by = 'push') AS settled`,
    values: [payment.id, payment.resultCode, payment.resultDesc, payment.settledAt, ...outcomeValues(claim)],
  });
  return only(rows).settled;
}

/**
 * Takes the right to query a pending payment now. Answers undefined when it is settled, was never acknowledged, or was
 * queried after `notSince`.
 */
export async function takeQuery(db: Queryable, id: string, now: Date, notSince: Date): Promise<PaymentRow | undefined> {
  const { rows } = await db.query<PaymentRow>({
    name: 'payment_take_query',
    text: `
      UPDATE payments SET last_queried_at = $2
      WHERE id = $1 AND status = 'pending' AND checkout_request_id IS NOT NULL
        AND (last_queried_at IS NULL OR last_queried_at <= $3)
      RETURNING ${columns}`,
    values: [id, now, notSince],
  });
  return rows[0];
}

/**
 * Pending payments whose next query is due, moved to the next rung of the ladder (seconds after creation). After the last
 * rung, or when no acknowledgement came within `unacknowledgedSeconds`, they need review and are not asked about again.
 */
export async function takeQueryDue(
  db: Queryable,
  by: { now: Date; ladderSeconds: number[]; unacknowledgedSeconds: number; limit: number },
): Promise<{ id: string; needsReview: boolean }[]> {
  const { rows } = await db.query<{ id: string; needsReview: boolean }>({
    name: 'payments_take_query_due',
    text: `
      WITH due AS (
        SELECT p.id, (
          SELECT min(p.created_at + make_interval(secs => rung)) FROM unnest($2::int[]) rung
          WHERE p.created_at + make_interval(secs => rung) > $1
            AND (p.checkout_request_id IS NOT NULL OR rung <= $3)) AS next_query_at
        FROM payments p WHERE p.status = 'pending' AND p.next_query_at <= $1
        ORDER BY p.next_query_at LIMIT $4 FOR UPDATE SKIP LOCKED)
      UPDATE payments p SET next_query_at = due.next_query_at, needs_review = due.next_query_at IS NULL
      FROM due WHERE p.id = due.id AND p.status = 'pending'
      RETURNING p.id, p.needs_review AS "needsReview"`,
    values: [by.now, by.ladderSeconds, by.unacknowledgedSeconds, by.limit],
  });
  return rows;
}
