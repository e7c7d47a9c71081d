import {
  type DisbursementDoor,
  type DisbursementStatus,
  type PayoutBatchRowState,
  query,
  type Rail,
  raw,
  type Sql,
  sql,
} from '@tillgate/db';
import { validate as isUuid } from 'uuid';
import { z } from 'zod';
import {
  batchIdSchema,
  noteCodes,
  type RowProblem,
  type RowWarning,
  readNotes,
  tickCodes,
} from '../../batches/index.ts';
import { type Category, wireCode } from '../../catalogue/index.ts';
import { reasonOf } from '../../disbursements/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { notFound } from '../../kernel/errors.ts';
import { parseInput } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';
import { foundOf, type Page, pageInput } from '../keyset.ts';
import { maskPhonesIn } from '../masked-text.ts';
import { shortPhone } from '../payments/index.ts';
import { findBatchRow } from './batch-statements.ts';
import { rowStates } from './list-batch-rows.ts';

/** The number of a row, as text. */
const placeSchema = z
  .string({ error: issues.place })
  .regex(/^[0-9]{1,7}$/, { error: issues.place, abort: true })
  .transform(Number)
  .optional();

/** What a person has to look at: rows with a tick of their own, or every warning that has to be accepted. */
const looks = ['tick', 'warned'] as const;

export const browseBatchRowsSchema = z.object({
  ...batchIdSchema.shape,
  state: z.enum(rowStates, { error: issues.oneOf({ values: rowStates.join(', ') }) }).optional(),
  look: z.enum(looks, { error: issues.either({ values: looks.join(' or ') }) }).optional(),
  limit: pageInput.limit,
  /** As in all lists: `before` leads on, `after` leads back. */
  before: placeSchema,
  after: placeSchema,
});
export type BrowseBatchRowsInput = z.input<typeof browseBatchRowsSchema>;

/** A row of a batch for people. Phones are masked, also in texts. Amounts are whole KES. */
export type BatchRowLine = {
  rowId: string;
  number: number;
  phone: string | null;
  amount: number | null;
  name: string | null;
  reference: string | null;
  state: PayoutBatchRowState;
  outcome: 'paid' | 'open' | 'failed' | null;
  problems: RowProblem[];
  warnings: RowWarning[];
  /** `excluded`, `cancelled`, `rejected`, `expired`, `held_by_rule` or the code of a refusal. */
  skippedBecause: string | null;
  disbursementId: string | null;
  receipt: string | null;
  /** The name that the network told with the payout. */
  toldName: string | null;
  /** Only of failures. */
  reason: { code: number | string; title: string; category: Category } | null;
  rail: Rail;
};

/** A row of a batch as it is read. */
export type StoredLine = Pick<
  BatchRowLine,
  'rowId' | 'number' | 'phone' | 'amount' | 'name' | 'reference' | 'state' | 'skippedBecause' | 'disbursementId'
> & {
  problems: unknown;
  warnings: unknown;
  status: DisbursementStatus | null;
  receipt: string | null;
  toldName: string | null;
  resultCode: string | null;
  resultDesc: string | null;
  settledBy: DisbursementDoor | null;
  rail: Rail | null;
};

/** The columns of a row `r` with its payout `d`, for {@link lineOf}. */
export const rowColumns: Sql = sql`
  r.id AS "rowId", r.number, r.phone, r.amount, r.name, r.reference, r.state, r.problems, r.warnings,
  r.skipped_because AS "skippedBecause", r.disbursement_id AS "disbursementId", d.status, d.rail,
  d.provider_receipt AS receipt, d.payee_name AS "toldName", d.result_code AS "resultCode",
  d.result_desc AS "resultDesc", d.settled_by AS "settledBy"`;

/**
 * The rows of a batch in their order, a page at a time.
 * @throws DomainError forbidden, not_found, invalid_input
 */
export async function browseBatchRows(ctx: TenantContext, input: BrowseBatchRowsInput): Promise<Page<BatchRowLine>> {
  requirePermission(ctx, 'batches.read');
  const { batchId, state, look, limit, before, after } = parseInput(browseBatchRowsSchema, input);
  const batch = isUuid(batchId) ? await findBatchRow(ctx.db.pool, batchId, ctx.tenant) : undefined;
  if (!batch) throw notFound('payout batch');
  const isBack = after !== undefined;
  const stored = await query<StoredLine>(
    ctx.db.pool,
    '',
    sql`
      SELECT ${rowColumns} FROM payout_batch_rows r LEFT JOIN disbursements d ON d.id = r.disbursement_id
      WHERE r.batch_id = ${batch.id}::uuid AND ${placeOf(before, after)} AND ${stateOf(state)} AND ${lookOf(look)}
      ORDER BY r.number ${raw(isBack ? 'DESC' : 'ASC')} LIMIT ${limit + 1}`,
  );
  const { rows, hasMore } = foundOf(stored, { limit });
  const shown = (isBack ? rows.toReversed() : rows).map(lineOf);
  const [first, last] = [shown.at(0)?.number, shown.at(-1)?.number];
  if (isBack) return { rows: shown, newer: hasMore ? text(first) : null, older: text(last ?? after) };
  return {
    rows: shown,
    newer: before === undefined ? null : text(first ?? before),
    older: hasMore ? text(last) : null,
  };
}

const text = (number: number | undefined): string | null => (number === undefined ? null : String(number));

function placeOf(before: number | undefined, after: number | undefined): Sql {
  if (after !== undefined) return sql`r.number < ${after}::int`;
  return before === undefined ? raw('true') : sql`r.number > ${before}::int`;
}

const statusOf = { paid: 'success', open: 'pending', failed: 'failed' } as const;
const outcomes = { success: 'paid', pending: 'open', failed: 'failed' } as const;

function stateOf(state: (typeof rowStates)[number] | undefined): Sql {
  if (state === undefined) return raw('true');
  if (state === 'paid' || state === 'open' || state === 'failed') {
    return sql`r.state = 'handed' AND d.status = ${statusOf[state]}::"DisbursementStatus"`;
  }
  return sql`r.state = ${state}::"PayoutBatchRowState"`;
}

function lookOf(look: (typeof looks)[number] | undefined): Sql {
  if (look === undefined) return raw('true');
  const condition =
    look === 'tick'
      ? sql`w->>'code' = ANY(${[...tickCodes]}::text[])`
      : sql`NOT w->>'code' = ANY(${[...noteCodes]}::text[])`;
  return sql`r.state <> 'refused' AND EXISTS (SELECT 1 FROM jsonb_array_elements(r.warnings) w WHERE ${condition})`;
}

/** A row for people: phones are masked, and a failure has its reason. */
export function lineOf(row: StoredLine): BatchRowLine {
  const { status, problems, warnings, resultCode, resultDesc, settledBy, rail, name, toldName, ...line } = row;
  const notes = readNotes({ rowId: row.rowId, problems, warnings });
  const facts = { kind: 'payout' as const, resultCode, resultDesc, settledBy, ...(rail && { rail }) };
  const decoded = status === 'failed' ? reasonOf(facts) : null;
  return {
    ...line,
    phone: shortPhone(row.phone),
    name: name && maskPhonesIn(name),
    toldName: toldName && maskPhonesIn(toldName),
    outcome: status && outcomes[status],
    problems: notes.problems.map((problem) => ({ ...problem, text: maskPhonesIn(problem.text) })),
    warnings: notes.warnings.map(maskedWarning),
    reason: decoded && { code: wireCode(String(decoded.code)), title: decoded.title, category: decoded.category },
    rail: rail ?? 'mpesa',
  };
}

function maskedWarning({ before, told, ...warning }: RowWarning): RowWarning {
  return {
    ...warning,
    text: maskPhonesIn(warning.text),
    ...(before && { before: { ...before, phone: shortPhone(before.phone) ?? '' } }),
    ...(told && { told: { ...told, name: maskPhonesIn(told.name) } }),
  };
}
