import { PaymentSource, PaymentStatus } from '@tillgate/db';
import { z } from 'zod';
import type { Category } from '../../catalogue/index.ts';
import { normaliseMsisdn } from '../../kernel/phone.ts';
import { issues } from '../../kernel/refusals.ts';
import type { PaymentFilter } from '../../payments/index.ts';
import { railSchema } from '../../provider/rail-schema.ts';
import type { RailName } from '../../rails/index.ts';
import { pageInput } from '../keyset.ts';
import { periodShape } from '../period.ts';

const textMax = 100;
const metadataTextMax = 300;
const amountMax = 2_147_483_647;
const phonePartMax = 100;
const pathDepthMax = 4;

export const categories = [
  'balance',
  'provider_system',
  'customer',
  'limit',
  'your_setup',
  'pending',
  'unknown',
] as const satisfies readonly Category[];

/** The net status of a payment: a success is collected until a refund is pending or done. */
export const netStatuses = ['pending', 'failed', 'collected', 'refund_pending', 'refunded'] as const;

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000');

const textSchema = z
  .string({ error: issues.text })
  .trim()
  .min(1, { error: issues.empty })
  .max(textMax, { error: issues.tooLong({ max: textMax }) })
  .refine(isStorable, { error: issues.brokenCharacters });
const momentSchema = z.iso.datetime({ offset: true, error: issues.time }).transform((text) => new Date(text));
const amountSchema = z
  .int({ error: issues.kesWholeNumber })
  .min(0, { error: issues.negative })
  .max(amountMax, { error: issues.amountTooLarge });

/** A number in any usual form, else the text itself: offline payments have phones as the provider sends them. */
const phoneSchema = textSchema
  .max(phonePartMax)
  .transform((text) => normaliseMsisdn(text) ?? text.replace(/[\s\p{Zs}\p{Cf}]/gu, ''));

/** `key=value`, as the JSON objects that a payment's metadata may contain: a path by dots, a value of any plain type. */
const metadataSchema = z
  .string({ error: issues.text })
  .trim()
  .max(metadataTextMax, { error: issues.tooLong({ max: metadataTextMax }) })
  .refine(isStorable, { error: issues.brokenCharacters })
  .regex(/^[^=]+=/, { error: issues.metadata, abort: true })
  .transform(metadataCandidates);

/** The filters of the list of payments. They can be combined. */
export const browseFilterShape = {
  status: z.enum(PaymentStatus, { error: issues.either({ values: 'pending, success or failed' }) }).optional(),
  source: z.enum(PaymentSource, { error: issues.either({ values: 'stk or c2b' }) }).optional(),
  /** The network. */
  rail: railSchema.optional(),
  resultCode: textSchema.optional(),
  /** The number of the account that received the money. */
  shortcode: textSchema.optional(),
  category: z.enum(categories, { error: issues.oneOf({ values: categories.join(', ') }) }).optional(),
  amountMin: amountSchema.optional(),
  amountMax: amountSchema.optional(),
  createdFrom: momentSchema.optional(),
  createdTo: momentSchema.optional(),
  /** Only successes, by the time when the money moved, as in the settlement report. */
  movedFrom: momentSchema.optional(),
  movedTo: momentSchema.optional(),
  phone: phoneSchema.optional(),
  accountReference: textSchema.optional(),
  /** Any part of the name of the payer, in upper or lower case. */
  payerName: textSchema.optional(),
  receipt: textSchema.transform((text) => text.toUpperCase()).optional(),
  metadata: metadataSchema.optional(),
  needsReview: z.literal(true, { error: issues.mustBeTrue }).optional(),
  refund: z.enum(['refunded', 'pending'], { error: issues.either({ values: 'refunded or pending' }) }).optional(),
};

export const browsePaymentsSchema = z.object({
  ...browseFilterShape,
  limit: pageInput.limit,
  before: pageInput.before,
  after: pageInput.after,
});

export type BrowsePaymentsInput = z.input<typeof browsePaymentsSchema>;

/** The filters of the reporting API. They can be combined; null means absent. */
export const reportPaymentsFilter = z.strictObject({
  status: browseFilterShape.status.nullable(),
  netStatus: z.enum(netStatuses, { error: issues.oneOf({ values: netStatuses.join(', ') }) }).nullish(),
  source: browseFilterShape.source.nullable(),
  rail: browseFilterShape.rail.nullable(),
  reasonCode: browseFilterShape.resultCode.nullable(),
  reasonCategory: browseFilterShape.category.nullable(),
  amountMin: browseFilterShape.amountMin.nullable(),
  amountMax: browseFilterShape.amountMax.nullable(),
  ...periodShape,
  phone: browseFilterShape.phone.nullable(),
  accountReference: browseFilterShape.accountReference.nullable(),
  receipt: browseFilterShape.receipt.nullable(),
  metadata: browseFilterShape.metadata.nullable(),
  needsReview: z.boolean({ error: issues.boolean }).nullish(),
});

/** The filter of a statement. */
export type BrowseFilter = PaymentFilter & {
  /** Also matches the case. */
  exactReference?: string | undefined;
  /** The network. */
  rail?: RailName | undefined;
  /** Failed with one of these codes. */
  resultCodes?: string[];
  amountMin?: number;
  amountMax?: number;
  /** The number of an account, at any network. */
  shortcode?: string;
  payerName?: string;
  /** Inclusive; of successes. */
  movedFrom?: Date;
  /** Exclusive. */
  movedTo?: Date;
  needsReview?: boolean;
  net?: (typeof netStatuses)[number];
  /** With a successful reversal, or a pending one. */
  refund?: 'refunded' | 'pending';
  /** JSON texts of which the metadata contains one. */
  metadata?: string[];
};

/** `a.b=5` may mean the key `a.b` or `b` inside `a`, with a number or a text. */
function metadataCandidates(text: string): string[] {
  const at = text.indexOf('=');
  const [key, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  const values: unknown[] = [value];
  if (/^(?:true|false|null|-?\d{1,15}(?:\.\d{1,10})?)$/.test(value)) {
    const plain: unknown = parsed(value);
    if (plain !== undefined) values.push(plain);
  }
  const path = key.split('.');
  const isNested = path.length > 1 && path.length <= pathDepthMax && path.every((part) => part !== '');
  return values.flatMap((each) => {
    const flat = JSON.stringify({ [key]: each });
    if (!isNested) return [flat];
    return [flat, JSON.stringify(path.reduceRight<unknown>((inner, part) => ({ [part]: inner }), each))];
  });
}

/** Digits with leading zeros are text, not a JSON number. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
