import { OrderKind } from '@tillgate/db';
import { z } from 'zod';
import { payoutSchema, reversalSchema } from '../disbursements/index.ts';
import { idSchema } from '../input.ts';
import { accountBalanceSchema, transactionStatusSchema } from '../inquiries/index.ts';
import { collectSchema } from '../payments/index.ts';
import { qrSchema } from '../qr/index.ts';

const reasonMax = 200;
/** What a Postgres `integer` holds. */
const thresholdMax = 2_147_483_647;

/** What can be verified about stored credentials without moving money. */
export const checkCapabilities = ['token', 'prompt', 'initiator'] as const;
export type CheckCapability = (typeof checkCapabilities)[number];

/** What each kind is carried out with: the same as REST takes, without its key. */
export const orderInputs = {
  collect: collectSchema.omit({ idempotencyKey: true }),
  payout: payoutSchema.omit({ idempotencyKey: true }),
  reversal: reversalSchema.omit({ idempotencyKey: true }),
  payment_query: z.object({ paymentId: idSchema }),
  transaction_status: transactionStatusSchema,
  account_balance: accountBalanceSchema,
  c2b_registration: z.object({}),
  qr_code: qrSchema,
  credential_check: z.object({
    capability: z.enum(checkCapabilities, { error: `must be one of ${checkCapabilities.join(', ')}` }),
  }),
} satisfies Record<OrderKind, z.ZodType>;

/** Plain words of a person; an empty text is none. */
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
  /** Judged by the schema of the kind. */
  input: z.unknown(),
  reason: wordsSchema,
  /** Made once per form: pressed twice is once. */
  requestKey: z
    .string({ error: 'must be a text' })
    .regex(/^[\x21-\x7e]{8,100}$/, { error: 'must be 8 to 100 printable characters' }),
});
export type RequestOrderInput = z.input<typeof requestOrderSchema>;

export const decideOrderSchema = z.object({ orderId: z.string(), note: wordsSchema });
export type DecideOrderInput = z.input<typeof decideOrderSchema>;

const thresholdSchema = z
  .int({ error: 'must be whole KES' })
  .min(1, { error: 'must be at least 1' })
  .max(thresholdMax, { error: `must be at most ${thresholdMax}` })
  .nullable();

export const setPolicySchema = z.object({ payoutFrom: thresholdSchema, reversalFrom: thresholdSchema });
export type SetPolicyInput = z.input<typeof setPolicySchema>;
