import { z } from 'zod';
import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { idSchema, invalidInput, issue, parseInput } from '../kernel/input.ts';
import type { Named } from '../kernel/refusals.ts';
import { closeReviewsOf, noteSchema } from '../reviews/index.ts';
import type { PaymentRow } from './read-statements.ts';
import { paymentIssues } from './refusals.ts';
import { lockStuckPayments, storeLink } from './resolution-statements.ts';

export const linkPaymentsSchema = z.object({ paymentId: idSchema, otherId: idSchema, note: noteSchema });

/**
 * Records that two payments are the same money, such as a prompt and the offline payment that was recorded for it. Closes
 * the reviews of both that this answers. No status changes: a pending prompt stays pending until a person resolves it as
 * not paid. Linking twice is the same as once.
 * @throws DomainError not_found, invalid_input (they cannot be the same money)
 */
export async function linkPayments(ctx: TenantContext, input: z.input<typeof linkPaymentsSchema>): Promise<void> {
  requirePermission(ctx, 'reviews.resolve');
  const { paymentId, otherId, note } = parseInput(linkPaymentsSchema, input);
  const at = ctx.clock.now();
  await ctx.db.transaction(async (db) => {
    const rows = await lockStuckPayments(db, [paymentId, otherId], ctx.tenant);
    const [one, other] = [paymentId, otherId].map((id) => rows.find((row) => row.id === id.toLowerCase()));
    if (!one || !other) throw notFound('payment');
    refuseUnlike(one, other);
    if (one.sameMoneyAs === null) await storeLink(db, [one.id, other.id]);
    for (const { id } of [one, other]) {
      await closeReviewsOf(db, { kind: 'payment', id }, { by: ctx.actor, note, at }, ['same_money']);
    }
  });
  await audit(ctx.db.prisma, {
    actor: ctx.actor,
    action: 'payment.linked',
    subjectId: paymentId,
    applicationId: ctx.tenant.applicationId,
    detail: { environment: ctx.tenant.environment, sameMoneyAs: otherId, reason: note },
    at,
  });
}

/** Refuses two payments that cannot be the same money. */
function refuseUnlike(one: PaymentRow, other: PaymentRow): void {
  const why = unlikeness(one, other);
  if (why !== undefined) throw invalidInput(issue('otherId', why));
}

function unlikeness(one: PaymentRow, other: PaymentRow): Named | undefined {
  if (one.id === other.id) return paymentIssues.anotherPayment;
  const third = [one.sameMoneyAs, other.sameMoneyAs].find((id) => id !== null && id !== one.id && id !== other.id);
  if (third) return paymentIssues.linkedToThird({ payment: third });
  if (one.shortcode !== other.shortcode) return paymentIssues.otherShortcode;
  if (one.amount !== other.amount) return paymentIssues.otherAmount;
  if (one.providerReceipt !== null && other.providerReceipt !== null) return paymentIssues.receiptOfItsOwn;
  if (one.providerReceipt === null && other.providerReceipt === null) return paymentIssues.noReceiptEither;
  return undefined;
}
