import {
  breaksConstraint,
  type DisbursementKind,
  type DisbursementStatus,
  type PaymentStatus,
  type Queryable,
  query,
  type Sql,
  sql,
} from '@tillgate/db';
import type { Tenant } from '../kernel/context.ts';
import type { RailName } from '../rails/index.ts';

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
  rail: RailName;
  originatorConversationId: string | null;
  conversationId: string | null;
  providerReceipt: string | null;
  /** Who was paid, as the provider reported; payouts only. */
  payeeName: string | null;
  resultCode: string | null;
  resultDesc: string | null;
  createdAt: Date;
};

const columns: Sql = sql`
  id, application_id AS "applicationId", environment, kind, status, amount, phone, transaction_id AS "transactionId",
  command_id AS "commandId", rail, originator_conversation_id AS "originatorConversationId",
  conversation_id AS "conversationId", provider_receipt AS "providerReceipt",
  payee_name AS "payeeName", result_code AS "resultCode",
  result_desc AS "resultDesc", created_at AS "createdAt"`;

/** A disbursement by id, within one tenant when `tenant` is given. */
export async function findDisbursement(
  db: Queryable,
  id: string,
  tenant?: Tenant,
): Promise<DisbursementRow | undefined> {
  const { applicationId = null, environment = null } = tenant ?? {};
  const [row] = await query<DisbursementRow>(
    db,
    'disbursement_find',
    sql`
      SELECT ${columns} FROM disbursements
      WHERE id = ${id} AND (${applicationId}::uuid IS NULL
        OR (application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment"))`,
  );
  return row;
}

/** A reversal that has not failed. */
export type LiveReversal = { id: string; status: 'success' | 'pending' };

type Held = { id: string; receipt: string; rail: RailName };

/** What a tenant's rows say about a receipt to reverse. */
export type ReceiptOwner =
  | (Held & { kind: 'payment'; status: PaymentStatus; amount: number; exactAmount: string | null })
  | (Held & { kind: 'payout' });

/**
 * Finds the owner of a receipt among the payments to `shortcodes` and the payouts of the tenant.
 * @param receipts the forms of one receipt
 */
export async function findReceiptOwner(
  db: Queryable,
  by: Tenant & { shortcodes: string[]; receipts: string[] },
): Promise<ReceiptOwner | undefined> {
  const [row] = await query<ReceiptOwner>(
    db,
    'receipt_owner_find',
    sql`
      SELECT 'payment' AS kind, id, provider_receipt AS receipt, rail::text AS rail, status::text AS status, amount,
        exact_amount AS "exactAmount"
      FROM payments
      WHERE shortcode = ANY (${by.shortcodes}) AND environment = ${by.environment}
        AND provider_receipt = ANY (${by.receipts}) AND application_id = ${by.applicationId}
      UNION ALL
      SELECT 'payout', id, provider_receipt, rail::text, NULL, NULL, NULL FROM disbursements
      WHERE application_id = ${by.applicationId} AND environment = ${by.environment} AND kind = 'payout'
        AND provider_receipt = ANY (${by.receipts})
      LIMIT 1`,
  );
  return row;
}

/** The pending or successful reversal of a receipt; at most one exists. */
export async function findLiveReversal(
  db: Queryable,
  by: Tenant & { receipt: string },
): Promise<LiveReversal | undefined> {
  const [row] = await query<LiveReversal>(
    db,
    'reversal_find_live',
    sql`
      SELECT id, status::text AS status FROM disbursements
      WHERE application_id = ${by.applicationId} AND environment = ${by.environment}
        AND live_receipt = upper(${by.receipt}::text)`,
  );
  return row;
}

/** Whether a statement failed because another reversal of the receipt is pending or successful. */
export function isReceiptLive(error: unknown): boolean {
  return breaksConstraint(error, 'disbursements_live_receipt_key');
}

/** Another reversal of the receipt by the same tenant: a successful one, else a pending one. */
export async function findOtherReversal(
  db: Queryable,
  reversal: Tenant & { id: string; transactionId: string },
): Promise<LiveReversal | undefined> {
  const [row] = await query<LiveReversal>(
    db,
    'reversal_find_other',
    sql`
      SELECT id, status::text AS status FROM disbursements
      WHERE application_id = ${reversal.applicationId} AND environment = ${reversal.environment}
        AND transaction_id = ANY (ARRAY[${reversal.transactionId}::text, upper(${reversal.transactionId}::text)])
        AND id <> ${reversal.id} AND status <> 'failed'
      ORDER BY (status = 'success') DESC, created_at LIMIT 1`,
  );
  return row;
}
