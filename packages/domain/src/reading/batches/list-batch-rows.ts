import { type DisbursementStatus, type PayoutBatchRowState, query, sql } from '@tillgate/db';
import { z } from 'zod';
import { readNotes } from '../../batches/index.ts';
import { wireCode } from '../../catalogue/index.ts';
import { requireEither } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { invalidInput, issue, parseInput } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';
import { readingIssues } from '../refusals.ts';
import { restPage } from '../rest-page.ts';
import { demandBatch } from './get-batch.ts';

const pageSizeMax = 500;
const pageSizeDefault = '100';

/** States of rows, and what became of those that were handed over. */
export const rowStates = ['good', 'refused', 'skipped', 'handed', 'paid', 'open', 'failed'] as const;
type RowFilter = (typeof rowStates)[number];

/** Query of GET /payout-batches/{id}/rows. */
export const listBatchRowsSchema = z.object({
  limit: z
    .string({ error: issues.givenOnce })
    .regex(/^[0-9]{1,3}$/, { error: issues.wholeNumber, abort: true })
    .default(pageSizeDefault)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= pageSizeMax, { error: issues.between({ min: 1, max: pageSizeMax }) })
    .meta({
      pattern: '^(?:0{0,2}[1-9]|0?[1-9][0-9]|[1-4][0-9]{2}|500)$',
      description: `How many rows to return, 1 to ${pageSizeMax}.`,
    }),
  before: restPage('rows', readingIssues.batchRowId).before.meta({
    description:
      'Returns the rows that follow this one. Send the `next` of the previous page. Must be the id of a row of the batch.',
  }),
  state: z
    .enum(rowStates, { error: issues.oneOf({ values: rowStates.join(', ') }) })
    .optional()
    .meta({
      description: 'Returns only rows in this state. `handed` has `paid`, `open` and `failed` in it.',
    }),
});
/**
 * The input of {@link listBatchRows} from a caller without a schema of its own.
 * @throws DomainError invalid_input
 */
export function readBatchRowList(given: object): z.output<typeof listBatchRowsSchema> {
  return parseInput(listBatchRowsSchema, given);
}

type ListBatchRowsInput = { batchId: string } & z.output<typeof listBatchRowsSchema>;

const problemSchema = z.strictObject({
  code: z.string().meta({ description: 'What it is. Later versions may have more codes.' }),
  field: z.string().nullable().meta({ description: 'The field that it is about. Null: the whole row.' }),
  text: z.string().meta({ description: 'The value as it was sent.' }),
});

/** A row of a batch as programs read it. */
export const batchRowSchema = z.strictObject({
  rowId: z.uuid().meta({ description: 'Identifier of the row.' }),
  number: z.int().meta({ description: 'Its line in the file, or its place in the request, from 1.' }),
  phone: z.string().nullable().meta({ description: '254XXXXXXXXX. Null when it cannot be read.' }),
  amount: z.int().nullable().meta({ description: 'Whole KES. Null when it cannot be read.' }),
  name: z.string().nullable().meta({ description: 'The name that you gave.' }),
  reference: z.string().nullable().meta({ description: 'What you call the person.' }),
  remarks: z.string().nullable().meta({ description: 'Your remark for the provider.' }),
  occasion: z.string().nullable().meta({ description: 'The occasion for the provider.' }),
  state: z.enum(['good', 'refused', 'skipped', 'handed']).meta({
    description:
      '`good`: can be paid. `refused`: has a problem, and is never paid. `skipped`: nothing was sent for it, and nothing will be. `handed`: the network was asked to pay it.',
  }),
  outcome: z
    .enum(['paid', 'open', 'failed'])
    .nullable()
    .meta({ description: 'What became of a row that was handed over. `open` is not a failure. Null for other rows.' }),
  problems: z.array(problemSchema).meta({ description: 'Why it is refused: all of it.' }),
  warnings: z.array(problemSchema).meta({ description: 'What a person should know before it is paid.' }),
  skippedBecause: z.string().nullable().meta({
    description:
      'Why it was skipped: `excluded` by the approver, `cancelled`, `rejected` or `expired` with its batch, or the code of the refusal.',
  }),
  disbursementId: z.uuid().nullable().meta({ description: 'Its payout: read it with GET /disbursements/{id}.' }),
  providerReceipt: z.string().nullable().meta({ description: 'The receipt of its payout.' }),
  resultCode: z.union([z.int(), z.string()]).nullable().meta({ description: 'The result code of its payout.' }),
  resultDesc: z.string().nullable().meta({ description: 'The result of its payout in the words of the provider.' }),
});
export type BatchRowView = z.output<typeof batchRowSchema>;

type Stored = {
  rowId: string;
  number: number;
  phone: string | null;
  amount: number | null;
  name: string | null;
  reference: string | null;
  remarks: string | null;
  occasion: string | null;
  state: PayoutBatchRowState;
  problems: unknown;
  warnings: unknown;
  skippedBecause: string | null;
  disbursementId: string | null;
  status: DisbursementStatus | null;
  providerReceipt: string | null;
  resultCode: string | null;
  resultDesc: string | null;
};

const statusOf: Partial<Record<RowFilter, DisbursementStatus>> = { paid: 'success', open: 'pending', failed: 'failed' };

/**
 * The rows of a batch in their order, a page at a time.
 * @throws DomainError forbidden, not_found, invalid_input when `before` is no row of the batch
 */
export async function listBatchRows(
  ctx: TenantContext,
  { batchId, limit, before, state }: ListBatchRowsInput,
): Promise<{ rows: BatchRowView[]; next: string | null }> {
  requireEither(ctx, 'read', 'batches.read');
  const batch = await demandBatch(ctx, batchId);
  const last = before === undefined ? 0 : await numberOf(ctx, batch.id, before);
  if (last === undefined) throw invalidInput(issue('before', readingIssues.batchRowElsewhere));
  const status = state && statusOf[state];
  const stored = await query<Stored>(
    ctx.db.pool,
    'batch_rows_page',
    sql`
      SELECT r.id AS "rowId", r.number, r.phone, r.amount, r.name, r.reference, r.remarks, r.occasion, r.state, r.problems,
        r.warnings, r.skipped_because AS "skippedBecause", r.disbursement_id AS "disbursementId", d.status,
        d.provider_receipt AS "providerReceipt", d.result_code AS "resultCode", d.result_desc AS "resultDesc"
      FROM payout_batch_rows r LEFT JOIN disbursements d ON d.id = r.disbursement_id
      WHERE r.batch_id = ${batch.id}::uuid AND r.number > ${last}::int
        AND (${status ?? null}::text IS NULL OR d.status::text = ${status ?? null}::text)
        AND (${status === undefined ? (state ?? null) : 'handed'}::text IS NULL
          OR r.state::text = ${status === undefined ? (state ?? null) : 'handed'}::text)
      ORDER BY r.number LIMIT ${limit + 1}`,
  );
  const rows = stored.slice(0, limit).map(viewOf);
  return { rows, next: stored.length > limit ? (rows.at(-1)?.rowId ?? null) : null };
}

async function numberOf(ctx: TenantContext, batchId: string, rowId: string): Promise<number | undefined> {
  const where = { id: rowId, batchId };
  return (await ctx.db.prisma.payoutBatchRow.findFirst({ where, select: { number: true } }))?.number;
}

const outcomes = { success: 'paid', pending: 'open', failed: 'failed' } as const;

function viewOf({ status, problems, warnings, resultCode, ...row }: Stored): BatchRowView {
  const notes = readNotes({ rowId: row.rowId, problems, warnings });
  const said = ({ code, field, text }: { code: string; field: string | null; text: string }) => ({ code, field, text });
  return {
    ...row,
    outcome: status && outcomes[status],
    problems: notes.problems.map(said),
    warnings: notes.warnings.map(said),
    resultCode: resultCode === null ? null : wireCode(resultCode),
  };
}
