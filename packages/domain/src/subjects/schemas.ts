import { z } from 'zod';
import { idSchema } from '../kernel/input.ts';
import { phoneSchema } from '../kernel/phone.ts';
import { issues } from '../kernel/refusals.ts';
import { subjectIssues } from './refusals.ts';

const nameSchema = z.string({ error: issues.text }).trim().min(2, { error: issues.tooFewLetters }).max(100);
const namesMax = 20;

export const subjectSchema = z.strictObject({
  organizationId: idSchema,
  /** Any form of a Kenyan mobile number. */
  phone: phoneSchema,
  /** Names to look for besides those that the provider reported. */
  names: z
    .array(nameSchema)
    .max(namesMax, { error: issues.tooManyEntries({ max: namesMax, what: 'names' }) })
    .default([]),
});
export type SubjectInput = z.input<typeof subjectSchema>;

const reasonLengthMax = 500;

export const eraseSubjectSchema = subjectSchema.extend({
  /** It goes into the audit. */
  reason: z
    .string({ error: issues.text })
    .transform((text) => text.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(3, { error: issues.reasonMissing })
        .max(reasonLengthMax, { error: issues.tooLong({ max: reasonLengthMax }) })
        .refine((text) => !/(?:\d[ ().-]{0,2}){9}/.test(text), { error: subjectIssues.phoneInText }),
    ),
});
export type EraseSubjectInput = z.input<typeof eraseSubjectSchema>;

const holdDaysMax = 3_653;

export const holdSchema = z.strictObject({
  organizationId: idSchema,
  /** Null: no hold. */
  days: z
    .int({ error: issues.wholeDays })
    .min(1, { error: issues.atLeastOneDay })
    .max(holdDaysMax, { error: issues.atMostDays({ max: holdDaysMax }) })
    .nullable(),
});
export type HoldInput = z.input<typeof holdSchema>;
