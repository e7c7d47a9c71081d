import type { OrderModel, Queryable } from '@tillgate/db';
import { findRestoreRefusal } from '../gaps/index.ts';
import type { DomainError } from '../kernel/errors.ts';
import { orderKinds } from './kinds/index.ts';

/**
 * Why an order may no longer be carried out because the database was restored after it was made: it may have sent money or
 * a prompt in the gap. Undefined for other orders.
 */
export async function restoreRefusal(
  db: Queryable,
  { kind, createdAt }: Pick<OrderModel, 'kind' | 'createdAt'>,
): Promise<DomainError | undefined> {
  const repeats = orderKinds[kind].keyed !== undefined || kind === 'payout_batch';
  return repeats ? findRestoreRefusal(db, createdAt) : undefined;
}
