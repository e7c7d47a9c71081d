import { z } from 'zod';
import { amountMax } from './threshold.ts';

const accountLengthMax = 100;

/** Which account of which shortcode, as an answered inquiry names it. */
export const floatAccountSchema = z.strictObject({
  shortcode: z.string({ error: 'must be a text' }).regex(/^[0-9]{5,8}$/, {
    error: 'must be a shortcode of 5 to 8 digits',
  }),
  account: z
    .string({ error: 'must be a text' })
    .min(1, { error: 'must not be empty' })
    .max(accountLengthMax, { error: `must have at most ${accountLengthMax} characters` })
    .refine((text) => text.isWellFormed() && !text.includes('\u0000'), { error: 'must not contain broken characters' }),
});
export type FloatAccountInput = z.input<typeof floatAccountSchema>;

export const setThresholdSchema = floatAccountSchema.extend({
  /** Whole KES. */
  amount: z
    .int({ error: 'must be whole shillings' })
    .min(1, { error: 'must be at least 1' })
    .max(amountMax, { error: `must be at most ${amountMax}` }),
});
export type SetThresholdInput = z.input<typeof setThresholdSchema>;
