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

/** Receivers of payouts under a name. */
export const recipientsRouter = createRouter({
  list: paying.query(({ ctx }) => listRecipients(ctx.tenantCtx)),
  save: paying
    .input(verbInput(saveRecipientSchema))
    .mutation(({ ctx, input }) => saveRecipient(ctx.tenantCtx, withoutTenant(input))),
  remove: paying
    .input(verbInput(removeRecipientSchema))
    .mutation(({ ctx, input }) => removeRecipient(ctx.tenantCtx, withoutTenant(input))),
});
