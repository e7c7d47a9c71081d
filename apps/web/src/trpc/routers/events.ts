import { type BrowseEventsInput, browseEvents, getEvent } from '@tillgate/domain/reading/events';
import { z } from 'zod';
import { createRouter, tenantProcedure } from '../init.ts';
import { pageFields } from '../page-fields.ts';
import { toWire } from '../wire.ts';

const read = tenantProcedure('events.read');

export const eventsRouter = createRouter({
  list: read
    .input(
      z.object({
        ...pageFields,
        type: z.string().optional(),
        subjectId: z.string().optional(),
        test: z.boolean().optional(),
        delivery: z.string().optional(),
      }),
    )
    .query(async ({ ctx, input: { applicationId: _, environment: __, ...filters } }) =>
      // The verb judges what the filters may be.
      toWire(await browseEvents(ctx.tenantCtx, filters as BrowseEventsInput)),
    ),

  get: read
    .input(z.object({ eventId: z.string() }))
    .query(async ({ ctx, input: { eventId } }) => toWire(await getEvent(ctx.tenantCtx, { eventId }))),
});
