import type { ReviewModel } from '@tillgate/db';
import type { TenantContext } from '../../kernel/context.ts';
import { exactKes } from '../../kernel/money.ts';
import { expirySeconds } from '../../payments/index.ts';
import { numberOf } from '../../rails/index.ts';
import type { SubjectState } from './next-steps.ts';

const payment = {
  id: true,
  source: true,
  status: true,
  amount: true,
  requestedAmount: true,
  exactAmount: true,
  phone: true,
  accountRef: true,
  shortcode: true,
  checkoutRequestId: true,
  providerReceipt: true,
  resultCode: true,
  resultDesc: true,
  settledBy: true,
  sameMoneyAs: true,
  createdAt: true,
  settledAt: true,
  lastQueriedAt: true,
  nextQueryAt: true,
} as const;

const disbursement = {
  id: true,
  kind: true,
  status: true,
  amount: true,
  phone: true,
  transactionId: true,
  paymentId: true,
  shortcode: true,
  originatorConversationId: true,
  conversationId: true,
  providerReceipt: true,
  resultCode: true,
  resultDesc: true,
  settledBy: true,
  createdAt: true,
  settledAt: true,
  nextInquiryAt: true,
} as const;

const inquiry = {
  id: true,
  kind: true,
  status: true,
  transactionId: true,
  resultCode: true,
  resultDesc: true,
  result: true,
  createdAt: true,
  endedAt: true,
} as const;

const callback = { id: true, kind: true, state: true, error: true, attempts: true, receivedAt: true } as const;

const refusedCallbacks = { id: true, address: true, count: true, firstAt: true, lastAt: true } as const;

const astrayCallback = { id: true, kind: true, state: true, receivedAt: true, receipt: true, amount: true } as const;

const statementLine = {
  id: true,
  statementId: true,
  shortcode: true,
  receipt: true,
  kind: true,
  completedAt: true,
  fileRow: true,
  paidInCents: true,
  withdrawnCents: true,
  balanceCents: true,
  details: true,
  lineType: true,
  otherParty: true,
  linkedReceipt: true,
  accountRef: true,
  paymentId: true,
  disbursementId: true,
} as const;

/** The subject of a review: the facts of its row, and the state that the next steps depend on. */
export type SubjectView = {
  /** Times are ISO 8601. */
  row: Record<string, unknown>;
  state: SubjectState;
  /** The keys of the search for confirmations of the same money; null without a search. */
  money: { shortcode: string; amount: number } | null;
  receipt: string | null;
  /** KES, with cents where it has any; null where it is not known. */
  amount: number | null;
};

type Subject = Pick<ReviewModel, 'subjectKind' | 'subjectId'>;

/** Reads the subject of a review within the tenant; undefined when it no longer exists. */
export async function readSubject(ctx: TenantContext, review: Subject & { detail: unknown }) {
  const { subjectKind, subjectId: id } = review;
  switch (subjectKind) {
    case 'payment':
      return paymentView(ctx, id);
    case 'disbursement':
      return disbursementView(ctx, id);
    case 'inquiry':
      return inquiryView(ctx, id);
    case 'callback':
      return callbackView(ctx, id, receiptIn(review.detail));
    case 'statement_line':
      return lineView(ctx, id);
    case 'refused_callbacks':
      return refusedView(ctx, id);
    case 'astray_callback':
      return astrayView(ctx, id);
  }
}

async function paymentView({ db, tenant, clock }: TenantContext, id: string): Promise<SubjectView | undefined> {
  const row = await db.prisma.payment.findFirst({ where: { id, ...tenant }, select: payment });
  if (!row) return undefined;
  const { status, source, shortcode, amount, providerReceipt: receipt } = row;
  const isOver = row.createdAt.getTime() + expirySeconds * 1000 <= clock.now().getTime();
  const isAskable = row.checkoutRequestId !== null && row.sameMoneyAs === null && !isOver;
  const isLinked = row.sameMoneyAs !== null;
  return {
    row: plain(row),
    state: { kind: 'payment', status, source, isAskable, hasReceipt: receipt !== null, isLinked },
    money: receipt === null ? { shortcode, amount } : null,
    receipt,
    amount: exactKes(row),
  };
}

async function disbursementView({ db, tenant }: TenantContext, id: string): Promise<SubjectView | undefined> {
  const row = await db.prisma.disbursement.findFirst({ where: { id, ...tenant }, select: disbursement });
  if (!row) return undefined;
  const isAskable = row.originatorConversationId !== null;
  const receipt = row.providerReceipt;
  return {
    row: plain(row),
    state: { kind: 'disbursement', status: row.status, isAskable, hasReceipt: receipt !== null },
    money: null,
    receipt,
    amount: row.amount,
  };
}

async function inquiryView({ db, tenant }: TenantContext, id: string): Promise<SubjectView | undefined> {
  const row = await db.prisma.inquiry.findFirst({ where: { id, ...tenant }, select: inquiry });
  if (!row) return undefined;
  return {
    row: plain(row),
    state: { kind: 'inquiry', status: row.status },
    money: null,
    receipt: row.transactionId,
    amount: null,
  };
}

async function lineView({ db, tenant }: TenantContext, id: string): Promise<SubjectView | undefined> {
  const row = await db.prisma.statementLine.findFirst({ where: { id, ...tenant }, select: statementLine });
  if (!row) return undefined;
  const { paidInCents, withdrawnCents, balanceCents, receipt, ...rest } = row;
  const cents = { paidInCents, withdrawnCents, balanceCents };
  const numbers = Object.entries(cents).map(([name, value]) => [name, value === null ? null : Number(value)]);
  return {
    row: plain({ ...rest, receipt, ...Object.fromEntries(numbers) }),
    state: { kind: 'statement_line', hasReceipt: true },
    money: null,
    receipt,
    amount: Number(paidInCents + withdrawnCents) / 100,
  };
}

async function refusedView({ db, tenant }: TenantContext, id: string): Promise<SubjectView | undefined> {
  const row = await db.prisma.refusedCallbacks.findFirst({ where: { id, ...tenant }, select: refusedCallbacks });
  if (!row) return undefined;
  return { row: plain(row), state: { kind: 'refused_callbacks' }, money: null, receipt: null, amount: null };
}

async function astrayView({ db, tenant }: TenantContext, id: string): Promise<SubjectView | undefined> {
  const row = await db.prisma.astrayCallback.findFirst({ where: { id, ...tenant }, select: astrayCallback });
  if (!row) return undefined;
  const { receipt } = row;
  const amount = row.amount === null ? null : Number(row.amount);
  return {
    row: plain({ ...row, amount }),
    state: { kind: 'astray_callback', hasReceipt: receipt !== null },
    money: null,
    receipt,
    amount,
  };
}

/** A callback has no tenant column, so the review decides the tenant. */
async function callbackView(
  { db }: TenantContext,
  id: string,
  receiptOfReview: string | null,
): Promise<SubjectView | undefined> {
  const row = await db.prisma.providerCallback.findUnique({ where: { id }, select: callback });
  if (!row) return undefined;
  const held = await db.prisma.heldConfirmation.findUnique({ where: { callbackId: id } });
  const receipt = held?.receipt ?? receiptOfReview;
  const { shortcode, amount, phone, payerPhone, reference, paidAt } = held ?? {};
  return {
    row: plain({ ...row, receipt, ...(held && { shortcode, amount, phone, payerPhone, reference, paidAt }) }),
    state: { kind: 'callback', state: row.state, isHeld: held !== null, hasReceipt: receipt !== null },
    money: held ? { shortcode: held.shortcode, amount: held.amount } : null,
    receipt,
    amount: held && exactKes(held),
  };
}

function receiptIn(detail: unknown): string | null {
  const isNamed = typeof detail === 'object' && detail !== null && 'receipt' in detail;
  return isNamed && typeof detail.receipt === 'string' ? detail.receipt : null;
}

/** A row for people: times in ISO 8601, and the number of its account. */
function plain(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (name === 'shortcode' && typeof value === 'string') return [name, numberOf(value)];
      return [name, value instanceof Date ? value.toISOString() : value];
    }),
  );
}
