import { describeEvents } from '@tillgate/domain/reading/event-types';
import { browseEvents, browseEventsSchema, eventSchema, getEvent } from '@tillgate/domain/reading/events';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';
import { toWire } from '../wire.ts';

const read = tenantProcedure('events.read');

export const eventsRouter = createRouter({
  list: read
    .input(verbInput(browseEventsSchema))
    .query(async ({ ctx, input }) => toWire(await browseEvents(ctx.tenantCtx, withoutTenant(input)))),

  /** Every type with its schema and an example. */
  types: read.query(async ({ ctx }) => toWire(await describeEvents(ctx.tenantCtx))),

  get: read
    .input(verbInput(eventSchema))
    .query(async ({ ctx, input }) => toWire(await getEvent(ctx.tenantCtx, withoutTenant(input)))),
});
