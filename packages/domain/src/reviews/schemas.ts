import { z } from 'zod';
import { idSchema } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';

const noteMax = 1_000;

/** What a person writes about a review. Lines may be broken. */
export const noteSchema = z
  .string({ error: issues.text })
  .trim()
  .min(1, { error: issues.empty })
  .refine((text) => [...text].length <= noteMax, { error: issues.textTooLong({ max: noteMax }) })
  .refine((text) => !/[^\P{Cc}\n\t]/u.test(text) && text.isWellFormed(), { error: issues.controlOrBrokenCharacters });

/** A malformed id is not found, as a foreign one is. */
const reviewId = z.string({ error: issues.text });

export const addNoteSchema = z.object({ reviewId, text: noteSchema });
/** `userId` null: nobody. */
export const assignReviewSchema = z.object({ reviewId, userId: idSchema.nullable() });
/** `all`: every open review of the same subject. */
export const clearReviewSchema = z.object({ reviewId, note: noteSchema, all: z.boolean().default(false) });
