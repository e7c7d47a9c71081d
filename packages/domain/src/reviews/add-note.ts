import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import { addNoteSchema } from './schemas.ts';
import { getOwnReview } from './scope.ts';

/**
 * Adds a note to an open or closed review. The audit records the note without its text.
 * @throws DomainError not_found, invalid_input
 */
export async function addNote(ctx: TenantContext, input: z.input<typeof addNoteSchema>): Promise<{ noteId: string }> {
  requirePermission(ctx, 'reviews.work');
  const { reviewId, text } = parseInput(addNoteSchema, input);
  const review = await getOwnReview(ctx, reviewId);
  const at = ctx.clock.now();
  const noteId = uuidv7({ msecs: at.getTime() });
  await ctx.db.prisma.$transaction(async (tx) => {
    await tx.reviewNote.create({ data: { id: noteId, reviewId: review.id, actor: ctx.actor, text, createdAt: at } });
    await audit(tx, {
      actor: ctx.actor,
      action: 'review.note_added',
      subjectId: review.id,
      applicationId: review.applicationId,
      detail: { environment: review.environment, noteId },
      at,
    });
  });
  return { noteId };
}
