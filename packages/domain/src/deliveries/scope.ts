import type { Queryable } from '@tillgate/db';
import type { TenantFilter } from '../endpoints/index.ts';
import { notFound } from '../kernel/errors.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import { countOwn, type LockedDelivery, lockDeliveryRow } from './lock-statements.ts';
import { deliveryIssues } from './refusals.ts';

/**
 * Locks a delivery until the transaction ends, and its endpoint against being disabled.
 * @throws DomainError not_found, the same for a foreign and a missing one
 */
export async function lockDelivery(
  db: Queryable,
  which: TenantFilter & { deliveryId: string },
): Promise<LockedDelivery> {
  const delivery = await lockDeliveryRow(db, which);
  if (!delivery) throw notFound('delivery');
  return delivery;
}

/**
 * Checks that all of some deliveries, each named once, are the tenant's.
 * @throws DomainError not_found, the same for foreign and missing ones
 */
export async function requireAll(db: Queryable, tenant: TenantFilter, deliveryIds: string[]): Promise<void> {
  if ((await countOwn(db, tenant, deliveryIds)) < deliveryIds.length) throw notFound('delivery');
}

/**
 * Refuses a delivery whose event body was deleted or erased.
 * @throws DomainError invalid_input
 */
export function requireBody({ isErased }: Pick<LockedDelivery, 'isErased'>): void {
  if (isErased) throw invalidInput(issue('deliveryId', deliveryIssues.deliveryBodyGone));
}
