import { z } from 'zod';
import { idSchema, wholeNumber } from '../../kernel/input.ts';

const pageMax = 100;

export const daySchema = z.iso.date({ error: 'must be a day like 2026-11-20' });
export const shortcodeSchema = z.string().regex(/^[0-9]{5,8}$/, { error: 'must be a shortcode of 5 to 8 digits' });

const limitOf = (usual: number) => wholeNumber(1, pageMax).default(usual);

export const listStatementsSchema = z.strictObject({
  shortcode: shortcodeSchema,
  limit: limitOf(20),
  /** Continues after this statement: the `next` of the page before. */
  statementId: idSchema.optional(),
});

export const statementSchema = z.strictObject({ statementId: idSchema });

export const dayOfShortcodeSchema = z.strictObject({ shortcode: shortcodeSchema, day: daySchema });

export const listLinesSchema = z.strictObject({
  shortcode: shortcodeSchema,
  day: daySchema,
  /** `open`: without a payment or payout. */
  only: z.enum(['all', 'open'], { error: 'must be all or open' }).default('all'),
  limit: limitOf(50),
  /** Continues after this line: the `next` of the page before. */
  lineId: idSchema.optional(),
});

export const confirmationGapsSchema = z.strictObject({ shortcode: shortcodeSchema, from: daySchema, to: daySchema });
