import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { may } from '../../organizations/index.ts';
import { getOwnReview, reasonInWords, reasonSentence } from '../../reviews/index.ts';
import { describeActors, withoutEmail } from '../actors.ts';
import { nextStepsOf } from './next-steps.ts';
import * as evidence from './review-evidence.ts';
import { readSubject } from './review-subject.ts';

const notesMax = 100;
const membersMax = 200;

export type ReviewDetail = Awaited<ReturnType<typeof getReview>>;

/**
 * A review with its evidence, the notes of people and the safe next steps. Phones are shown in full, as on payment pages.
 * Without secrets and callback tokens.
 * @throws DomainError not_found, also for a review of another tenant and an invalid id
 */
export async function getReview(ctx: TenantContext, { reviewId }: { reviewId: string }) {
  requirePermission(ctx, 'reviews.read');
  const review = await getOwnReview(ctx, reviewId);
  const [subject, notes, others, events, order] = await Promise.all([
    readSubject(ctx, review),
    readNotes(ctx, review.id),
    evidence.readOthers(ctx, review),
    evidence.readEvents(ctx, review),
    readOrder(ctx, review.subjectId),
  ]);
  const inquiries = await evidence.readInquiries(ctx, review, subject?.receipt ?? null);
  const inquiryIds = inquiries.map(({ queryId }) => queryId);
  const [callbacks, held, candidates] = await Promise.all([
    evidence.readCallbacks(ctx, review, inquiryIds),
    subject ? evidence.readHeld(ctx, review, subject) : [],
    subject ? evidence.readCandidates(ctx, review, subject) : [],
  ]);
  const words = reasonInWords(review);
  const describe = await describeActors(ctx.db.prisma, ctx.tenant.applicationId, [
    review.closedBy,
    review.assignedTo && `user:${review.assignedTo}`,
    ...notes.map(({ actor }) => actor),
  ]);
  const nameOf = (actor: string | null) => (actor === null ? null : withoutEmail(describe(actor)));
  return {
    review: {
      reviewId: review.id,
      subjectKind: review.subjectKind,
      subjectId: review.subjectId,
      reason: review.reason,
      words,
      /** In English. */
      sentence: reasonSentence(words),
      detail: review.detail as Record<string, unknown>,
      status: review.status,
      openedAt: review.openedAt.toISOString(),
      assignedTo: nameOf(review.assignedTo && `user:${review.assignedTo}`),
      closedAt: review.closedAt?.toISOString() ?? null,
      closedBy: nameOf(review.closedBy),
      closingNote: review.closingNote,
    },
    /** Null when the row no longer exists. */
    subject: subject
      ? { ...subject.row, state: subject.state, receipt: subject.receipt, amount: subject.amount }
      : null,
    steps: subject
      ? nextStepsOf({ reason: review.reason, isOpen: review.status === 'open' }, subject.state)
      : review.status === 'open'
        ? ['clear' as const]
        : [],
    /** A resolution or "not money" order that waits for a second person or the worker. */
    pendingOrder: order,
    evidence: { callbacks, inquiries, events, held, candidates, others },
    notes: notes.map(({ id: noteId, actor, text, createdAt }) => ({
      noteId,
      by: nameOf(actor),
      text,
      createdAt: createdAt.toISOString(),
    })),
    assignable: await readAssignable(ctx),
  };
}

function readNotes({ db }: TenantContext, reviewId: string) {
  return db.prisma.reviewNote.findMany({
    where: { reviewId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: notesMax,
  });
}

async function readOrder({ db, tenant, clock }: TenantContext, resourceId: string) {
  const open = {
    OR: [{ status: 'approved' as const }, { status: 'awaiting_approval' as const, expiresAt: { gt: clock.now() } }],
  };
  const order = await db.prisma.order.findFirst({
    where: { ...tenant, kind: { in: ['resolution', 'not_money'] }, resourceId, ...open },
    select: { id: true, status: true },
  });
  return order && { orderId: order.id, status: order.status };
}

/** The members that a review may be assigned to. */
async function readAssignable({ db, tenant }: TenantContext) {
  const members = await db.prisma.membership.findMany({
    where: { organization: { applications: { some: { id: tenant.applicationId } } } },
    orderBy: { createdAt: 'asc' },
    take: membersMax,
    select: { role: true, user: { select: { id: true, name: true, email: true } } },
  });
  return members
    .filter(({ role }) => may(role, 'reviews.work'))
    .map(({ user }) => ({ userId: user.id, name: user.name ?? user.email }));
}
