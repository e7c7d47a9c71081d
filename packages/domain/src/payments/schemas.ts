import { z } from 'zod';
import { idempotencyKeySchema } from '../idempotency/index.ts';
import { customIssue } from '../kernel/input.ts';
import { amountSchema } from '../kernel/money.ts';
import { phoneSchema } from '../kernel/phone.ts';
import { issues, type Named } from '../kernel/refusals.ts';
import { refusedSchema } from '../provider/refusals.ts';
import { accountReferenceMax } from './payment.ts';

const metadataDepthMax = 16;
const descriptionMax = 64;

/** Postgres cannot store NUL, and UTF-8 cannot encode a lone surrogate. Both would change on the way. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000');

/** At least one visible character, no control characters. Without lookahead, which not all validators have. */
const labelPattern = '^[^\\x00-\\x1f\\x7f-\\x9f\\S]*[^\\x00-\\x1f\\x7f-\\x9f\\s][^\\x00-\\x1f\\x7f-\\x9f]*$';

/** A label of `max` characters (not UTF-16 units) that a person can read. */
export function labelSchema(max: number) {
  return z
    .string()
    .refine((text) => [...text].length >= 1 && [...text].length <= max, {
      error: issues.lengthBetween({ min: 1, max }),
    })
    .refine((text) => !/\p{Cc}/u.test(text) && text.isWellFormed(), { error: issues.controlOrBrokenCharacters })
    .refine((text) => text.trim() !== '' || text === '', { error: issues.blank })
    .meta({ minLength: 1, maxLength: max, pattern: labelPattern });
}

/**
 * Why `value` cannot be kept as metadata, or undefined. Iterative, so that depth cannot exhaust the
 * stack.
 */
function metadataProblem(value: unknown): Named | undefined {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.value === 'string' && !isStorable(next.value)) return issues.nulOrBrokenCharacters;
    if (next.value === null || typeof next.value !== 'object') continue;
    if (next.depth > metadataDepthMax) return issues.nestedTooDeep({ max: metadataDepthMax });
    for (const [key, member] of Object.entries(next.value)) {
      if (!isStorable(key)) return issues.nulOrBrokenCharacters;
      open.push({ value: member, depth: next.depth + 1 });
    }
  }
  return undefined;
}

const metadataSchema = z
  .record(z.string(), z.unknown())
  .superRefine((metadata, context) => {
    const why = metadataProblem(metadata);
    if (why) context.addIssue(customIssue([], why));
  })
  .meta({ description: 'Opaque JSON, stored with the payment. It is never read and never returned.' });

/** Body of POST /collect (spec 4.1). */
export const collectSchema = z.object({
  amount: amountSchema.meta({ type: 'integer', description: 'Whole KES.', examples: [100] }),
  phone: phoneSchema,
  // The provider trims it, and pairing compares the trimmed text.
  accountReference: labelSchema(accountReferenceMax)
    .overwrite((text) => text.trim())
    .optional()
    .meta({
      description:
        'Your reference for the payment, returned as `accountRef`. The payer sees it on a paybill. Default: a short prefix of the paymentId.',
    }),
  description: labelSchema(descriptionMax)
    .optional()
    .meta({ description: 'What the payment is for. Default: Payment.' }),
  metadata: metadataSchema.optional(),
  idempotencyKey: idempotencyKeySchema.optional(),
});

export type CollectInput = Omit<z.output<typeof collectSchema>, 'idempotencyKey'>;

/** The first outcome of a collection, as its claim stores it. */
export const collectOutcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('prompted'), paymentId: z.string(), checkoutRequestId: z.string() }),
  refusedSchema.extend({ paymentId: z.string() }),
]);
