import { z } from 'zod';
import { idSchema } from '../kernel/input.ts';
import { phoneSchema } from '../kernel/phone.ts';

const nameSchema = z
  .string({ error: 'must be a text' })
  .trim()
  .min(2, { error: 'must have at least 2 letters' })
  .max(100);
const namesMax = 20;

export const subjectSchema = z.strictObject({
  organizationId: idSchema,
  /** Any form of a Kenyan mobile number. */
  phone: phoneSchema,
  /** Names to look for besides those that the provider reported. */
  names: z
    .array(nameSchema)
    .max(namesMax, { error: `must have at most ${namesMax} names` })
    .default([]),
});
export type SubjectInput = z.input<typeof subjectSchema>;

const reasonLengthMax = 500;

export const eraseSubjectSchema = subjectSchema.extend({
  /** It goes into the audit. */
  reason: z
    .string({ error: 'must be a text' })
    .transform((text) => text.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(3, { error: 'must say why' })
        .max(reasonLengthMax, { error: `must have at most ${reasonLengthMax} characters` })
        .refine((text) => !/(?:\d[ ().-]{0,2}){9}/.test(text), { error: 'must not contain a phone number' }),
    ),
});
export type EraseSubjectInput = z.input<typeof eraseSubjectSchema>;

const holdDaysMax = 3_653;

export const holdSchema = z.strictObject({
  organizationId: idSchema,
  /** Null: no hold. */
  days: z
    .int({ error: 'must be a whole number of days' })
    .min(1, { error: 'must be at least 1 day' })
    .max(holdDaysMax, { error: `must be at most ${holdDaysMax} days` })
    .nullable(),
});
export type HoldInput = z.input<typeof holdSchema>;
