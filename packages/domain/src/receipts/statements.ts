import { type Environment, execute, type LinkLanguage, type Queryable, query, sql } from '@tillgate/db';
import type { Tenant } from '../kernel/context.ts';

/** A receipt as the view shows it. */
export type PublicReceiptRow = {
  environment: Environment;
  merchantName: string;
  /** What was paid, KES. */
  amount: number;
  exactAmount: string | null;
  /** Whole KES that went back to the payer. */
  refunded: number;
  providerReceipt: string | null;
  /** The number that the money went to. */
  shortcode: string;
  paidAt: Date;
  /** Null, as all that follows, where it is not known or was erased. */
  reference: string | null;
  maskedPhone: string | null;
  title: string | null;
  answers: unknown;
  fields: unknown;
  language: LinkLanguage;
};

export async function findPublicReceipt(db: Queryable, tokenHash: string): Promise<PublicReceiptRow | undefined> {
  const [row] = await query<PublicReceiptRow>(
    db,
    'public_receipt',
    sql`
      SELECT environment, merchant_name AS "merchantName", amount, exact_amount AS "exactAmount", refunded,
        provider_receipt AS "providerReceipt", shortcode, paid_at AS "paidAt", account_ref AS "reference",
        masked_phone AS "maskedPhone", title, answers, fields, language
      FROM public_receipts WHERE token_hash = ${tokenHash}`,
  );
  return row;
}

export type NewReceipt = { paymentId: string; tokenHash: string; at: Date };

/** Gives a success of a tenant an address. One that has one keeps it, unless the installation changed its key. */
export async function storeReceipt(
  db: Queryable,
  { applicationId, environment }: Tenant,
  { paymentId, tokenHash, at }: NewReceipt,
): Promise<boolean> {
  const written = await execute(
    db,
    'receipt_store',
    sql`
      INSERT INTO payment_receipts (payment_id, application_id, environment, token_hash, created_at)
      SELECT id, application_id, environment, ${tokenHash}, ${at}::timestamptz FROM payments
      WHERE id = ${paymentId}::uuid AND application_id = ${applicationId}::uuid
        AND environment = ${environment}::"Environment" AND status = 'success'
      ON CONFLICT (payment_id) DO UPDATE SET token_hash = ${tokenHash}`,
  );
  return written === 1;
}
