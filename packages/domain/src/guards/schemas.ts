import { z } from 'zod';
import { phoneSchema } from '../kernel/phone.ts';
import { issues } from '../kernel/refusals.ts';
import { guardIssues } from './refusals.ts';

const reasonMax = 200;
/** Enough digits in a row, with what stands between them, to be a number of somebody. */
const numberLike = /(?:\d[\s().+-]{0,3}){9,}/;

export const stopPhoneSchema = z.object({
  phone: phoneSchema,
  reason: z
    .string({ error: issues.text })
    .trim()
    .min(1, { error: issues.reasonMissing })
    .max(reasonMax, { error: issues.textTooLong({ max: reasonMax }) })
    .refine((text) => text.isWellFormed() && !text.includes('\u0000'), { error: issues.brokenCharacters })
    .refine((text) => !numberLike.test(text), { error: guardIssues.numberInReason }),
});
export type StopPhoneInput = z.input<typeof stopPhoneSchema>;

export const releasePhoneSchema = stopPhoneSchema.pick({ phone: true });
export type ReleasePhoneInput = z.input<typeof releasePhoneSchema>;
