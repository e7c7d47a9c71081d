import { z } from 'zod';
import { commandIdSchema } from '../disbursements/index.ts';
import { idempotencyKeySchema } from '../idempotency/index.ts';
import { idSchema, wholeNumber } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { plainLabelSchema, plainTextSchema } from '../kernel/texts.ts';
import { columnsMax } from '../tables/index.ts';
import { batchNameMax, batchNoteMax } from './basics/index.ts';
import { sentRowSchema } from './list-from-values.ts';
import { payoutRowsMax } from './payout-row.ts';
import { batchIssues } from './refusals.ts';

const fileNameMax = 200;

const shared = {
  name: plainLabelSchema(batchNameMax).meta({ description: 'What people call the batch, such as `Payroll November`.' }),
  commandId: commandIdSchema,
  note: plainTextSchema(batchNoteMax).optional().meta({ description: 'A note for the people who read the batch.' }),
  scheduledFor: z.iso
    .datetime({ offset: true, error: issues.time })
    .transform((text) => new Date(text))
    .optional()
    .meta({ description: 'When the first row is paid, at most 31 days ahead. Default: as soon as it is approved.' }),
};

/** Body of POST /payout-batches. */
export const createBatchSchema = z.object({
  ...shared,
  rows: z
    .array(sentRowSchema)
    .min(1, { error: batchIssues.rowsNoList({ max: payoutRowsMax }) })
    .max(payoutRowsMax, { error: batchIssues.rowsNoList({ max: payoutRowsMax }) })
    .meta({
      description:
        'Whom to pay, 1 to 5,000 rows. A row that cannot be paid refuses nothing: read what is wrong with it in the batch.',
    }),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type CreateBatchInput = Omit<z.output<typeof createBatchSchema>, 'idempotencyKey'>;

/** Body of POST /payout-batches/{id}/submit. */
export const submitBatchSchema = z.object({
  acceptWarnings: z
    .boolean({ error: issues.boolean })
    .meta({ description: 'Whether you accept the warnings of the rows that are paid.' }),
  sendGoodOnly: z
    .boolean({ error: issues.boolean })
    .default(false)
    .meta({ description: 'Whether refused rows are left out. Without it, a batch with refused rows is not paid.' }),
});
export type SubmitBatchInput = z.output<typeof submitBatchSchema>;

export const batchIdSchema = z.object({ batchId: z.string({ error: issues.text }) });

function areDifferent(columns: Record<string, number | undefined>): boolean {
  const chosen = Object.values(columns).filter((each) => each !== undefined);
  return new Set(chosen).size === chosen.length;
}

const column = wholeNumber(0, columnsMax - 1);

/**
 * Which column of a list is what, as a person chose it. Columns are counted from 0. `headingRow` is the number of the row
 * with the headings, null for a list without one.
 */
export const columnMappingSchema = z.strictObject({
  headingRow: z.int().min(1).nullable(),
  columns: z
    .strictObject({
      phone: column,
      amount: column,
      name: column.optional(),
      reference: column.optional(),
      remarks: column.optional(),
      occasion: column.optional(),
    })
    .refine(areDifferent, { error: batchIssues.columnOfTwoFields }),
});
export type ColumnMapping = z.output<typeof columnMappingSchema>;

/** A list that a person uploads or pastes. The request key is that of the form. */
export const newBatchSchema = z.object({
  ...shared,
  /** The name of the file; left out for pasted lines. */
  fileName: plainLabelSchema(fileNameMax).optional(),
  mapping: columnMappingSchema.optional(),
  requestKey: idempotencyKeySchema,
});
export type NewBatchInput = z.input<typeof newBatchSchema>;

/** Rows of an earlier batch that are paid again. */
export const copyBatchSchema = z.object({
  batchId: idSchema,
  /** `failed`: what was surely not paid. `all`: everything that could be paid and that the approver did not leave out. */
  what: z.enum(['failed', 'all'], { error: issues.either({ values: 'failed or all' }) }),
  /** Some of them. */
  rowIds: z.array(idSchema).max(payoutRowsMax).optional(),
  name: shared.name,
  requestKey: idempotencyKeySchema,
});
export type CopyBatchInput = z.input<typeof copyBatchSchema>;

/** The same with the bytes of the list. */
export const listFileSchema = newBatchSchema.extend({
  source: z.custom<Uint8Array>((value) => value instanceof Uint8Array, { error: batchIssues.notPayoutList }),
});

export const resumeBatchSchema = batchIdSchema.extend({
  /** Whether it goes on although the account may have less money than it needs. */
  ignoresFloat: z.boolean({ error: issues.boolean }).default(false),
});

/** The input of the order that sends a batch off. */
export const batchOrderSchema = z.strictObject({
  batchId: idSchema,
  /** Whole KES of the rows that are paid: the second person sees it. */
  amount: z.int({ error: issues.wholeKes }).min(1),
  acceptWarnings: z.boolean({ error: issues.boolean }).default(false),
  sendGoodOnly: z.boolean({ error: issues.boolean }).default(false),
  acceptSameList: z.boolean({ error: issues.boolean }).default(false),
  /** Whether it may start although the account has less money than it needs. */
  ignoresFloat: z.boolean({ error: issues.boolean }).default(false),
  /** Rows whose payee or name differs, and who is paid all the same. */
  ticked: z.array(idSchema).max(payoutRowsMax).default([]),
});
export type BatchOrderInput = z.output<typeof batchOrderSchema>;
