import { DisbursementKind, DisbursementStatus } from '@tillgate/db';
import { z } from 'zod';
import { idSchema } from '../../kernel/input.ts';
import { normaliseMsisdn } from '../../kernel/phone.ts';
import { issues } from '../../kernel/refusals.ts';
import { railSchema } from '../../provider/rail-schema.ts';
import { pageInput } from '../keyset.ts';

const textMax = 100;
const amountMax = 2_147_483_647;

/** Stands for a failure without a code. */
export const noCode = 'none';

export const refundSources = ['stk', 'c2b', 'none'] as const;

const textSchema = z
  .string({ error: issues.text })
  .trim()
  .min(1, { error: issues.empty })
  .max(textMax, { error: issues.tooLong({ max: textMax }) })
  .refine((text) => text.isWellFormed() && !text.includes('\u0000'), { error: issues.brokenCharacters });
const momentSchema = z.iso.datetime({ offset: true, error: issues.time }).transform((text) => new Date(text));
const amountSchema = z
  .int({ error: issues.kesWholeNumber })
  .min(0, { error: issues.negative })
  .max(amountMax, { error: issues.amountTooLarge });

/** The filters of the list of payouts and refunds. They can be combined. */
export const browseDisbursementsSchema = z.object({
  kind: z.enum(DisbursementKind, { error: issues.either({ values: 'payout or reversal' }) }).optional(),
  status: z.enum(DisbursementStatus, { error: issues.either({ values: 'pending, success or failed' }) }).optional(),
  /** The network. */
  rail: railSchema.optional(),
  amountMin: amountSchema.optional(),
  amountMax: amountSchema.optional(),
  createdFrom: momentSchema.optional(),
  createdTo: momentSchema.optional(),
  /** Only successes, by the time of settlement. */
  movedFrom: momentSchema.optional(),
  movedTo: momentSchema.optional(),
  /** Failed with it; `none`: without a code. */
  resultCode: textSchema.optional(),
  /** The number of the account that paid. */
  shortcode: textSchema.optional(),
  /** Source of the refunded payment; none when that payment is not ours. */
  source: z.enum(refundSources, { error: issues.oneOf({ values: refundSources.join(', ') }) }).optional(),
  phone: textSchema.transform((text) => normaliseMsisdn(text) ?? text).optional(),
  /** Of the disbursement itself, or the one that it reverses. */
  receipt: textSchema.transform((text) => text.toUpperCase()).optional(),
  /** The id of the person who requested it. */
  requestedBy: idSchema.optional(),
  /** A receipt, phone, or an id of ours or of the provider. */
  search: textSchema.optional(),
  needsReview: z.literal(true, { error: issues.mustBeTrue }).optional(),
  limit: pageInput.limit,
  before: pageInput.before,
  after: pageInput.after,
});

/** The filters without paging. */
export const totalDisbursementsSchema = browseDisbursementsSchema.omit({ limit: true, before: true, after: true });

export type TotalDisbursementsInput = z.input<typeof totalDisbursementsSchema>;
export type BrowseDisbursementsInput = z.input<typeof browseDisbursementsSchema>;
