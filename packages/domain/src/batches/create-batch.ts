import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import {
  fingerprintOf,
  type IdempotentRequest,
  type NewClaim,
  runIdempotent,
  type WithTurns,
} from '../idempotency/index.ts';
import { requireEither, requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { findPolicy, keyRequiredRefusal } from '../policies/index.ts';
import { hashOfList, referenceKeyOf, scheduleIssue, unendedBatchesMax } from './batch.ts';
import { publishBatchDue } from './batch-due.ts';
import { listFromValues } from './list-from-values.ts';
import { isGood, type PayoutRow, payoutSumMax } from './payout-row.ts';
import { readPayoutFile, type UnclearReading } from './read-payout-file.ts';
import { countUnended } from './read-statements.ts';
import { batchIssues } from './refusals.ts';
import type { NewRow } from './row-statements.ts';
import { type CreateBatchInput, type NewBatchInput, newBatchSchema } from './schemas.ts';
import { insertBatch, type NewBatch } from './statements.ts';
import { sumOf } from './total-line.ts';

/** What the first answer says, and every repeat of its key. */
const madeSchema = z.strictObject({ batchId: z.string(), status: z.literal('checking') });
export type MadeBatch = z.output<typeof madeSchema>;

/**
 * Makes a batch of payouts from the rows of a program. Nothing is paid: a worker checks the rows, and somebody sends the
 * batch off. The same key and input return the same batch.
 * @throws DomainError forbidden, invalid_input (no key in production, sum, schedule, too many batches), idempotency_*
 */
export async function createBatch(
  ctx: TenantContext & WithTurns,
  input: CreateBatchInput,
  idempotency?: Omit<IdempotentRequest, 'endpoint'>,
): Promise<{ batch: MadeBatch; replayed: boolean }> {
  requireEither(ctx, 'payout', 'batches.request');
  const { environment } = ctx.tenant;
  const policy = await findPolicy(ctx.db.pool, ctx.tenant);
  const refusal = keyRequiredRefusal(policy, 'batch', { environment, hasKey: idempotency !== undefined });
  if (refusal) throw refusal;
  const request = idempotency && { endpoint: 'batch' as const, ...idempotency };
  const { outcome, replayed } = await runIdempotent(ctx, request, madeSchema, async (claim) => {
    const list = { rows: listFromValues(input.rows), file: null };
    return makeBatch(ctx, input, { id: uuidv7(), list, claim });
  });
  return { batch: outcome, replayed };
}

/** A list that a person gives: the bytes of a file, or pasted lines. */
type GivenList = NewBatchInput & { source: Uint8Array | string };

/**
 * Makes a batch from a file or from pasted lines. The same person with the same request key and list gets the same batch,
 * however often it is called: its id follows from them.
 * @returns what a person has to choose first, where the columns are unclear
 * @throws DomainError forbidden, invalid_input
 */
export async function createBatchFromFile(
  ctx: TenantContext,
  { source, ...given }: GivenList,
): Promise<MadeBatch | UnclearReading> {
  requirePermission(ctx, 'batches.request');
  const { requestKey, mapping, fileName, ...input } = parseInput(newBatchSchema, given);
  const reading = await readPayoutFile(source, mapping);
  if (reading.is === 'unclear') return reading;
  const { applicationId, environment } = ctx.tenant;
  const fingerprint = fingerprintOf({ ...given, hash: hashOfList(reading.rows) });
  const id = uuidv5([environment, ctx.actor, fingerprint, requestKey].join(' '), applicationId);
  if (await isMade(ctx, id)) return { batchId: id, status: 'checking' };
  const bytes = typeof source === 'string' ? Buffer.byteLength(source) : source.byteLength;
  const list = { rows: reading.rows, file: fileName === undefined ? null : { name: fileName, bytes } };
  await makeBatch(ctx, input, { id, list, claim: undefined });
  return { batchId: id, status: 'checking' };
}

/** Whether a batch of the tenant has this id: its form was sent before. */
export async function isMade({ db, tenant }: Pick<TenantContext, 'db' | 'tenant'>, id: string): Promise<boolean> {
  return (await db.prisma.payoutBatch.count({ where: { id, ...tenant } })) > 0;
}

type Making = {
  id: string;
  list: { rows: readonly PayoutRow[]; file: NewBatch['file'] };
  claim: NewClaim | undefined;
  /** The batch that it repeats, and by the number of a row the row that it pays again. */
  parent?: { batchId: string; retryOf: ReadonlyMap<number, string> };
};

type Described = Pick<CreateBatchInput, 'name' | 'commandId' | 'note' | 'scheduledFor'>;

/** @returns undefined when its key was claimed before, or the batch is there already */
export async function makeBatch(
  ctx: TenantContext,
  input: Described,
  { id, list: { rows, file }, claim, parent }: Making,
): Promise<MadeBatch | undefined> {
  const createdAt = ctx.clock.now();
  const { name, commandId, note = null, scheduledFor = null } = input;
  const sum = sumOf(rows.filter(isGood).map(({ amount }) => amount));
  if (sum > payoutSumMax) throw invalidInput(issue('rows', batchIssues.payoutListSum({ sum, max: payoutSumMax })));
  const late = scheduledFor && scheduleIssue(scheduledFor, createdAt);
  if (late) throw invalidInput(issue('scheduledFor', late));
  const outcome: MadeBatch = { batchId: id, status: 'checking' };
  const isMade = await ctx.db.transaction(async (db) => {
    if ((await countUnended(db, ctx.tenant)) >= unendedBatchesMax) {
      throw invalidInput(issue('', batchIssues.tooManyUnended({ max: unendedBatchesMax })));
    }
    const batch = {
      ...{ id, ...ctx.tenant, name, note, commandId, scheduledFor, file, createdAt },
      ...{ rowCount: rows.length, rowsHash: hashOfList(rows), createdBy: ctx.actor },
      parentId: parent?.batchId ?? null,
    };
    return insertBatch(db, batch, {
      rows: rows.map((row) => newRow(row, parent?.retryOf.get(row.number) ?? null)),
      claim: claim && { ...ctx.tenant, ...claim },
      outcome,
      audit: {
        id: uuidv7(),
        actor: ctx.actor,
        action: 'batch.created',
        detail: { environment: ctx.tenant.environment, rows: rows.length, amount: sum },
      },
    });
  });
  if (!isMade) return undefined;
  await publishBatchDue(ctx, [{ batchId: id, applicationId: ctx.tenant.applicationId }]);
  return outcome;
}

/** Postgres stores neither NUL nor half a character: people see that something stood there. */
const storable = <Note extends { text: string }>(note: Note): Note => {
  return { ...note, text: note.text.toWellFormed().replaceAll('\u0000', '\ufffd') };
};

const newRow = (row: PayoutRow, retryOf: string | null): NewRow => ({
  ...row,
  problems: row.problems.map(storable),
  warnings: row.warnings.map(storable),
  id: uuidv7(),
  referenceKey: row.reference === null ? null : referenceKeyOf(row.reference),
  state: isGood(row) ? 'good' : 'refused',
  retryOf,
});
