import { OrderKind } from '@tillgate/db';
import { z } from 'zod';
import { issues } from '../kernel/refusals.ts';

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
export type DecideOrderInput = z.input<typeof decideOrderSchema>;
