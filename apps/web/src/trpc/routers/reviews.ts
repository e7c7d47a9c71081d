import { decideConfirmationSchema } from '@tillgate/domain/c2b';
import { askAgain, resolutionSchema } from '@tillgate/domain/desk';
import { decideHeld, requestOrder, requestOrderSchema } from '@tillgate/domain/orders';
import { linkPayments, linkPaymentsSchema } from '@tillgate/domain/payments';
import { browseReviews, browseReviewsSchema, getReview } from '@tillgate/domain/reading/reviews';
import {
  addNote,
  addNoteSchema,
  assignReview,
  assignReviewSchema,
  clearReview,
  clearReviewSchema,
} from '@tillgate/domain/reviews';
import { z } from 'zod';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';

const which = z.object({ reviewId: z.string() });
const form = verbInput(requestOrderSchema.pick({ reason: true, requestKey: true }));

/** Reviews, and people's actions on them. */
export const reviewsRouter = createRouter({
  list: tenantProcedure('reviews.read')
    .input(verbInput(browseReviewsSchema.omit({ assignedTo: true })))
    .input(z.object({ assigned: z.enum(['me', 'nobody']).optional() }))
    .query(({ ctx, input }) => {
      const { assigned, ...filters } = withoutTenant(input);
      return browseReviews(ctx.tenantCtx, {
        ...filters,
        assignedTo: assigned === 'me' ? ctx.person.userId : assigned,
      });
    }),

  get: tenantProcedure('reviews.read')
    .input(which)
    .query(({ ctx, input: { reviewId } }) => getReview(ctx.tenantCtx, { reviewId })),

  addNote: tenantProcedure('reviews.work')
    .input(verbInput(addNoteSchema))
    .mutation(({ ctx, input }) => addNote(ctx.tenantCtx, withoutTenant(input))),

  assign: tenantProcedure('reviews.work')
    .input(verbInput(assignReviewSchema))
    .mutation(({ ctx, input }) => assignReview(ctx.tenantCtx, withoutTenant(input))),

  /** Closes a review. It changes no money. */
  clear: tenantProcedure('reviews.work')
    .input(verbInput(clearReviewSchema))
    .mutation(({ ctx, input }) => clearReview(ctx.tenantCtx, withoutTenant(input))),

  /** Marks what the worker is to ask the provider about. */
  askAgain: tenantProcedure('reviews.work')
    .input(which)
    .mutation(({ ctx, input: { reviewId } }) => askAgain(ctx.tenantCtx, { reviewId })),

  /** Orders a resolution. The worker carries it out at once, or after a second person has approved it. */
  resolve: tenantProcedure('reviews.resolve', { reauthentication: 'production' })
    .input(verbInput(resolutionSchema))
    /** Whole KES: what the person saw. */
    .input(z.object({ amount: z.int() }))
    .input(form)
    .mutation(({ ctx, input: { subjectKind, subjectId, as, receipt, amount, reason, requestKey } }) =>
      requestOrder(ctx.tenantCtx, {
        kind: 'resolution',
        input: { subjectKind, subjectId, as, receipt, amount },
        reason,
        requestKey,
      }),
    ),

  link: tenantProcedure('reviews.resolve', { reauthentication: 'production' })
    .input(verbInput(linkPaymentsSchema))
    .mutation(({ ctx, input }) => linkPayments(ctx.tenantCtx, withoutTenant(input))),

  decide: tenantProcedure('reviews.resolve', { reauthentication: 'production' })
    .input(verbInput(decideConfirmationSchema))
    .mutation(async ({ ctx, input }) => (await decideHeld(ctx.tenantCtx, withoutTenant(input))) ?? null),
});
