import type { Queryable } from '@tillgate/db';
import type { TenantFilter } from '../endpoints/index.ts';
import { DomainError } from '../errors.ts';
import { type LockedDelivery, lockDeliveryRow } from './lock-statements.ts';

/**
 * Locks a delivery until the transaction ends, and its endpoint against being disabled.
 * @throws DomainError not_found, the same for a foreign and a missing one
 */
export async function lockDelivery(
  db: Queryable,
  which: TenantFilter & { deliveryId: string },
): Promise<LockedDelivery> {
  const delivery = await lockDeliveryRow(db, which);
  if (!delivery) throw unknownDelivery();
  return delivery;
}

export function unknownDelivery(): DomainError {
  return new DomainError('not_found', 'There is no such delivery.');
}
