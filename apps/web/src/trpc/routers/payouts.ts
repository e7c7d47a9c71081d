import { requestOrder } from '@tillgate/domain/orders';
import { getCredentialsStatus } from '@tillgate/domain/reading/credentials';
import { browseDisbursements, getDisbursementDetail } from '@tillgate/domain/reading/disbursements';
import { z } from 'zod';
import { createRouter, tenantProcedure } from '../init.ts';

/** The verbs judge what is in them. */
const listInput = z.object({
  kind: z.enum(['payout', 'reversal']).optional(),
  status: z.enum(['pending', 'success', 'failed']).optional(),
  amountMin: z.number().optional(),
  amountMax: z.number().optional(),
  createdFrom: z.string().optional(),
  createdTo: z.string().optional(),
  phone: z.string().optional(),
  receipt: z.string().optional(),
  search: z.string().optional(),
  needsReview: z.literal(true).optional(),
  /** What the reader asked for. */
  isMine: z.literal(true).optional(),
  before: z.string().optional(),
  after: z.string().optional(),
});

const requestFields = { amount: z.number().optional(), reason: z.string().optional(), requestKey: z.string() };

/** Money out: payouts to phones and refunds of payments. */
export const payoutsRouter = createRouter({
  list: tenantProcedure('payouts.read')
    .input(listInput)
    .query(({ ctx, input: { applicationId: _a, environment: _e, isMine, ...input } }) =>
      browseDisbursements(ctx.tenantCtx, { ...input, requestedBy: isMine && ctx.person.userId }),
    ),

  get: tenantProcedure('payouts.read')
    .input(z.object({ disbursementId: z.string() }))
    .query(async ({ ctx, input: { disbursementId } }) => ({
      ...(await getDisbursementDetail(ctx.tenantCtx, { disbursementId })),
      now: ctx.deps.context.clock.now().toISOString(),
    })),

  /** Whether the credentials name an initiator: without one the provider pays nothing out. */
  readiness: tenantProcedure('payouts.request').query(async ({ ctx }) => {
    const status = await getCredentialsStatus(ctx.tenantCtx);
    return { hasInitiator: status.configured && status.initiatorName !== null && status.isSet.initiatorPassword };
  }),

  /** An order of a payout, which the worker sends: at once, or when somebody else has approved it. */
  request: tenantProcedure('payouts.request', { reauthentication: true })
    .input(z.object({ ...requestFields, phone: z.string(), commandId: z.string(), remarks: z.string().optional() }))
    .mutation(({ ctx, input: { amount, phone, commandId, remarks, reason, requestKey } }) =>
      requestOrder(ctx.tenantCtx, {
        kind: 'payout',
        input: { amount, phone, commandId, remarks },
        reason,
        requestKey,
      }),
    ),

  /** The same of a refund: the reason goes to the provider as remarks. */
  reverse: tenantProcedure('reversals.request', { reauthentication: true })
    .input(z.object({ ...requestFields, transactionId: z.string() }))
    .mutation(({ ctx, input: { amount, transactionId, reason, requestKey } }) =>
      requestOrder(ctx.tenantCtx, {
        kind: 'reversal',
        input: { transactionId, amount, remarks: reason },
        reason,
        requestKey,
      }),
    ),
});
