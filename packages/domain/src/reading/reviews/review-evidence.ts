import type { Prisma, ReviewModel } from '@tillgate/db';
import type { TenantContext } from '../../kernel/context.ts';
import { hourMs } from '../../kernel/time.ts';
import { reasonInWords } from '../../reviews/index.ts';
import { shownBody } from '../shown-body.ts';
import type { SubjectView } from './review-subject.ts';

/** How many records of each kind are shown with a review. */
const recordsMax = 20;
/** Confirmations and prompts this far apart may be the same money. */
const sameMoneyHours = 72;

type Subject = Pick<ReviewModel, 'id' | 'subjectKind' | 'subjectId' | 'detail'>;

/** The provider's callbacks about the subject, as unchanged text of bounded size. */
export async function readCallbacks({ db }: TenantContext, { subjectKind, subjectId }: Subject, inquiryIds: string[]) {
  const ids = subjectKind === 'callback' ? { id: subjectId } : { subjectId: { in: [subjectId, ...inquiryIds] } };
  const rows = await db.prisma.providerCallback.findMany({
    where: ids,
    orderBy: [{ receivedAt: 'asc' }, { id: 'asc' }],
    take: recordsMax,
    select: { id: true, kind: true, state: true, body: true, remoteIp: true, error: true, receivedAt: true },
  });
  return rows.map(({ id: callbackId, body, receivedAt, ...row }) => ({
    callbackId,
    ...row,
    ...shownBody(body),
    receivedAt: receivedAt.toISOString(),
  }));
}

/** Inquiries about the subject or its receipt, and their answers. */
export async function readInquiries({ db, tenant }: TenantContext, subject: Subject, receipt: string | null) {
  const { subjectKind, subjectId } = subject;
  const about: Prisma.InquiryWhereInput[] = [
    ...(subjectKind === 'disbursement' ? [{ disbursementId: subjectId }] : []),
    ...(subjectKind === 'callback' ? [{ callbackId: subjectId }] : []),
    ...(receipt === null ? [] : [{ transactionId: receipt }]),
  ];
  if (about.length === 0) return [];
  const rows = await db.prisma.inquiry.findMany({
    where: { ...tenant, OR: about },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: recordsMax,
    select: {
      id: true,
      status: true,
      transactionId: true,
      resultCode: true,
      resultDesc: true,
      result: true,
      createdAt: true,
      endedAt: true,
    },
  });
  return rows.map(({ id: queryId, result, createdAt, endedAt, ...row }) => ({
    queryId,
    ...row,
    result: result as Record<string, unknown> | null,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }));
}

/** The subject's webhook events. */
export async function readEvents({ db, tenant }: TenantContext, { subjectId }: Subject) {
  const rows = await db.prisma.webhookEvent.findMany({
    where: { subjectId, ...tenant },
    orderBy: [{ createdAt: 'asc' }],
    take: recordsMax,
    select: { id: true, type: true, createdAt: true },
  });
  return rows.map(({ id: eventId, type, createdAt }) => ({ eventId, type, createdAt: createdAt.toISOString() }));
}

/** The other open reviews of the subject. */
export async function readOthers({ db, tenant }: TenantContext, { id, subjectKind, subjectId }: Subject) {
  const rows = await db.prisma.review.findMany({
    where: { ...tenant, subjectKind, subjectId, status: 'open', NOT: { id } },
    orderBy: { openedAt: 'asc' },
    take: recordsMax,
  });
  return rows.map((row) => ({
    reviewId: row.id,
    reason: row.reason,
    words: reasonInWords(row),
    openedAt: row.openedAt.toISOString(),
  }));
}

/** Held confirmations that could be the money of the subject. */
export async function readHeld(ctx: TenantContext, { subjectKind, subjectId }: Subject, { money }: SubjectView) {
  if (money === null && subjectKind !== 'callback') return [];
  const rows = await ctx.db.prisma.heldConfirmation.findMany({
    where: subjectKind === 'callback' ? { callbackId: subjectId } : { ...ctx.tenant, ...money },
    orderBy: { paidAt: 'desc' },
    take: recordsMax,
  });
  return rows.map(({ callbackId, receipt, amount, phone, payerPhone, reference, paidAt }) => ({
    callbackId,
    receipt,
    amount,
    phone,
    payerPhone,
    reference,
    paidAt: paidAt.toISOString(),
  }));
}

const candidate = {
  id: true,
  source: true,
  status: true,
  amount: true,
  phone: true,
  accountRef: true,
  providerReceipt: true,
  createdAt: true,
} as const;

/** Payments that could belong to the subject: the prompts of a confirmation, or payments with the same money. */
export async function readCandidates(ctx: TenantContext, subject: Subject, { money, row }: SubjectView) {
  const { detail, subjectId } = subject;
  const named = [...idsIn(detail), ...(typeof row.sameMoneyAs === 'string' ? [row.sameMoneyAs] : [])];
  const at = new Date(String(row.paidAt ?? row.createdAt ?? row.receivedAt));
  const around = {
    gte: new Date(at.getTime() - sameMoneyHours * hourMs),
    lte: new Date(at.getTime() + sameMoneyHours * hourMs),
  };
  const near: Prisma.PaymentWhereInput[] =
    money === null
      ? []
      : subject.subjectKind === 'callback'
        ? [{ ...money, source: 'stk', providerReceipt: null, createdAt: around }]
        : [{ ...money, source: 'c2b', createdAt: around }];
  if (near.length === 0 && named.length === 0) return [];
  const rows = await ctx.db.prisma.payment.findMany({
    where: { ...ctx.tenant, NOT: { id: subjectId }, OR: [{ id: { in: named } }, ...near] },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: recordsMax,
    select: candidate,
  });
  return rows.map(({ id: paymentId, createdAt, ...payment }) => ({
    paymentId,
    ...payment,
    createdAt: createdAt.toISOString(),
    /** The review or the subject names this payment. */
    isNamed: named.includes(paymentId),
  }));
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The payments that the facts of a review name. */
function idsIn(detail: unknown): string[] {
  if (typeof detail !== 'object' || detail === null) return [];
  return Object.values(detail)
    .flat()
    .filter((value): value is string => typeof value === 'string' && uuid.test(value))
    .slice(0, recordsMax);
}
