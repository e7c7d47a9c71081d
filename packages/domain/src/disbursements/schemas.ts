import { z } from 'zod';
import { idempotencyKeySchema } from '../idempotency/index.ts';
import { freeTextSchema, transactionIdSchema } from '../inquiries/index.ts';
import { amountSchema, refundAmountSchema } from '../kernel/money.ts';
import { phoneSchema } from '../kernel/phone.ts';
import { issues } from '../kernel/refusals.ts';
import { askedRailSchema } from '../provider/rail-schema.ts';
import { refusedSchema } from '../provider/refusals.ts';

const commandIds = ['SalaryPayment', 'BusinessPayment', 'PromotionPayment'] as const;

/** The kind of a payout, as the provider names it. */
export const commandIdSchema = z
  .enum(commandIds, { error: issues.oneOf({ values: commandIds.join(', ') }) })
  .default('BusinessPayment')
  .meta({ description: 'The kind of payout, as the provider names it.' });

/** Body of POST /payout (spec 4.3). */
export const payoutSchema = z.object({
  amount: amountSchema.meta({ type: 'integer', description: 'Whole KES.', examples: [100] }),
  phone: phoneSchema.meta({
    description: 'Kenyan mobile number of the receiver, in any form that POST /collect accepts.',
    examples: ['254712345678'],
  }),
  commandId: commandIdSchema,
  remarks: freeTextSchema.optional().meta({ description: 'A remark for the provider.' }),
  occasion: freeTextSchema.optional().meta({ description: 'An occasion for the provider.' }),
  rail: askedRailSchema,
  idempotencyKey: idempotencyKeySchema.optional(),
});

export type PayoutInput = Omit<z.output<typeof payoutSchema>, 'idempotencyKey'>;

/** Body of POST /reversal (spec 4.4). */
export const reversalSchema = z.object({
  transactionId: transactionIdSchema.meta({
    description: 'The provider receipt of the payment to reverse.',
    examples: ['TJK1A2B3C4'],
  }),
  amount: refundAmountSchema.meta({
    type: 'integer',
    description: 'Whole KES. Must equal the amount of the original transaction: a payment cannot be reversed in part.',
    examples: [100],
  }),
  remarks: freeTextSchema.optional().meta({ description: 'A remark for the provider.' }),
  occasion: freeTextSchema.optional().meta({ description: 'An occasion for the provider.' }),
  idempotencyKey: idempotencyKeySchema.optional(),
});

export type ReversalInput = Omit<z.output<typeof reversalSchema>, 'idempotencyKey'>;

/** The first outcome of a payout or reversal, as its claim stores it. */
export const disburseOutcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('accepted'), disbursementId: z.string(), conversationId: z.string() }),
  refusedSchema.extend({ disbursementId: z.string() }),
]);
