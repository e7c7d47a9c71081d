import { type PayoutBatchPause, PayoutBatchStatus, sql } from '@tillgate/db';
import { z } from 'zod';
import { batchNameMax } from '../../batches/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';
import { type ActorView, describeActors } from '../actors.ts';
import { given, type Page, pageInput, readPage, rowsWithin } from '../keyset.ts';
import { periodShape } from '../period.ts';
import { batchColumns, countsJoin, type RowCounts, type StoredBatch } from './batch-statements.ts';
import { batchStatuses } from './batch-view.ts';

export const browseBatchesSchema = z.object({
  status: z.enum(PayoutBatchStatus, { error: issues.oneOf({ values: batchStatuses.join(', ') }) }).optional(),
  /** Any part of the name, in upper or lower case. */
  text: z
    .string({ error: issues.text })
    .trim()
    .min(1, { error: issues.empty })
    .max(batchNameMax, { error: issues.tooLong({ max: batchNameMax }) })
    .refine((text) => text.isWellFormed() && !text.includes('\u0000'), { error: issues.brokenCharacters })
    .optional(),
  ...periodShape,
  limit: pageInput.limit,
  before: pageInput.before,
  after: pageInput.after,
});
export type BrowseBatchesInput = z.input<typeof browseBatchesSchema>;

/** A batch in a list of many. Amounts are whole KES. */
export type BatchListRow = {
  id: string;
  name: string;
  status: PayoutBatchStatus;
  pausedBecause: PayoutBatchPause | null;
  commandId: string;
  rows: number;
  counts: RowCounts;
  /** Of the rows that are paid: without refused and skipped ones. */
  amount: number;
  amountPaid: number;
  scheduledFor: Date | null;
  createdAt: Date;
  /** Who sent it off; before that, who made it. */
  by: ActorView;
};

/**
 * A tenant's batches of payouts for people, newest first, a page at a time, in bounded time.
 * @throws DomainError forbidden, invalid_input
 */
export async function browseBatches(ctx: TenantContext, input: BrowseBatchesInput): Promise<Page<BatchListRow>> {
  requirePermission(ctx, 'batches.read');
  const { createdFrom, createdTo, limit, before, after, status, text } = parseInput(browseBatchesSchema, input);
  const list = {
    rows: rowsWithin(sql`payout_batches`, ctx.tenant),
    idType: 'uuid' as const,
    columns: batchColumns,
    joins: countsJoin,
    conditions: [
      given(status, (each) => sql`r.status = ${each}::"PayoutBatchStatus"`),
      given(text, (part) => sql`position(lower(${part}) IN lower(r.name)) > 0`),
    ],
  };
  const { rows, newer, older } = await readPage<StoredBatch>(ctx.db, list, {
    limit,
    ...(before && { before }),
    ...(after && { after }),
    ...(createdFrom && { since: createdFrom }),
    ...(createdTo && { until: createdTo }),
  });
  const asked = rows.map(({ submittedBy, createdBy }) => submittedBy ?? createdBy);
  const who = await describeActors(ctx.db.prisma, ctx.tenant.applicationId, asked);
  return { newer, older, rows: rows.map((row) => ({ ...shown(row), by: who(row.submittedBy ?? row.createdBy) })) };
}

function shown(row: StoredBatch): Omit<BatchListRow, 'by'> {
  const { id, name, status, pausedBecause, commandId, rowCount: rows, counts, amount, amountPaid } = row;
  const { scheduledFor, createdAt } = row;
  return {
    ...{ id, name, status, pausedBecause, commandId, rows, counts, amount, amountPaid },
    ...{ scheduledFor, createdAt },
  };
}
