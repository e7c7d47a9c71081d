import { requireKnown } from '../../endpoints/index.ts';
import { deliveriesOf, type StoredDelivery, toEndpoint } from '../deliveries/list-deliveries.ts';
import { listDeliveriesSchema } from '../deliveries/schemas.ts';
import { sourceOf } from './source.ts';

/** Deliveries to one endpoint. */
export const deliveriesSource = sourceOf({
  permission: 'endpoints.read',
  filter: listDeliveriesSchema.pick({ endpointId: true, status: true, type: true }),
  periodFields: ['since', 'until'],
  async query(ctx, filter) {
    await requireKnown(ctx.db.pool, { endpointId: filter.endpointId, ...ctx.tenant });
    return deliveriesOf(toEndpoint(filter.endpointId), filter);
  },
  columns: {
    delivery_id: { kind: 'id', value: (row: StoredDelivery) => row.id },
    created_at: { kind: 'moment', value: (row) => row.createdAt },
    ended_at: { kind: 'moment', value: (row) => row.endedAt },
    event_id: { kind: 'id', value: (row) => row.eventId },
    event_type: { kind: 'id', value: (row) => row.type },
    test: { kind: 'flag', value: (row) => row.test },
    status: { kind: 'id', value: (row) => row.status },
    attempts: { kind: 'number', value: (row) => row.attemptCount },
    next_attempt_at: { kind: 'moment', value: (row) => row.nextAttemptAt },
    last_status_code: { kind: 'number', value: (row) => row.lastStatusCode },
    last_error: { kind: 'text', value: (row) => row.lastError },
  },
});
