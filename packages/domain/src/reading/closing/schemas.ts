import { z } from 'zod';
import { wholeNumber } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';

/** At most a month, because every day is compared with its signed figures. */
export const daysMax = 31;

export const daySchema = z.iso.date({ error: issues.day });

export const getDaySchema = z.strictObject({ day: daySchema });

export const listDaysSchema = z.strictObject({
  /** The newest day; today when left out. */
  to: daySchema.optional(),
  /** How many days. */
  count: wholeNumber(1, daysMax).default(daysMax),
});
export type ListDaysInput = z.input<typeof listDaysSchema>;
