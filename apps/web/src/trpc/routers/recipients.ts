import {
  listRecipients,
  removeRecipient,
  removeRecipientSchema,
  saveRecipient,
  saveRecipientSchema,
} from '@tillgate/domain/recipients';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';

const paying = tenantProcedure('payouts.request');
/** Who changes a number redirects every payout that somebody else asks for by the name. */
const naming = tenantProcedure('payouts.request', { reauthentication: true });

/** Receivers of payouts under a name. */
export const recipientsRouter = createRouter({
  list: paying.query(({ ctx }) => listRecipients(ctx.tenantCtx)),
  save: naming
    .input(verbInput(saveRecipientSchema))
    .mutation(({ ctx, input }) => saveRecipient(ctx.tenantCtx, withoutTenant(input))),
  remove: naming
    .input(verbInput(removeRecipientSchema))
    .mutation(({ ctx, input }) => removeRecipient(ctx.tenantCtx, withoutTenant(input))),
});
