import { z } from 'zod';
import { idSchema, wholeNumber } from '../kernel/input.ts';
import { daySchema } from '../reading/closing/index.ts';
import { dayReadersMax } from './day-mail.ts';

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

const hourMax = 23;

export const setDayMailSchema = z.strictObject({
  /** Of East Africa Time. */
  hour: wholeNumber(0, hourMax),
  /** The members who get the email. */
  userIds: z
    .array(idSchema, { error: 'must be a list of members' })
    .min(1, { error: 'must name a member' })
    .max(dayReadersMax, { error: `must have at most ${dayReadersMax} members` })
    .refine((ids) => new Set(ids).size === ids.length, { error: 'must name each member once' }),
});
export type SetDayMailInput = z.input<typeof setDayMailSchema>;
