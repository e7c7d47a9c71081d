import { type PaymentStatus, query, sql } from '@tillgate/db';
import { z } from 'zod';
import { requireEither } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { invalidInput, issue } from '../../kernel/input.ts';
import { readAnswers } from '../../links/index.ts';
import { type Cursor, readRows, type Slice } from '../keyset.ts';
import { readingIssues } from '../refusals.ts';
import { restPage } from '../rest-page.ts';
import { demandLink } from './get-link.ts';

/** Query of GET /payment-links/{id}/payments. */
export const listLinkPaymentsSchema = z.object(restPage('payments', readingIssues.paymentId));
type ListInput = z.output<typeof listLinkPaymentsSchema>;

/** A payment on a link. Times are ISO 8601. */
export type LinkPaymentView = {
  paymentId: string;
  status: PaymentStatus;
  /** Whole KES. */
  amount: number;
  /** 254XXXXXXXXX; of an offline payment as the provider sends it. */
  phone: string | null;
  accountRef: string;
  providerReceipt: string | null;
  payerName: string | null;
  /** What the payer answered, by the names of the link's fields. Null for an offline payment. */
  answers: Record<string, string> | null;
  createdAt: string;
  settledAt: string | null;
};

type Row = Omit<LinkPaymentView, 'paymentId' | 'answers' | 'createdAt' | 'settledAt'> & {
  id: string;
  answers: unknown;
  /** When somebody tried to pay, or when the offline payment was credited. */
  createdAt: Date;
  paidAt: Date;
  settledAt: Date | null;
};

/** The payments of a link: those that were tried on its page, and those with its reference that were paid offline. */
const rowsOfLink =
  (linkId: string) =>
  ({ range, order, limit }: Slice) =>
    sql`
    SELECT * FROM (
      (SELECT * FROM (
        SELECT payment_id AS id, created_at, answers FROM link_attempts
        WHERE link_id = ${linkId}::uuid AND payment_id IS NOT NULL) tried
      WHERE ${range} ${order} LIMIT ${limit})
      UNION ALL
      (SELECT * FROM (
        SELECT payment_id AS id, credited_at AS created_at, NULL::json AS answers FROM link_credits
        WHERE link_id = ${linkId}::uuid AND attempt_id IS NULL) offline
      WHERE ${range} ${order} LIMIT ${limit})) both_ways ${order} LIMIT ${limit}`;

/**
 * What was paid and tried on a link, newest first, a page at a time.
 * @throws DomainError forbidden (scope, role), not_found, invalid_input when `before` is no payment of the link
 */
export async function listLinkPayments(
  ctx: TenantContext,
  { linkId, limit, before }: ListInput & { linkId: string },
): Promise<{ payments: LinkPaymentView[]; next: string | null }> {
  requireEither(ctx, 'read', 'links.read');
  const link = await demandLink(ctx, linkId);
  const after = before === undefined ? undefined : await placeOf(ctx, link.id, before);
  if (before !== undefined && !after) throw invalidInput(issue('before', readingIssues.paymentElsewhere));
  const { rows, hasMore } = await readRows<Row>(
    ctx.db,
    {
      rows: rowsOfLink(link.id),
      idType: 'uuid',
      columns: sql`
        r.id, r.created_at AS "createdAt", r.answers, p.status, p.amount, p.phone, p.account_ref AS "accountRef",
        p.provider_receipt AS "providerReceipt", p.payer_name AS "payerName", p.created_at AS "paidAt",
        p.settled_at AS "settledAt"`,
      joins: sql`JOIN payments p ON p.id = r.id`,
      conditions: [],
    },
    { limit, ...(after && { before: after }) },
  );
  const payments = rows.map(({ id, answers, createdAt: _, paidAt, settledAt, ...payment }) => ({
    paymentId: id,
    ...payment,
    answers: answers === null ? null : readAnswers(answers),
    createdAt: paidAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  }));
  return { payments, next: hasMore ? (payments.at(-1)?.paymentId ?? null) : null };
}

async function placeOf(ctx: TenantContext, linkId: string, paymentId: string): Promise<Cursor | undefined> {
  const [place] = await query<Cursor>(
    ctx.db.pool,
    'link_payment_place',
    sql`
      SELECT created_at AS at, payment_id AS id FROM link_attempts
      WHERE link_id = ${linkId}::uuid AND payment_id = ${paymentId}::uuid
      UNION ALL
      SELECT credited_at, payment_id FROM link_credits
      WHERE link_id = ${linkId}::uuid AND payment_id = ${paymentId}::uuid AND attempt_id IS NULL LIMIT 1`,
  );
  return place;
}
