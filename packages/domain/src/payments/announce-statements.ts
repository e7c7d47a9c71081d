import { execute, only, type Queryable, query, sql } from '@tillgate/db';
import { type Audit, insertAudit } from '../audit/index.ts';
import { lockOpen, markApplied, wakeHeld } from '../inbox/index.ts';
import { type FrozenEvent, freezeEvent } from '../outbox/index.ts';

/**
 * Adds the receipt, amount and name that a query could not report. Fills only empty columns.
 * @param callbackId the open callback that this ends in the same commit
 * @returns whether a receipt was missing and the callback was open
 */
export async function storeReceipt(
  db: Queryable,
  payment: {
    id: string;
    amount: number | null;
    exactAmount: string | null;
    providerReceipt: string;
    payerName: string | null;
    resultDesc: string;
  },
  audit: Audit | null,
  callbackId: string | null,
  now: Date,
): Promise<boolean> {
  const rows = await query<{ enriched: boolean }>(
    db,
    'payment_enrich',
    sql`
      WITH open AS (${lockOpen(callbackId)}),
      enriched AS (
        UPDATE payments SET provider_receipt = ${payment.providerReceipt}, amount = coalesce(${payment.amount}, amount),
          exact_amount = coalesce(${payment.exactAmount}, exact_amount),
          payer_name = coalesce(payer_name, ${payment.payerName}),
          result_desc = ${payment.resultDesc}
        WHERE id = ${payment.id} AND status = 'success' AND provider_receipt IS NULL AND same_money_as IS NULL
          AND (${callbackId}::uuid IS NULL OR EXISTS (SELECT 1 FROM open))
        RETURNING id, application_id, environment, shortcode, amount, created_at),
      audited AS (${insertAudit(sql`enriched`, audit, now)}),
      woken AS (${wakeHeld(sql`enriched`, now)}),
      applied AS (${markApplied(callbackId, sql`enriched`, now)})
      SELECT EXISTS (SELECT 1 FROM enriched) AS enriched`,
  );
  return only(rows).enriched;
}

/**
 * Queues the webhooks of a success that waited for its receipt, once, if the row still equals `payment`.
 * @returns false when the payment has changed or was announced meanwhile
 */
export async function storeAnnouncement(
  db: Queryable,
  payment: { id: string; amount: number; providerReceipt: string | null },
  event: FrozenEvent,
  now: Date,
): Promise<boolean> {
  const rows = await query<{ id: string }>(
    db,
    'payment_announce',
    sql`
      WITH announced AS (
        UPDATE payments SET announce_at = NULL
        WHERE id = ${payment.id} AND announce_at IS NOT NULL AND amount = ${payment.amount}
          AND provider_receipt IS NOT DISTINCT FROM ${payment.providerReceipt}
        RETURNING id, application_id, environment),
      ${freezeEvent(sql`announced`, event, now)}
      SELECT id FROM announced`,
  );
  return rows.length === 1;
}

/** Adds the name of the payer, where none is known. */
export async function storePayerName(db: Queryable, row: { id: string; payerName: string }): Promise<boolean> {
  const written = await execute(
    db,
    'payment_name',
    sql`UPDATE payments SET payer_name = ${row.payerName} WHERE id = ${row.id} AND payer_name IS NULL`,
  );
  return written === 1;
}
