import { DisbursementKind, DisbursementStatus } from '@tillgate/db';
import { z } from 'zod';
import { idSchema } from '../../input.ts';
import { normaliseMsisdn } from '../../msisdn.ts';
import { pageInput } from '../keyset.ts';

const textMax = 100;
const amountMax = 2_147_483_647;

const textSchema = z
  .string({ error: 'must be a text' })
  .trim()
  .min(1, { error: 'must not be empty' })
  .max(textMax, { error: `must have at most ${textMax} characters` })
  .refine((text) => text.isWellFormed() && !text.includes('\u0000'), { error: 'must not contain broken characters' });
const momentSchema = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2026-01-31T08:00:00Z' })
  .transform((text) => new Date(text));
const amountSchema = z
  .int({ error: 'must be a whole number of KES' })
  .min(0, { error: 'must not be negative' })
  .max(amountMax, { error: 'is too much' });

/** The filters of the list of payouts and refunds. They can be combined. */
export const browseDisbursementsSchema = z.object({
  kind: z.enum(DisbursementKind, { error: 'must be payout or reversal' }).optional(),
  status: z.enum(DisbursementStatus, { error: 'must be pending, success or failed' }).optional(),
  amountMin: amountSchema.optional(),
  amountMax: amountSchema.optional(),
  createdFrom: momentSchema.optional(),
  createdTo: momentSchema.optional(),
  phone: textSchema.transform((text) => normaliseMsisdn(text) ?? text).optional(),
  /** Of the disbursement itself, or the one that it reverses. */
  receipt: textSchema.transform((text) => text.toUpperCase()).optional(),
  /** The id of the person who asked for it. */
  requestedBy: idSchema.optional(),
  /** A receipt, phone, or an id of ours or of the provider. */
  search: textSchema.optional(),
  needsReview: z.literal(true, { error: 'must be true' }).optional(),
  limit: pageInput.limit,
  before: pageInput.before,
  after: pageInput.after,
});

export type BrowseDisbursementsInput = z.input<typeof browseDisbursementsSchema>;
