import { z } from 'zod';
import { daySchema } from '../reading/closing/index.ts';

const noteLengthMax = 1000;

export const signOffDaySchema = z.strictObject({
  day: daySchema,
  /** Needed while something of the day is open. */
  note: z
    .string({ error: 'must be a text' })
    .transform((text) => text.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .max(noteLengthMax, { error: `must have at most ${noteLengthMax} characters` })
        .refine((text) => !/[^\P{C}\n]/u.test(text), { error: 'must not contain control characters' }),
    )
    .optional(),
  /** What the person saw: the fingerprint of the figures. Others are refused. */
  seen: z.string({ error: 'must be a text' }).max(100, { error: 'is not a fingerprint' }).optional(),
});
export type SignOffDayInput = z.input<typeof signOffDaySchema>;
