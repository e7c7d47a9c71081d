import { only, type Queryable, query, sql, type WebhookDeliveryModel, type WebhookEndpointModel } from '@tillgate/db';
import { isOfTenant, type TenantFilter } from '../endpoints/index.ts';

export type LockedDelivery = Pick<
  WebhookDeliveryModel,
  'id' | 'endpointId' | 'eventId' | 'status' | 'nextAttemptAt' | 'claimedUntil' | 'resentAt'
> & {
  endpoint: Pick<WebhookEndpointModel, 'status' | 'deletedAt'>;
  /** The body of its event was erased. */
  isErased: boolean;
};

/**
 * Locks a delivery until the transaction ends, and its endpoint against being disabled. Undefined when the tenant has no
 * such delivery. It locks the delivery before the endpoint, as the workers do. The other order could deadlock.
 */
export async function lockDeliveryRow(
  db: Queryable,
  which: TenantFilter & { deliveryId: string },
): Promise<LockedDelivery | undefined> {
  const [delivery] = await query<Omit<LockedDelivery, 'endpoint'>>(
    db,
    'delivery_lock',
    sql`
      SELECT d.id, d.endpoint_id AS "endpointId", d.event_id AS "eventId", d.status, d.next_attempt_at AS "nextAttemptAt",
        d.claimed_until AS "claimedUntil", d.resent_at AS "resentAt",
        (SELECT v.body_erased_at IS NOT NULL FROM webhook_events v WHERE v.id = d.event_id) AS "isErased"
      FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
      WHERE d.id = ${which.deliveryId}::uuid AND ${isOfTenant(which)} FOR NO KEY UPDATE OF d`,
  );
  if (!delivery) return undefined;
  const endpoints = await query<LockedDelivery['endpoint']>(
    db,
    'delivery_lock_endpoint',
    sql`
      SELECT status, deleted_at AS "deletedAt" FROM webhook_endpoints
      WHERE id = ${delivery.endpointId}::uuid FOR SHARE`,
  );
  return { ...delivery, endpoint: only(endpoints) };
}

/** How many of some deliveries are the tenant's. */
export async function countOwn(db: Queryable, tenant: TenantFilter, deliveryIds: string[]): Promise<number> {
  const rows = await query<{ n: number }>(
    db,
    'deliveries_count_own',
    sql`
      SELECT count(*)::int AS n FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
      WHERE d.id = ANY(${deliveryIds}::uuid[]) AND ${isOfTenant(tenant)}`,
  );
  return only(rows).n;
}

/**
 * The newest of all deliveries of an event to an endpoint. Locks the event first, so that no other copy is made before
 * the transaction ends.
 */
export async function lockLatestCopy(
  db: Queryable,
  { eventId, endpointId }: { eventId: string; endpointId: string },
): Promise<{ id: string; copy: number; createdAt: Date }> {
  await query(db, 'event_lock', sql`SELECT 1 FROM webhook_events WHERE id = ${eventId}::uuid FOR NO KEY UPDATE`);
  return only(
    await query(
      db,
      'delivery_latest_copy',
      sql`
        SELECT id, copy, created_at AS "createdAt" FROM webhook_deliveries
        WHERE event_id = ${eventId}::uuid AND endpoint_id = ${endpointId}::uuid ORDER BY copy DESC LIMIT 1`,
    ),
  );
}
