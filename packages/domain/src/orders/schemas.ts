import { OrderKind } from '@tillgate/db';
import { z } from 'zod';

const reasonMax = 200;

/** Free text of a person. An empty text becomes null. */
const wordsSchema = z
  .string({ error: 'must be a text' })
  .trim()
  .refine((text) => [...text].length <= reasonMax, `must be at most ${reasonMax} characters`)
  .refine((text) => !/\p{Cc}/u.test(text) && text.isWellFormed(), 'must not contain control or broken characters')
  .transform((text) => text || null)
  .nullish()
  .transform((text) => text ?? null);

export const requestOrderSchema = z.object({
  kind: z.enum(OrderKind, { error: 'must be a kind of order' }),
  /** Parsed by the schema of the kind. */
  input: z.unknown(),
  reason: wordsSchema,
  /** Made once per form, so that pressing twice makes one order. */
  requestKey: z
    .string({ error: 'must be a text' })
    .regex(/^[\x21-\x7e]{8,100}$/, { error: 'must be 8 to 100 printable characters' }),
});
export type RequestOrderInput = z.input<typeof requestOrderSchema>;

export const decideOrderSchema = z.object({ orderId: z.string(), note: wordsSchema });
export type DecideOrderInput = z.input<typeof decideOrderSchema>;
