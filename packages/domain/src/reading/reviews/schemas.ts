import { ReviewReason, ReviewSubject } from '@tillgate/db';
import { z } from 'zod';
import { idSchema } from '../../kernel/input.ts';
import { pageInput } from '../keyset.ts';

const textMax = 100;

/** The filters of the queue. They can be combined. */
export const browseReviewsSchema = z.object({
  state: z.enum(['open', 'closed'], { error: 'must be open or closed' }).default('open'),
  reason: z.enum(ReviewReason, { error: 'must be a reason' }).optional(),
  subjectKind: z
    .enum(ReviewSubject, {
      error: 'must be payment, disbursement, inquiry, callback, statement_line or refused_callbacks',
    })
    .optional(),
  /** The id of a member, or `nobody`. */
  assignedTo: z.union([z.literal('nobody'), idSchema], { error: 'must be a member or nobody' }).optional(),
  /** A receipt, phone, account reference, or an id of ours or of the provider. */
  search: z
    .string({ error: 'must be a text' })
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(textMax, { error: `must have at most ${textMax} characters` })
    .refine((text) => text.isWellFormed() && !text.includes('\u0000'), { error: 'must not contain broken characters' })
    .optional(),
  limit: pageInput.limit,
  before: pageInput.before,
  after: pageInput.after,
});

export type BrowseReviewsInput = z.input<typeof browseReviewsSchema>;
