import type { Queryable } from '@tillgate/db';
import { validate as isUuid } from 'uuid';
import type { Tenant } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { type BatchRow, findBatch, lockBatch } from './read-statements.ts';

/**
 * A batch of the tenant, locked until the transaction ends.
 * @throws DomainError not_found: a foreign, a missing and a malformed id look the same
 */
export async function lockOwnBatch(db: Queryable, batchId: string, tenant: Tenant): Promise<BatchRow> {
  const batch = isUuid(batchId) ? await lockBatch(db, batchId, tenant) : undefined;
  if (!batch) throw notFound('payout batch');
  return batch;
}

/**
 * A batch of the tenant.
 * @throws DomainError not_found: a foreign, a missing and a malformed id look the same
 */
export async function findOwnBatch(db: Queryable, batchId: string, tenant: Tenant): Promise<BatchRow> {
  const batch = isUuid(batchId) ? await findBatch(db, batchId) : undefined;
  const isOwn = batch?.applicationId === tenant.applicationId && batch.environment === tenant.environment;
  if (!batch || !isOwn) throw notFound('payout batch');
  return batch;
}
