import { validate as isUuid } from 'uuid';
import { requireEither } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { notFound } from '../../kernel/errors.ts';
import { findBatchRow, type StoredBatch } from './batch-statements.ts';
import { type BatchView, batchView } from './batch-view.ts';

/**
 * A batch of payouts of the tenant.
 * @throws DomainError forbidden, not_found: a foreign, a missing and a malformed id look the same
 */
export async function getBatch(ctx: TenantContext, batchId: string): Promise<BatchView> {
  requireEither(ctx, 'read', 'batches.read');
  return batchView(await demandBatch(ctx, batchId), ctx.tenant.environment);
}

/**
 * A batch of the tenant, whoever asks.
 * @throws DomainError not_found
 */
export async function demandBatch(ctx: Pick<TenantContext, 'db' | 'tenant'>, batchId: string): Promise<StoredBatch> {
  const row = isUuid(batchId) ? await findBatchRow(ctx.db.pool, batchId, ctx.tenant) : undefined;
  if (!row) throw notFound('payout batch');
  return row;
}
