import { z } from 'zod';
import { idempotencyKeySchema } from '../idempotency/index.ts';
import { amountSchema } from '../kernel/money.ts';
import { phoneSchema } from '../kernel/phone.ts';
import { labelSchema, metadataSchema } from '../kernel/texts.ts';
import { askedRailSchema } from '../provider/rail-schema.ts';
import { refusedSchema } from '../provider/refusals.ts';
import { accountReferenceMax } from './payment.ts';

const descriptionMax = 64;

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
  metadata: metadataSchema
    .optional()
    .meta({ description: 'Opaque JSON, stored with the payment. It is never read and never returned.' }),
  rail: askedRailSchema,
  idempotencyKey: idempotencyKeySchema.optional(),
});

export type CollectInput = Omit<z.output<typeof collectSchema>, 'idempotencyKey'>;

/** The first outcome of a collection, as its claim stores it. */
export const collectOutcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('prompted'), paymentId: z.string(), checkoutRequestId: z.string() }),
  refusedSchema.extend({ paymentId: z.string() }),
]);
