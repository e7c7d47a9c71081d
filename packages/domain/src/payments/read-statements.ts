import {
  breaksConstraint,
  type Environment,
  type PaymentSource,
  type PaymentStatus,
  type Queryable,
  query,
  type Sql,
  sql,
} from '@tillgate/db';
import type { Tenant } from '../kernel/context.ts';
import type { RailName } from '../rails/index.ts';

/** A payment as the money paths read it. */
export type PaymentRow = Tenant & {
  id: string;
  source: PaymentSource;
  status: PaymentStatus;
  amount: number;
  requestedAmount: number;
  /** Decimal text when it was not whole. */
  exactAmount: string | null;
  /** Null or masked only for offline payments. */
  phone: string | null;
  /** As the provider reported it. */
  payerName: string | null;
  accountRef: string;
  rail: RailName;
  shortcode: string;
  /** By which the provider is asked about the prompt. It proves no acknowledgement: a network may take an id of ours. */
  checkoutRequestId: string | null;
  /** When the provider acknowledged the prompt. */
  promptedAt: Date | null;
  /** When the network first said that it does not know the prompt, and said nothing else since. */
  notFoundAt: Date | null;
  providerReceipt: string | null;
  resultCode: string | null;
  resultDesc: string | null;
  createdAt: Date;
  settledAt: Date | null;
  announceAt: Date | null;
  /** The other payment that records the same money. */
  sameMoneyAs: string | null;
};

/** What {@link PaymentRow} is read from. */
export const paymentColumns: Sql = sql`
  id, application_id AS "applicationId", environment, source, status, amount, requested_amount AS "requestedAmount",
  exact_amount AS "exactAmount", phone, payer_name AS "payerName",
  account_ref AS "accountRef", rail, shortcode, checkout_request_id AS "checkoutRequestId",
  prompted_at AS "promptedAt", not_found_at AS "notFoundAt", provider_receipt AS "providerReceipt",
  result_code AS "resultCode", result_desc AS "resultDesc", created_at AS "createdAt", settled_at AS "settledAt",
  announce_at AS "announceAt", same_money_as AS "sameMoneyAs"`;

/** A payment by id, within one tenant when `tenant` is given. */
export async function findPayment(db: Queryable, id: string, tenant?: Tenant): Promise<PaymentRow | undefined> {
  const [row] = tenant
    ? await query<PaymentRow>(
        db,
        'payment_find_in_tenant',
        sql`SELECT ${paymentColumns} FROM (${byId(id)}) found ${ofTenant(tenant)}`,
      )
    : await query<PaymentRow>(db, 'payment_find', sql`SELECT ${paymentColumns} FROM payments WHERE id = ${id}`);
  return row;
}

/**
 * Finds the row by its id before it checks the tenant. With outdated statistics of a growing table, the planner would
 * otherwise read all payments of the application.
 */
const byId = (id: string): Sql => sql`SELECT * FROM payments WHERE id = ${id} OFFSET 0`;

const ofTenant = (tenant: Tenant): Sql =>
  sql`WHERE application_id = ${tenant.applicationId} AND environment = ${tenant.environment}`;

/** What a status read shows of a payment. */
export type StatusRow = Pick<PaymentRow, 'id' | 'status' | 'providerReceipt' | 'resultCode' | 'resultDesc'>;

/**
 * The status of each wanted payment, undefined where its tenant has none with that id. Finds rows by id before it checks
 * the tenant, for the reason above.
 */
export async function findStatuses(
  db: Queryable,
  wanted: readonly (Tenant & { id: string })[],
): Promise<(StatusRow | undefined)[]> {
  const list = <Key extends keyof (typeof wanted)[number]>(key: Key) => wanted.map((one) => one[key]);
  const rows = await query<StatusRow & { place: number }>(
    db,
    'payments_find_status',
    sql`
      SELECT wanted.place::int AS place, p.id, p.status, p.provider_receipt AS "providerReceipt",
        p.result_code AS "resultCode", p.result_desc AS "resultDesc"
      FROM unnest(${list('id')}::uuid[], ${list('applicationId')}::uuid[], ${list('environment')}::"Environment"[])
        WITH ORDINALITY AS wanted(id, application_id, environment, place),
        LATERAL (SELECT * FROM payments WHERE id = wanted.id OFFSET 0) p
      WHERE p.application_id = wanted.application_id AND p.environment = wanted.environment`,
  );
  const found = new Map(rows.map(({ place, ...row }) => [place, row]));
  return wanted.map((_, index) => found.get(index + 1));
}

/** Payments of any tenant by their ids. */
export function listPayments(db: Queryable, ids: string[]): Promise<PaymentRow[]> {
  return query<PaymentRow>(
    db,
    'payments_list',
    sql`SELECT ${paymentColumns} FROM payments WHERE id = ANY(${ids}::uuid[])`,
  );
}

/** The payment that holds a receipt of a shortcode, whichever tenant it belongs to. */
export async function findByReceipt(
  db: Queryable,
  by: { shortcode: string; environment: Environment; receipt: string },
): Promise<PaymentRow | undefined> {
  const [row] = await query<PaymentRow>(
    db,
    'payment_find_by_receipt',
    sql`
      SELECT ${paymentColumns} FROM payments
      WHERE shortcode = ${by.shortcode} AND environment = ${by.environment} AND provider_receipt = ${by.receipt}`,
  );
  return row;
}

/**
 * STK payments of a shortcode without a receipt that a confirmation may be about, the newest first:
 * pending ones, and successes that only a query has seen. They may belong to several applications,
 * because these may share a shortcode.
 */
export function listWithoutReceipt(
  db: Queryable,
  by: {
    environment: Environment;
    shortcode: string;
    amount: number;
    createdFrom: Date;
    createdTo: Date;
    limit: number;
  },
): Promise<PaymentRow[]> {
  const fits = sql`
    environment = ${by.environment} AND shortcode = ${by.shortcode} AND amount = ${by.amount} AND same_money_as IS NULL
      AND created_at BETWEEN ${by.createdFrom} AND ${by.createdTo}`;
  return query(
    db,
    'payments_without_receipt',
    sql`
      SELECT * FROM (
        SELECT ${paymentColumns} FROM payments WHERE source = 'stk' AND status = 'pending' AND ${fits}
        UNION ALL
        SELECT ${paymentColumns} FROM payments
        WHERE source = 'stk' AND status = 'success' AND provider_receipt IS NULL AND ${fits}) candidate
      ORDER BY "createdAt" DESC, id DESC LIMIT ${by.limit}`,
  );
}

/**
 * Successes that have waited long enough for a receipt, at most `limit`. A success with a stored callback that is not yet
 * applied keeps waiting, because that callback brings the receipt.
 */
export async function listAnnounceDue(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    'payments_announce_due',
    sql`
      SELECT id FROM payments
      WHERE announce_at <= ${now} AND NOT EXISTS (
        SELECT 1 FROM provider_callbacks callback
        WHERE callback.subject_id = payments.id AND callback.kind IN ('stk_callback', 'rail_notice') AND callback.state = 'received')
      ORDER BY announce_at LIMIT ${limit}`,
  );
  return rows.map((row) => row.id);
}

/** Whether a statement failed because another payment of the shortcode holds the receipt. */
export function isReceiptTaken(error: unknown): boolean {
  return breaksConstraint(error, 'payments_shortcode_environment_provider_receipt_key');
}
