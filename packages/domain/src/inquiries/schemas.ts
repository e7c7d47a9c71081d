import { z } from 'zod';
import { issues } from '../kernel/refusals.ts';
import { railSchema } from '../provider/rail-schema.ts';

const freeTextMax = 100;
const inquiryRemarksMax = 1_000;

/** Text for people at both ends, at most 100 characters (not UTF-16 units); may be empty. */
export const freeTextSchema = z
  .string({ error: issues.text })
  .refine((text) => [...text].length <= freeTextMax, { error: issues.textTooLong({ max: freeTextMax }) })
  .refine((text) => !/\p{Cc}/u.test(text) && text.isWellFormed(), { error: issues.controlOrBrokenCharacters })
  .meta({ maxLength: freeTextMax, pattern: '^[^\\x00-\\x1f\\x7f-\\x9f]*$' });

/** Remarks of an inquiry. The provider gets them shortened; the row keeps them in full. */
const inquiryRemarksSchema = z
  .string({ error: issues.text })
  .refine((text) => [...text].length <= inquiryRemarksMax, { error: issues.textTooLong({ max: inquiryRemarksMax }) })
  .refine((text) => !/[^\P{Cc}\t\n\r]/u.test(text) && text.isWellFormed(), { error: issues.brokenOrControlBeyondLines })
  .meta({
    maxLength: inquiryRemarksMax,
    pattern: '^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*$',
    description: 'A remark of yours. The provider gets its first 100 characters, with blanks in place of line breaks.',
  });

/** A receipt or transaction id of the provider. */
export const transactionIdSchema = z
  .string({ error: issues.text })
  .trim()
  .regex(/^[\x21-\x7e]{1,40}$/, { error: issues.visibleLength({ min: 1, max: 40 }) })
  // Space around it is trimmed, so the published pattern allows it.
  .meta({ pattern: '^\\s*[\\x21-\\x7e]{1,40}\\s*$' });

const identifierTypeSchema = z
  .enum(['1', '2', '4'], { error: issues.either({ values: '"1", "2" or "4"' }) })
  .default('4')
  .meta({ description: 'The kind of party that the inquiry concerns: `1` MSISDN, `2` till, `4` shortcode.' });

/** Body of POST /transaction-status (spec 4.7). */
export const transactionStatusSchema = z.object({
  transactionId: transactionIdSchema.meta({
    description: 'The receipt or transaction id to query.',
    examples: ['TJK1A2B3C4'],
  }),
  identifierType: identifierTypeSchema,
  remarks: inquiryRemarksSchema.optional(),
  occasion: freeTextSchema.optional(),
});

export type TransactionStatusInput = z.output<typeof transactionStatusSchema>;

/** Body of POST /account-balance (spec 4.8). */
export const accountBalanceSchema = z.object({
  identifierType: identifierTypeSchema,
  remarks: inquiryRemarksSchema.optional(),
  rail: railSchema.optional().meta({ description: 'The network to ask. Default: that of your default account.' }),
});

export type AccountBalanceInput = z.output<typeof accountBalanceSchema>;
