import { listRestores } from '@tillgate/domain/reading/gaps';
import { createRouter, tenantProcedure } from '../init.ts';
import { toWire } from '../wire.ts';

/** Restores of the database, and what they mean for the tenant. */
export const restoresRouter = createRouter({
  list: tenantProcedure('payments.read').query(async ({ ctx }) => toWire(await listRestores(ctx.tenantCtx))),
});
