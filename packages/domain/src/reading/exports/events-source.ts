import { type EventRow, eventsOf } from '../events/browse-events.ts';
import { browseEventsSchema } from '../events/schemas.ts';
import { sourceOf } from './source.ts';

/** Webhook events, with the number of deliveries in each status. The file has no bodies. */
export const eventsSource = sourceOf({
  permission: 'events.read',
  filter: browseEventsSchema.pick({ type: true, subjectId: true, test: true, delivery: true }),
  periodFields: ['since', 'until'],
  query: async (ctx, filter) => eventsOf(ctx.tenant, filter),
  columns: {
    event_id: { kind: 'id', value: (row: EventRow) => row.id },
    created_at: { kind: 'moment', value: (row) => row.createdAt },
    event_type: { kind: 'id', value: (row) => row.type },
    subject_id: { kind: 'id', value: (row) => row.subjectId },
    test: { kind: 'flag', value: (row) => row.test },
    due: { kind: 'count', value: (row) => row.deliveries.due },
    delivered: { kind: 'count', value: (row) => row.deliveries.delivered },
    exhausted: { kind: 'count', value: (row) => row.deliveries.exhausted },
    cancelled: { kind: 'count', value: (row) => row.deliveries.cancelled },
  },
});
