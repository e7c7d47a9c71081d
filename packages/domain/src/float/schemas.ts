import { z } from 'zod';
import { issues } from '../kernel/refusals.ts';
import { isAddress } from '../rails/index.ts';
import { amountMax } from './threshold.ts';

const accountLengthMax = 100;

/** A shortcode, or the address of an account elsewhere, and its account, as an answered inquiry names them. */
export const floatAccountSchema = z.strictObject({
  shortcode: z.string({ error: issues.text }).refine(isAddress, { error: issues.shortcode }),
  account: z
    .string({ error: issues.text })
    .min(1, { error: issues.empty })
    .max(accountLengthMax, { error: issues.tooLong({ max: accountLengthMax }) })
    .refine((text) => text.isWellFormed() && !text.includes('\u0000'), { error: issues.brokenCharacters }),
});
export type FloatAccountInput = z.input<typeof floatAccountSchema>;

export const setThresholdSchema = floatAccountSchema.extend({
  /** Whole KES. */
  amount: z
    .int({ error: issues.wholeShillings })
    .min(1, { error: issues.amountAtLeast({ min: 1 }) })
    .max(amountMax, { error: issues.amountAtMost({ max: amountMax }) }),
});
export type SetThresholdInput = z.input<typeof setThresholdSchema>;
