import { sql } from '@tillgate/db';
import { z } from 'zod';
import { requireEither } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { invalidInput, issue, parseInput } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';
import { given, readRows, rowsWithin } from '../keyset.ts';
import { readingIssues } from '../refusals.ts';
import { restPage } from '../rest-page.ts';
import { batchColumns, countsJoin, findBatchRow, type StoredBatch } from './batch-statements.ts';
import { type BatchView, batchStatuses, batchView } from './batch-view.ts';

/** Query of GET /payout-batches. */
export const listBatchesSchema = z.object({
  ...restPage('batches', readingIssues.batchId),
  status: z
    .enum(batchStatuses, { error: issues.oneOf({ values: batchStatuses.join(', ') }) })
    .optional()
    .meta({ description: 'Returns only batches in this state.' }),
});
type ListBatchesInput = z.output<typeof listBatchesSchema>;

/**
 * The input of {@link listBatches} from a caller without a schema of its own.
 * @throws DomainError invalid_input
 */
export function readBatchList({ limit, ...given }: { limit?: number | undefined } & object): ListBatchesInput {
  return parseInput(listBatchesSchema, { ...given, ...(limit !== undefined && { limit: String(limit) }) });
}

/**
 * A tenant's batches of payouts, newest first, a page at a time. `next` is the cursor of the page that follows, null on the
 * last one.
 * @throws DomainError forbidden (scope, role), invalid_input when `before` is no batch of the tenant
 */
export async function listBatches(
  ctx: TenantContext,
  { limit, before, status }: ListBatchesInput,
): Promise<{ batches: BatchView[]; next: string | null }> {
  requireEither(ctx, 'read', 'batches.read');
  const after = before === undefined ? undefined : await findBatchRow(ctx.db.pool, before, ctx.tenant);
  if (before !== undefined && !after) throw invalidInput(issue('before', readingIssues.batchElsewhere));
  const byStatus = given(status, (each) => sql`status = ${each}::"PayoutBatchStatus"`);
  const { rows, hasMore } = await readRows<StoredBatch>(
    ctx.db,
    {
      rows: rowsWithin(sql`payout_batches`, ctx.tenant, byStatus),
      idType: 'uuid',
      columns: batchColumns,
      joins: countsJoin,
      conditions: [],
    },
    { limit, ...(after && { before: { at: after.createdAt, id: after.id } }) },
  );
  const batches = rows.map((row) => batchView(row, ctx.tenant.environment));
  return { batches, next: hasMore ? (batches.at(-1)?.batchId ?? null) : null };
}
