import { type Prisma, query, raw, sql } from '@tillgate/db';
import type { TenantContext } from '../../context.ts';
import { ofTenant } from '../keyset.ts';
import { shortPhone } from '../payments/payment-row.ts';
import type { Finder, Hit } from './search-anything.ts';

const perQuestionMax = 5;
/** Sorts after every text that has the same prefix. */
const lastCharacter = '\u{10ffff}';

const paymentColumns = {
  id: true,
  status: true,
  amount: true,
  phone: true,
  accountRef: true,
  providerReceipt: true,
  createdAt: true,
} as const;

/** Payments by id, receipt, an id of the provider's, phone and account reference, the best match first. */
export const findPayments: Finder = async (ctx, { id, receipt, token, phone, reference }) => {
  const { prisma } = ctx.db;
  const ask = (where: Prisma.PaymentWhereInput) =>
    prisma.payment.findMany({
      where: { ...ctx.tenant, ...where },
      orderBy: { createdAt: 'desc' },
      take: perQuestionMax,
      select: paymentColumns,
    });
  const questions = [
    id !== undefined && ask({ id }),
    receipt !== undefined && ask({ providerReceipt: receipt }),
    token !== undefined && ask({ checkoutRequestId: token }),
    token !== undefined && ask({ merchantRequestId: token }),
    phone !== undefined && ask({ phone }),
    reference !== undefined && ask({ accountRef: reference }),
    reference !== undefined && findByPrefix(ctx, reference),
  ];
  const found = await Promise.all(questions.filter((question) => question !== false));
  return found.flat().map(
    (row): Hit => ({
      kind: 'payment',
      id: row.id,
      title: row.providerReceipt ?? row.accountRef,
      detail: [shortPhone(row.phone), row.accountRef].filter(Boolean).join(' · '),
      status: row.status,
      amount: row.amount,
      at: row.createdAt.toISOString(),
    }),
  );
};

type PaymentRow = {
  id: string;
  status: string;
  amount: number;
  phone: string | null;
  accountRef: string;
  providerReceipt: string | null;
  createdAt: Date;
};

/** Reads in the order of the index on references, so it stops after a few rows however many have the prefix. */
function findByPrefix(ctx: TenantContext, reference: string): Promise<PaymentRow[]> {
  return query<PaymentRow>(
    ctx.db.pool,
    'search_payments_by_prefix',
    sql`
      SELECT id, status, amount, phone, account_ref AS "accountRef", provider_receipt AS "providerReceipt",
        created_at AS "createdAt"
      FROM payments
      WHERE ${ofTenant(ctx.tenant)} AND account_ref > ${reference} AND account_ref < ${reference + lastCharacter}
        AND starts_with(account_ref, ${reference})
      ORDER BY account_ref, created_at DESC LIMIT ${raw(String(perQuestionMax))}`,
  );
}

/** Payouts and reversals by id, either receipt, an id of the provider's, and phone. */
export const findDisbursements: Finder = async (ctx, { id, receipt, token, phone }) => {
  const ask = (where: Prisma.DisbursementWhereInput) =>
    ctx.db.prisma.disbursement.findMany({
      where: { ...ctx.tenant, ...where },
      orderBy: { createdAt: 'desc' },
      take: perQuestionMax,
    });
  const questions = [
    id !== undefined && ask({ id }),
    receipt !== undefined && ask({ providerReceipt: receipt }),
    receipt !== undefined && ask({ transactionId: receipt }),
    token !== undefined && ask({ conversationId: token }),
    token !== undefined && ask({ originatorConversationId: token }),
    phone !== undefined && ask({ phone }),
  ];
  const found = await Promise.all(questions.filter((question) => question !== false));
  return found.flat().map(
    (row): Hit => ({
      kind: 'disbursement',
      id: row.id,
      title: row.providerReceipt ?? row.transactionId ?? row.remarks,
      detail: [row.kind, shortPhone(row.phone)].filter(Boolean).join(' · '),
      status: row.status,
      amount: row.amount,
      at: row.createdAt.toISOString(),
    }),
  );
};

/** Inquiries by id and by the provider's ids, without those of sweeps. */
export const findInquiries: Finder = async (ctx, { id, token }) => {
  const ask = (where: Prisma.InquiryWhereInput) =>
    ctx.db.prisma.inquiry.findMany({
      where: { ...ctx.tenant, disbursementId: null, callbackId: null, ...where },
      orderBy: { createdAt: 'desc' },
      take: perQuestionMax,
    });
  const questions = [
    id !== undefined && ask({ id }),
    token !== undefined && ask({ conversationId: token }),
    token !== undefined && ask({ originatorConversationId: token }),
  ];
  const found = await Promise.all(questions.filter((question) => question !== false));
  return found.flat().map(
    (row): Hit => ({
      kind: 'inquiry',
      id: row.id,
      title: row.transactionId ?? row.kind,
      detail: row.kind,
      status: row.status,
      amount: null,
      at: row.createdAt.toISOString(),
    }),
  );
};
