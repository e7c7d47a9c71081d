import { type BrowseRequestsInput, browseRequests, getRequest } from '@tillgate/domain/reading/requests';
import { z } from 'zod';
import { createRouter, tenantProcedure } from '../init.ts';
import { pageFields } from '../page-fields.ts';
import { toWire } from '../wire.ts';

const read = tenantProcedure('requests.read');

export const requestsRouter = createRouter({
  list: read
    .input(
      z.object({
        ...pageFields,
        statusClass: z.string().optional(),
        method: z.string().optional(),
        path: z.string().optional(),
        keyId: z.string().optional(),
        errorCode: z.string().optional(),
        idempotencyKey: z.string().optional(),
        resourceId: z.string().optional(),
      }),
    )
    .query(async ({ ctx, input: { applicationId: _, environment: __, ...filters } }) =>
      // The verb judges what the filters may be.
      toWire(await browseRequests(ctx.tenantCtx, filters as BrowseRequestsInput)),
    ),

  get: read
    .input(z.object({ requestId: z.string() }))
    .query(async ({ ctx, input: { requestId } }) => toWire(await getRequest(ctx.tenantCtx, { requestId }))),
});
