import { type AttemptState, type PaymentStatus, type SettledBy, sql } from '@tillgate/db';
import { z } from 'zod';
import { type Category, wireCode } from '../../catalogue/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import { type AttemptRefusal, attemptRefusals, linkIdSchema, readAnswers } from '../../links/index.ts';
import { reasonOf } from '../../payments/index.ts';
import { type Page, type PageQuery, pageInput, readPage, type Slice } from '../keyset.ts';
import { maskPhonesIn } from '../masked-text.ts';
import { shortPhone } from '../payments/index.ts';
import { demandLink } from './get-link.ts';

export const browseLinkAttemptsSchema = z.object({
  ...linkIdSchema.shape,
  limit: pageInput.limit,
  before: pageInput.before,
  after: pageInput.after,
});
export type BrowseLinkAttemptsInput = z.input<typeof browseLinkAttemptsSchema>;

/** A try to pay on a link, or a payment from the M-PESA menu that counts towards it. Amounts are whole KES. */
export type LinkAttemptRow = {
  id: string;
  /** `offline`: paid from the menu, without the page. Others as in the room of links. */
  state: AttemptState | 'offline';
  /** Masked; null when the provider did not report it. */
  phone: string | null;
  amount: number;
  /** What the payer answered, by the names of the link's fields. Phone numbers in it are masked. */
  answers: Record<string, string>;
  /** Why no prompt was sent; null for other states, and for a reason of another version. */
  refusal: AttemptRefusal | null;
  /** When another try makes sense. */
  retryAt: Date | null;
  createdAt: Date;
  payment: LinkPaymentFacts | null;
  /** Only of failures. */
  reason: { code: number | string; title: string; category: Category } | null;
};

type LinkPaymentFacts = {
  paymentId: string;
  status: PaymentStatus;
  payerName: string | null;
  accountRef: string;
  providerReceipt: string | null;
  settledAt: Date | null;
  /** It counts towards the link, and did not go back. */
  isCounted: boolean;
};

export type StoredAttempt = Omit<LinkAttemptRow, 'answers' | 'refusal' | 'payment' | 'reason'> & {
  answers: unknown;
  refusal: string | null;
  paymentId: string | null;
  status: PaymentStatus | null;
  payerName: string | null;
  accountRef: string | null;
  providerReceipt: string | null;
  settledAt: Date | null;
  resultCode: string | null;
  resultDesc: string | null;
  settledBy: SettledBy | null;
  isCounted: boolean;
};

/** Tries on the page of a link, and payments with its reference that were made without the page. */
const rowsOfLink =
  (linkId: string) =>
  ({ range, order, limit }: Slice) =>
    sql`
    SELECT * FROM (
      (SELECT id, created_at, state::text AS state, payment_id, phone, amount, answers, refusal, retry_at
        FROM link_attempts WHERE link_id = ${linkId}::uuid AND ${range} ${order} LIMIT ${limit})
      UNION ALL
      (SELECT * FROM (
        SELECT payment_id AS id, credited_at AS created_at, 'offline' AS state, payment_id, NULL AS phone, amount,
          '{}'::json AS answers, NULL AS refusal, NULL::timestamptz AS retry_at
        FROM link_credits WHERE link_id = ${linkId}::uuid AND attempt_id IS NULL) offline
      WHERE ${range} ${order} LIMIT ${limit})) both_ways ${order} LIMIT ${limit}`;

/**
 * What people tried on a link, and what became of it, newest first, a page at a time.
 * @throws DomainError forbidden, not_found, invalid_input
 */
export async function browseLinkAttempts(
  ctx: TenantContext,
  input: BrowseLinkAttemptsInput,
): Promise<Page<LinkAttemptRow>> {
  requirePermission(ctx, 'links.read');
  const { linkId, ...place } = parseInput(browseLinkAttemptsSchema, input);
  const link = await demandLink(ctx, linkId);
  const page = await readPage<StoredAttempt>(ctx.db, attemptsOf(link.id), place);
  return { ...page, rows: page.rows.map(viewOf) };
}

/** What was tried and paid on a link. It does not check whose it is: see `demandLink`. */
export function attemptsOf(linkId: string): PageQuery {
  return {
    rows: rowsOfLink(linkId),
    idType: 'uuid',
    columns: sql`
      r.id, r.state, r.created_at AS "createdAt", coalesce(r.phone, p.phone) AS phone, r.amount, r.answers, r.refusal,
      r.retry_at AS "retryAt", r.payment_id AS "paymentId", p.status, p.payer_name AS "payerName",
      p.account_ref AS "accountRef", p.provider_receipt AS "providerReceipt", p.settled_at AS "settledAt",
      p.result_code AS "resultCode", p.result_desc AS "resultDesc", p.settled_by AS "settledBy",
      EXISTS (SELECT 1 FROM link_credits c WHERE c.payment_id = r.payment_id AND c.link_id = ${linkId}::uuid
        AND c.reversed_amount < c.amount) AS "isCounted"`,
    joins: sql`LEFT JOIN payments p ON p.id = r.payment_id`,
    conditions: [],
  };
}

/** Null for other states, and for a reason of another version. */
export function refusalOf({ refusal }: StoredAttempt): AttemptRefusal | null {
  return attemptRefusals.find((known) => known === refusal) ?? null;
}

/** Why its payment failed; null without a failure. */
export function failureOf(row: StoredAttempt): ReturnType<typeof reasonOf> {
  return row.status === 'failed' ? reasonOf(row) : null;
}

function viewOf(row: StoredAttempt): LinkAttemptRow {
  const { id, state, phone, amount, retryAt, createdAt, paymentId, status, accountRef } = row;
  const decoded = failureOf(row);
  const { payerName, providerReceipt, settledAt, isCounted } = row;
  return {
    ...{ id, state, amount, retryAt, createdAt },
    phone: shortPhone(phone),
    answers: Object.fromEntries(
      Object.entries(readAnswers(row.answers)).map(([name, text]) => [name, maskPhonesIn(text)]),
    ),
    refusal: refusalOf(row),
    payment:
      paymentId === null || status === null || accountRef === null
        ? null
        : {
            ...{ paymentId, status, accountRef, providerReceipt, settledAt, isCounted },
            payerName: payerName && maskPhonesIn(payerName),
          },
    reason: decoded && { code: wireCode(String(decoded.code)), title: decoded.title, category: decoded.category },
  };
}
