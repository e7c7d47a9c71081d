import { OrderKind } from '@tillgate/db';
import { z } from 'zod';
import { payoutRowsMax } from '../batches/index.ts';
import { idSchema } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { orderIssues } from './refusals.ts';

const reasonMax = 200;

/** Free text of a person. An empty text becomes null. */
const wordsSchema = z
  .string({ error: issues.text })
  .trim()
  .refine((text) => [...text].length <= reasonMax, { error: issues.textTooLong({ max: reasonMax }) })
  .refine((text) => !/\p{Cc}/u.test(text) && text.isWellFormed(), { error: issues.controlOrBrokenCharacters })
  .transform((text) => text || null)
  .nullish()
  .transform((text) => text ?? null);

export const requestOrderSchema = z.object({
  kind: z.enum(OrderKind, { error: issues.orderKind }),
  /** Parsed by the schema of the kind. */
  input: z.unknown(),
  reason: wordsSchema,
  /** Made once per form, so that a double click makes one order. */
  requestKey: z
    .string({ error: issues.text })
    .regex(/^[\x21-\x7e]{8,100}$/, { error: issues.printableLength({ min: 8, max: 100 }) }),
});
export type RequestOrderInput = z.input<typeof requestOrderSchema>;

export const decideOrderSchema = z.object({ orderId: z.string(), note: wordsSchema });

/** Most orders that one request approves. */
const togetherMax = 50;

export const approveOrdersSchema = z.object({
  orderIds: z
    .array(idSchema)
    .min(1, { error: orderIssues.tooFewOrders })
    .max(togetherMax, { error: issues.tooManyEntries({ max: togetherMax, what: 'orders' }) }),
  /** Typed by the person who approves: the sum of all of them, whole KES. */
  sum: z.int({ error: issues.wholeKes }),
});
export type ApproveOrdersInput = z.input<typeof approveOrdersSchema>;

/** The decision about a batch: what the approver leaves out, and the total that they typed, whole KES. */
export const approveBatchSchema = decideOrderSchema.extend({
  excluded: z.array(idSchema).max(payoutRowsMax).default([]),
  total: z.int({ error: issues.wholeKes }),
});
export type ApproveBatchInput = z.input<typeof approveBatchSchema>;

export type DecideOrderInput = z.input<typeof decideOrderSchema>;
