import { areBodiesKept, keepBodies, keepBodiesSchema } from '@tillgate/domain/applications';
import { browseRequests, browseRequestsSchema, getRequest, requestSchema } from '@tillgate/domain/reading/requests';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';
import { toWire } from '../wire.ts';

const read = tenantProcedure('requests.read');

export const requestsRouter = createRouter({
  list: read
    .input(verbInput(browseRequestsSchema))
    .query(async ({ ctx, input }) => toWire(await browseRequests(ctx.tenantCtx, withoutTenant(input)))),

  get: read
    .input(verbInput(requestSchema))
    .query(async ({ ctx, input }) => toWire(await getRequest(ctx.tenantCtx, withoutTenant(input)))),

  bodies: read.query(({ ctx }) => areBodiesKept(ctx.tenantCtx)),

  keepBodies: tenantProcedure('requests.write', { reauthentication: 'production' })
    .input(verbInput(keepBodiesSchema))
    .mutation(({ ctx, input }) => keepBodies(ctx.tenantCtx, withoutTenant(input))),
});
