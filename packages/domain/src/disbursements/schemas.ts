import { z } from 'zod';
import { amountSchema } from '../amount.ts';
import { idempotencyKeySchema } from '../idempotency/index.ts';
import { freeTextSchema, transactionIdSchema } from '../inquiries/index.ts';
import { phoneSchema } from '../msisdn.ts';

const commandIds = ['SalaryPayment', 'BusinessPayment', 'PromotionPayment'] as const;

/** Body of POST /payout (spec 4.3). */
export const payoutSchema = z.object({
  amount: amountSchema.meta({ type: 'integer', description: 'Whole KES.', examples: [100] }),
  phone: phoneSchema.meta({
    description: 'Kenyan mobile number of the receiver, in any of the usual forms.',
    examples: ['254712345678'],
  }),
  commandId: z
    .enum(commandIds, { error: `must be one of ${commandIds.join(', ')}` })
    .default('BusinessPayment')
    .meta({ description: 'What kind of payout it is to the provider.' }),
  remarks: freeTextSchema.optional(),
  occasion: freeTextSchema.optional(),
  idempotencyKey: idempotencyKeySchema.optional(),
});

export type PayoutInput = Omit<z.output<typeof payoutSchema>, 'idempotencyKey'>;

/** Body of POST /reversal (spec 4.4). */
export const reversalSchema = z.object({
  transactionId: transactionIdSchema.meta({ description: 'The receipt to reverse.', examples: ['TJK1A2B3C4'] }),
  amount: amountSchema.meta({
    type: 'integer',
    description: 'Whole KES; the same as the original transaction.',
    examples: [100],
  }),
  remarks: freeTextSchema.optional(),
  occasion: freeTextSchema.optional(),
  idempotencyKey: idempotencyKeySchema.optional(),
});

export type ReversalInput = Omit<z.output<typeof reversalSchema>, 'idempotencyKey'>;
