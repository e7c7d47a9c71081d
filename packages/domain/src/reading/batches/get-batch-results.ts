import { query, sql } from '@tillgate/db';
import type { z } from 'zod';
import { type batchIdSchema, payoutRowsMax } from '../../batches/index.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { type BatchRowLine, lineOf, rowColumns, type StoredLine } from './browse-batch-rows.ts';
import { type BatchDetail, getBatchDetail } from './get-batch-detail.ts';

/** A row of a batch with the time of its outcome. */
export type BatchResultRow = BatchRowLine & { settledAt: Date | null };

/** A batch with all its rows, for a record of it. */
export type BatchResults = {
  organizationName: string;
  applicationName: string;
  batch: BatchDetail;
  /** In the order of the list. Phones are masked. */
  rows: BatchResultRow[];
};

/**
 * A batch and what became of each of its rows. The batch is read first, so a batch that has ended has no row that looks open.
 * @throws DomainError forbidden, not_found: a foreign, a missing and a malformed id look the same
 */
export async function getBatchResults(
  ctx: TenantContext,
  { batchId }: z.input<typeof batchIdSchema>,
): Promise<BatchResults> {
  const batch = await getBatchDetail(ctx, { batchId });
  const [application, stored] = await Promise.all([
    ctx.db.prisma.application.findUniqueOrThrow({
      where: { id: ctx.tenant.applicationId },
      select: { name: true, organization: { select: { name: true } } },
    }),
    query<StoredLine & { settledAt: Date | null }>(
      ctx.db.pool,
      'batch_rows_results',
      sql`
        SELECT ${rowColumns}, d.settled_at AS "settledAt"
        FROM payout_batch_rows r LEFT JOIN disbursements d ON d.id = r.disbursement_id
        WHERE r.batch_id = ${batch.batchId}::uuid ORDER BY r.number LIMIT ${payoutRowsMax}::int`,
    ),
  ]);
  const rows = stored.map(({ settledAt, ...row }) => ({ ...lineOf(row), settledAt }));
  return { organizationName: application.organization.name, applicationName: application.name, batch, rows };
}
