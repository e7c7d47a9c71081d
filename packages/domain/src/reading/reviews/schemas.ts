import { ReviewReason, ReviewSubject } from '@tillgate/db';
import { z } from 'zod';
import { idSchema } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';
import { pageInput } from '../keyset.ts';
import { readingIssues } from '../refusals.ts';

const textMax = 100;

/** The filters of the queue. They can be combined. */
export const browseReviewsSchema = z.object({
  state: z.enum(['open', 'closed'], { error: issues.either({ values: 'open or closed' }) }).default('open'),
  reason: z.enum(ReviewReason, { error: readingIssues.reviewReason }).optional(),
  subjectKind: z
    .enum(ReviewSubject, {
      error: issues.either({ values: 'payment, disbursement, inquiry, callback, statement_line or refused_callbacks' }),
    })
    .optional(),
  /** Only of offline payments, and of what the provider posted about them. */
  isOffline: z.literal(true).optional(),
  /** The id of a member, or `nobody`. */
  assignedTo: z.union([z.literal('nobody'), idSchema], { error: readingIssues.memberOrNobody }).optional(),
  /** A receipt, phone, account reference, or an id of ours or of the provider. */
  search: z
    .string({ error: issues.text })
    .trim()
    .min(1, { error: issues.empty })
    .max(textMax, { error: issues.tooLong({ max: textMax }) })
    .refine((text) => text.isWellFormed() && !text.includes('\u0000'), { error: issues.brokenCharacters })
    .optional(),
  limit: pageInput.limit,
  before: pageInput.before,
  after: pageInput.after,
});

export type BrowseReviewsInput = z.input<typeof browseReviewsSchema>;
