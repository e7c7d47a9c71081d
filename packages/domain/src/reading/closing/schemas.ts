import { z } from 'zod';
import { wholeNumber } from '../../kernel/input.ts';

/** A month at most, because every day of the list is compared with its signed figures. */
export const daysMax = 31;

export const daySchema = z.iso.date({ error: 'must be a day like 2026-11-20' });

export const getDaySchema = z.strictObject({ day: daySchema });

export const listDaysSchema = z.strictObject({
  /** The newest day; today when left out. */
  to: daySchema.optional(),
  /** How many days. */
  count: wholeNumber(1, daysMax).default(daysMax),
});
export type ListDaysInput = z.input<typeof listDaysSchema>;
