import { type Environment, execute, type Queryable, query, sql } from '@tillgate/db';
import { paymentWindowSeconds } from '../inbox/index.ts';
import { readStatusOrNone } from '../inquiries/index.ts';
import type { Tenant } from '../kernel/context.ts';
import type { TransactionStatus } from '../ports/provider.ts';

/** A confirmation that waits for prompts to end. */
type HeldRow = Tenant & {
  callbackId: string;
  registrationId: string;
  /** The shortcode that its payments are stored under. */
  shortcode: string;
  /** Whole KES. */
  amount: number;
  /** Decimal text when the amount was not whole. */
  exactAmount: string | null;
  receipt: string;
  phone: string;
  /** From the confirmation, or from the provider's answer about it. */
  payerName: string | null;
  reference: string;
  paidAt: Date;
  heldAt: Date;
};

const paymentWindow = sql`make_interval(secs => ${paymentWindowSeconds})`;

/** Stores a held confirmation, so that others can be compared with it. */
export async function hold(db: Queryable, row: HeldRow): Promise<void> {
  await execute(
    db,
    'confirmation_hold',
    sql`
      INSERT INTO held_confirmations (callback_id, registration_id, application_id, environment, shortcode, amount,
        exact_amount, receipt, phone, payer_name, reference, paid_at, held_at)
      SELECT c.id, ${row.registrationId}::uuid, ${row.applicationId}::uuid, ${row.environment}::"Environment",
        ${row.shortcode}, ${row.amount}::int, ${row.exactAmount}::text, ${row.receipt}, ${row.phone},
        ${row.payerName}::text, ${row.reference},
        ${row.paidAt}::timestamptz, ${row.heldAt}::timestamptz
      FROM provider_callbacks c WHERE c.id = ${row.callbackId}::uuid AND c.retry_at IS NOT NULL
      ON CONFLICT (callback_id) DO NOTHING`,
  );
}

/** Deletes a held confirmation that is decided. */
export async function letGo(db: Queryable, callbackId: string): Promise<void> {
  await execute(db, 'confirmation_let_go', sql`DELETE FROM held_confirmations WHERE callback_id = ${callbackId}`);
}

/** The held confirmation of a callback that is still open. */
export async function findHeld(db: Queryable, callbackId: string): Promise<HeldRow | undefined> {
  const [row] = await query<HeldRow>(
    db,
    'confirmation_find_held',
    sql`
      SELECT h.callback_id AS "callbackId", h.registration_id AS "registrationId", h.application_id AS "applicationId",
        h.environment, h.shortcode, h.amount, h.exact_amount AS "exactAmount", h.receipt, h.phone,
        h.payer_name AS "payerName", h.reference, h.paid_at AS "paidAt",
        h.held_at AS "heldAt"
      FROM held_confirmations h JOIN provider_callbacks c ON c.id = h.callback_id AND c.retry_at IS NOT NULL
      WHERE h.callback_id = ${callbackId}`,
  );
  return row;
}

type HeldNeighbour = Pick<HeldRow, 'callbackId' | 'phone' | 'payerName' | 'reference'> & { payerPhone: string | null };

/** The rows that may compete with a confirmation. */
export type Neighbourhood = {
  /** The held confirmations of the same shortcode and amount that could be about a prompt of `since` to `until`. */
  held: HeldNeighbour[];
  hasSameAmount: boolean;
  hasUnread: boolean;
  inquiry: 'none' | 'pending' | 'answered' | 'failed';
  /** How often the provider was asked about the receipt. */
  inquiryCount: number;
  /** When the last inquiry ended. */
  inquiryEndedAt: Date | null;
  /** The stored answer of the last inquiry; null also when it cannot be read: a person then decides. */
  answer: TransactionStatus | null;
};

/**
 * Reads the rows around a confirmation: other held ones, offline payments of the same amount, unprocessed callbacks, and
 * the inquiry.
 * @param by `promptIds`: the prompts that it may be about; `since` and `until`: when such prompts were made
 */
export async function readNeighbourhood(
  db: Queryable,
  by: {
    callbackId: string;
    environment: Environment;
    shortcode: string;
    amount: number;
    since: Date;
    until: Date;
    promptIds: string[];
  },
): Promise<Neighbourhood> {
  const shortcodeRows = sql`environment = ${by.environment}::"Environment" AND shortcode = ${by.shortcode}`;
  const rows = await query<Omit<Neighbourhood, 'answer'> & { answer: unknown }>(
    db,
    'confirmation_neighbourhood',
    sql`
      SELECT
        coalesce((SELECT json_agg(json_build_object('callbackId', h.callback_id, 'phone', h.phone, 'reference', h.reference,
            'payerPhone', h.payer_phone, 'payerName', h.payer_name))
          FROM held_confirmations h JOIN provider_callbacks c ON c.id = h.callback_id AND c.retry_at IS NOT NULL
          WHERE h.environment = ${by.environment}::"Environment" AND h.shortcode = ${by.shortcode} AND h.amount = ${by.amount}
            AND c.received_at >= ${by.since}::timestamptz AND h.paid_at <= ${by.until}::timestamptz + ${paymentWindow}),
          '[]') AS held,
        EXISTS (SELECT 1 FROM payments p WHERE ${shortcodeRows} AND p.source = 'c2b' AND p.amount = ${by.amount}
          AND p.settled_at >= ${by.since}::timestamptz) AS "hasSameAmount",
        (EXISTS (SELECT 1 FROM provider_callbacks c JOIN c2b_registrations r ON r.id = c.subject_id
            WHERE c.retry_at IS NOT NULL AND c.attempts = 0 AND c.kind = 'c2b_confirmation'
              AND c.id <> ${by.callbackId}::uuid AND ${shortcodeRows})
          OR EXISTS (SELECT 1 FROM provider_callbacks c
            WHERE c.retry_at IS NOT NULL AND c.kind = 'stk_callback' AND c.subject_id = ANY(${by.promptIds}::uuid[])))
          AS "hasUnread",
        coalesce(q.status::text, 'none') AS inquiry, q.result AS answer, q.ended_at AS "inquiryEndedAt",
        (SELECT count(*)::int FROM inquiries i WHERE i.callback_id = ${by.callbackId}::uuid) AS "inquiryCount"
      FROM (VALUES (1)) one LEFT JOIN LATERAL (
        SELECT i.status, i.result, i.ended_at FROM inquiries i WHERE i.callback_id = ${by.callbackId}::uuid
        ORDER BY i.created_at DESC, i.id DESC LIMIT 1) q ON true`,
  );
  const [row] = rows;
  if (!row) throw new Error('The statement returned no row.');
  return { ...row, answer: readStatusOrNone(row.answer) };
}

/** Whether an inquiry about the receipt of a confirmation is unanswered. */
export async function hasOpenInquiry(db: Queryable, callbackId: string): Promise<boolean> {
  const rows = await query(
    db,
    'confirmation_open_inquiry',
    sql`SELECT 1 FROM inquiries WHERE callback_id = ${callbackId} AND status = 'pending'`,
  );
  return rows.length > 0;
}

/** Stores the payer's number and name that the provider reported, and makes the confirmation due. */
export async function recordPayer(
  db: Queryable,
  callbackId: string,
  payer: { phone: string | null; name: string | null },
  at: Date,
): Promise<void> {
  await execute(
    db,
    'confirmation_record_payer',
    sql`
      WITH recorded AS (
        UPDATE held_confirmations SET payer_phone = coalesce(${payer.phone}, payer_phone),
          payer_name = coalesce(payer_name, ${payer.name})
        WHERE callback_id = ${callbackId})
      UPDATE provider_callbacks SET retry_at = ${at}::timestamptz WHERE id = ${callbackId} AND retry_at IS NOT NULL`,
  );
}
