import { z } from 'zod';
import { issues } from '../kernel/refusals.ts';

/** What a Postgres `integer` holds. */
const amountMax = 2_147_483_647;

const amount = z
  .int({ error: issues.wholeKes })
  .min(1, { error: issues.amountAtLeast({ min: 1 }) })
  .max(amountMax, { error: issues.amountAtMost({ max: amountMax }) })
  .nullable();

/** A whole policy. */
export const policySchema = z.object({
  payoutFrom: amount,
  reversalFrom: amount,
  /** Orders of older versions lack these two. */
  batchFrom: amount.default(null),
  resolutionFrom: amount.default(null),
  apiApprovalFrom: amount,
  perTransaction: amount,
  perDay: amount,
  perRecipientPerDay: amount,
  perKeyPerDay: amount,
  /** Orders of older versions lack it, which means never. */
  apiLikeDashboard: z.boolean({ error: issues.boolean }).default(false),
  requireKey: z.boolean({ error: issues.boolean }),
});

/** A change of a policy: missing fields do not change, null removes a threshold or limit. */
export const setPolicySchema = policySchema
  .extend({ batchFrom: amount, resolutionFrom: amount, apiLikeDashboard: z.boolean({ error: issues.boolean }) })
  .partial();
export type SetPolicyInput = z.input<typeof setPolicySchema>;
