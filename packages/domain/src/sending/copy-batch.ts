import { breaksConstraint } from '@tillgate/db';
import { v5 as uuidv5 } from 'uuid';
import {
  type CopyBatchInput,
  copyBatchSchema,
  isMade,
  listFromValues,
  type MadeBatch,
  makeBatch,
} from '../batches/index.ts';
import { fingerprintOf } from '../idempotency/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { DomainError, notFound } from '../kernel/errors.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { type CopiedRow, listCopied } from './copy-statements.ts';
import { sendingIssues, sendingRefusals } from './refusals.ts';

/**
 * Makes a new batch of rows of an earlier one. `failed`: of those that were surely not paid, or of some of them, each at
 * most once. `all`: of all that could be paid and that the approver did not leave out, such as the payroll of the next month.
 * The new batch is checked, sent off and approved like any other. The same person with the same request key gets the same batch.
 * @throws DomainError forbidden, not_found, invalid_input (nothing to pay again, a row that is open or was paid, paid again
 *   already)
 */
export async function copyBatch(ctx: TenantContext, given: CopyBatchInput): Promise<MadeBatch> {
  requirePermission(ctx, 'batches.request');
  const { batchId, what, rowIds, name, requestKey } = parseInput(copyBatchSchema, given);
  const parent = await ctx.db.prisma.payoutBatch.findFirst({ where: { id: batchId, ...ctx.tenant } });
  if (!parent) throw notFound('payout batch');
  const { applicationId, environment } = ctx.tenant;
  const id = uuidv5([environment, ctx.actor, fingerprintOf({ ...given }), requestKey].join(' '), applicationId);
  const made: MadeBatch = { batchId: id, status: 'checking' };
  if (await isMade(ctx, id)) return made;
  const rows = chosen(await listCopied(ctx.db.pool, batchId), what, rowIds);
  const list = { rows: listFromValues(rows), file: null };
  const retryOf = new Map(what === 'failed' ? rows.map(({ rowId }, index) => [index + 1, rowId]) : []);
  const input = { name, commandId: parent.commandId as 'SalaryPayment', ...(parent.note && { note: parent.note }) };
  try {
    await makeBatch(ctx, input, { id, list, claim: undefined, parent: { batchId, retryOf } });
  } catch (error) {
    if (!breaksConstraint(error, 'payout_batch_rows_retry_of_key')) throw error;
    throw new DomainError('invalid_input', sendingRefusals.paidAgainAlready);
  }
  return made;
}

function chosen(
  rows: readonly CopiedRow[],
  what: 'failed' | 'all',
  rowIds: readonly string[] | undefined,
): CopiedRow[] {
  const fitting = rows.filter(({ isFailed, isRepeated }) => (what === 'failed' ? isFailed : isRepeated));
  if (rowIds === undefined) {
    const left = what === 'failed' ? fitting.filter(({ isRetried }) => !isRetried) : fitting;
    if (left.length === 0) throw invalidInput(issue('batchId', sendingIssues.nothingFailed));
    return left;
  }
  const byId = new Map(fitting.map((row) => [row.rowId, row]));
  const found = [...new Set(rowIds)].map((id) => byId.get(id));
  const wanted = found.filter((row) => row !== undefined);
  if (wanted.length === 0) throw invalidInput(issue('rowIds', sendingIssues.nothingFailed));
  if (wanted.length < found.length) throw invalidInput(issue('rowIds', sendingIssues.rowNotFailed));
  return wanted;
}
