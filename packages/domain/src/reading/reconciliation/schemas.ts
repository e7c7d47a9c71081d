import { z } from 'zod';
import { idSchema, wholeNumber } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';

const pageMax = 100;

export const daySchema = z.iso.date({ error: issues.day });
export const shortcodeSchema = z.string().regex(/^[0-9]{5,8}$/, { error: issues.shortcode });

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
  only: z.enum(['all', 'open'], { error: issues.either({ values: 'all or open' }) }).default('all'),
  limit: limitOf(50),
  /** Continues after this line: the `next` of the page before. */
  lineId: idSchema.optional(),
});

export const confirmationGapsSchema = z.strictObject({ shortcode: shortcodeSchema, from: daySchema, to: daySchema });
