import { z } from 'zod';
import { idSchema, wholeNumber } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { daySchema } from '../reading/closing/index.ts';
import { dayReadersMax } from './day-mail.ts';
import { closingIssues } from './refusals.ts';

const noteLengthMax = 1000;

export const signOffDaySchema = z.strictObject({
  day: daySchema,
  /** Needed while something of the day is open. */
  note: z
    .string({ error: issues.text })
    .transform((text) => text.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .max(noteLengthMax, { error: issues.tooLong({ max: noteLengthMax }) })
        .refine((text) => !/[^\P{C}\n]/u.test(text), { error: issues.controlCharacters }),
    )
    .optional(),
  /** What the person saw: the fingerprint of the figures. Others are refused. */
  seen: z.string({ error: issues.text }).max(100, { error: closingIssues.fingerprint }).optional(),
});
export type SignOffDayInput = z.input<typeof signOffDaySchema>;

const hourMax = 23;

export const setDayMailSchema = z.strictObject({
  /** Of East Africa Time. */
  hour: wholeNumber(0, hourMax),
  /** The members who get the email. */
  userIds: z
    .array(idSchema, { error: issues.listOf({ what: 'members' }) })
    .min(1, { error: closingIssues.nobodyNamed })
    .max(dayReadersMax, { error: issues.tooManyEntries({ max: dayReadersMax, what: 'members' }) })
    .refine((ids) => new Set(ids).size === ids.length, { error: closingIssues.memberTwice }),
});
export type SetDayMailInput = z.input<typeof setDayMailSchema>;
