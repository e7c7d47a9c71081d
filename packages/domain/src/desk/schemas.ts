import { z } from 'zod';
import { customIssue, idSchema } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { deskIssues } from './refusals.ts';

/** A receipt as a person types it from a statement. */
const receiptSchema = z
  .string({ error: issues.text })
  .trim()
  .transform((text) => text.toUpperCase())
  .refine((text) => /^[A-Z0-9]{8,20}$/.test(text), { error: issues.receipt });

const subjectKinds = ['payment', 'disbursement'] as const;

/** A manual resolution. Only a paid one has a receipt. */
export const resolutionSchema = z
  .object({
    subjectKind: z.enum(subjectKinds, { error: issues.either({ values: subjectKinds.join(' or ') }) }),
    subjectId: idSchema,
    as: z.enum(['paid', 'not_paid'], { error: issues.either({ values: 'paid or not_paid' }) }),
    receipt: receiptSchema.optional(),
  })
  .superRefine(({ as, receipt }, context) => {
    if ((as === 'paid') === (receipt !== undefined)) return;
    context.addIssue(customIssue(['receipt'], as === 'paid' ? deskIssues.receiptForPaid : deskIssues.receiptForUnpaid));
  });
export type ResolutionInput = z.output<typeof resolutionSchema>;
