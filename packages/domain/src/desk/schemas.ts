import { z } from 'zod';
import { idSchema } from '../kernel/input.ts';

/** A receipt as a person types it from a statement. */
const receiptSchema = z
  .string({ error: 'must be a text' })
  .trim()
  .transform((text) => text.toUpperCase())
  .refine((text) => /^[A-Z0-9]{8,20}$/.test(text), 'must be a receipt: 8 to 20 letters and digits');

const subjectKinds = ['payment', 'disbursement'] as const;

/** What a person found out about money that is stuck. What was paid has a receipt, and nothing else has. */
export const resolutionSchema = z
  .object({
    subjectKind: z.enum(subjectKinds, { error: `must be ${subjectKinds.join(' or ')}` }),
    subjectId: idSchema,
    as: z.enum(['paid', 'not_paid'], { error: 'must be paid or not_paid' }),
    receipt: receiptSchema.optional(),
  })
  .superRefine(({ as, receipt }, issues) => {
    if ((as === 'paid') === (receipt !== undefined)) return;
    const message = as === 'paid' ? 'must be given for what was paid' : 'must not be given for what was not paid';
    issues.addIssue({ code: 'custom', path: ['receipt'], message });
  });
export type ResolutionInput = z.output<typeof resolutionSchema>;
