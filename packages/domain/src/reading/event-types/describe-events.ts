import { query, sql } from '@tillgate/db';
import { z } from 'zod';
import { sampleEvent } from '../../endpoints/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { allEventTypes, type EventType } from '../../outbox/index.ts';
import { ofTenant } from '../keyset.ts';
import { eventSchemas } from './event-schemas.ts';

/** How many of the newest events are searched for one of each type. */
const scanMax = 1_000;

type EventDescription = {
  type: EventType;
  description: string;
  /** JSON Schema of the body, as in the OpenAPI document. */
  schema: Record<string, unknown>;
  example: {
    body: unknown;
    /** The time of the tenant's event that is shown; null for a made-up one. */
    at: Date | null;
  };
};

/** Every type of webhook event, with the tenant's latest one as an example, or a made-up one of the same shape. */
export async function describeEvents(ctx: TenantContext): Promise<EventDescription[]> {
  requirePermission(ctx, 'events.read');
  const latest = await readLatest(ctx);
  return allEventTypes.map((type) => {
    const own = latest.find((event) => event.type === type);
    return {
      type,
      description: z.globalRegistry.get(eventSchemas[type])?.description ?? '',
      schema: z.toJSONSchema(eventSchemas[type]),
      example: own ? { body: JSON.parse(own.body), at: own.at } : { body: madeUp(ctx, type), at: null },
    };
  });
}

/** Reads the newest events by their index, and the bodies of only those that are shown. */
function readLatest({ db, tenant }: TenantContext) {
  return query<{ type: string; body: string; at: Date }>(
    db.pool,
    'event_types_latest',
    sql`
      WITH newest AS (
        SELECT id, type, created_at FROM webhook_events
        WHERE ${ofTenant(tenant)} AND NOT test AND body_erased_at IS NULL
        ORDER BY created_at DESC, id DESC LIMIT ${scanMax}),
      latest AS (SELECT DISTINCT ON (type) id FROM newest ORDER BY type, created_at DESC, id DESC)
      SELECT e.type, e.body, e.created_at AS at FROM latest JOIN webhook_events e ON e.id = latest.id`,
  );
}

/** The body of an endpoint test, without its test mark. */
function madeUp({ tenant, clock }: TenantContext, type: EventType): unknown {
  const { applicationId, environment } = tenant;
  const event = JSON.parse(sampleEvent(type, { applicationId, environment, at: clock.now() }).body) as {
    data: Record<string, unknown>;
  };
  const { test: _, ...data } = event.data;
  return { ...event, data };
}
