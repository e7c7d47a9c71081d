import { z } from 'zod';

/** What a Postgres `integer` holds. */
const amountMax = 2_147_483_647;

const amount = z
  .int({ error: 'must be whole KES' })
  .min(1, { error: 'must be at least 1' })
  .max(amountMax, { error: `must be at most ${amountMax}` })
  .nullable();

/** A whole policy. */
export const policySchema = z.object({
  payoutFrom: amount,
  reversalFrom: amount,
  /** Orders of a version without it have none. */
  resolutionFrom: amount.default(null),
  apiApprovalFrom: amount,
  perTransaction: amount,
  perDay: amount,
  perRecipientPerDay: amount,
  perKeyPerDay: amount,
  /** Orders of a version without it mean never. */
  apiLikeDashboard: z.boolean({ error: 'must be true or false' }).default(false),
  requireKey: z.boolean({ error: 'must be true or false' }),
});

/** A change of a policy: what is left out stays, null removes a threshold or limit. */
export const setPolicySchema = policySchema
  .extend({ resolutionFrom: amount, apiLikeDashboard: z.boolean({ error: 'must be true or false' }) })
  .partial();
export type SetPolicyInput = z.input<typeof setPolicySchema>;
