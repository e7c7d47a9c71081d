import { z } from 'zod';
import { readFindings } from '../../batches/index.ts';
import type { StoredBatch } from './batch-statements.ts';

const moment = z.iso.datetime();

const countsSchema = z
  .strictObject({
    good: z.int().meta({ description: 'Can be paid, and are not yet.' }),
    refused: z.int().meta({ description: 'Have a problem, and are never paid.' }),
    skipped: z.int().meta({ description: 'Nothing was sent for them, and nothing will be.' }),
    handed: z.int().meta({ description: 'The network was asked to pay them: paid, open or failed.' }),
    paid: z.int().meta({ description: 'Were paid.' }),
    open: z.int().meta({ description: 'Their outcome is not known yet, which is not a failure.' }),
    failed: z.int().meta({ description: 'Their payout failed: nothing was paid.' }),
  })
  .meta({ id: 'PayoutBatchCounts' });

const checksSchema = z
  .strictObject({
    sameList: z
      .strictObject({
        batchId: z.uuid().meta({ description: 'The earlier batch.' }),
        name: z.string().meta({ description: 'Its name.' }),
        createdAt: moment.meta({ description: 'When it was made.' }),
      })
      .nullable()
      .meta({ description: 'A batch with the same rows in the last 60 days. Null: there is none.' }),
    warnings: z
      .record(z.string(), z.int())
      .meta({ description: 'How many rows that can be paid have each warning, by its code.' }),
    firstAmount: z.int().meta({ description: 'Whole KES to phones that were never paid before.' }),
    limits: z
      .array(
        z.strictObject({
          limit: z.string().meta({ description: 'The limit.' }),
          max: z.int().meta({ description: 'Its amount, whole KES.' }),
          used: z.int().meta({ description: 'What counts towards it already, whole KES.' }),
        }),
      )
      .meta({ description: 'Limits of your application that the batch as a whole would break.' }),
  })
  .meta({ id: 'PayoutBatchChecks' });

export const batchStatuses = [
  ...(['checking', 'draft', 'awaiting_approval', 'approved', 'running', 'paused', 'ended'] as const),
  ...(['cancelled', 'rejected', 'expired'] as const),
] as const;

/** A batch of payouts as programs read it. Amounts are whole KES, times ISO 8601. */
export const batchViewSchema = z.strictObject({
  batchId: z.uuid().meta({ description: 'Identifier of the batch.' }),
  name: z.string().meta({ description: 'What you called it.' }),
  status: z.enum(batchStatuses).meta({
    description:
      '`checking`: its rows are compared with what was paid before. `draft`: checked, and nobody has sent it off. `awaiting_approval`: another person has to approve it. `approved`: it starts soon, or at `scheduledFor`. `running`: its rows are being paid. `paused`: no further row is paid until somebody resumes it. `ended`: every row has its final outcome. `cancelled`, `rejected` or `expired`: nothing more is paid.',
  }),
  env: z.enum(['sandbox', 'production']).meta({ description: 'The environment.' }),
  commandId: z.string().meta({ description: 'The kind of payout, as the provider names it.' }),
  rows: z.int().meta({ description: 'How many rows it has, refused ones too.' }),
  amount: z.int().meta({ description: 'Whole KES of the rows that are paid: without refused and skipped ones.' }),
  amountPaid: z.int().meta({ description: 'Whole KES of the rows that were paid.' }),
  note: z.string().nullable().meta({ description: 'Your note.' }),
  sentFile: z
    .strictObject({
      name: z.string().meta({ description: 'The name of the file.' }),
      sha256: z.string().meta({ description: 'SHA-256 of what its rows say, hex.' }),
      bytes: z.int().meta({ description: 'Its size.' }),
    })
    .nullable()
    .meta({ description: 'The file that a person uploaded. Null for rows of the API.' }),
  requestedBy: z
    .string()
    .nullable()
    .meta({ description: 'Who sent it off: `user:` or `key:` and an id. Null before.' }),
  approvedBy: z.string().nullable().meta({ description: 'The other person who approved it: `user:` and an id.' }),
  scheduledFor: moment
    .nullable()
    .meta({ description: 'The first row is not paid before. Null: as soon as it is approved.' }),
  createdAt: moment.meta({ description: 'When it was made.' }),
  startedAt: moment.nullable().meta({ description: 'When its first row could be paid.' }),
  endedAt: moment.nullable().meta({ description: 'When it ended.' }),
  pausedBecause: z
    .enum(['caller', 'initiator', 'float', 'gap', 'day_limit', 'unclear', 'refusals', 'requester', 'suspended'])
    .nullable()
    .meta({
      description:
        'Why it is paused. `caller`: somebody paused it. `initiator`: the network refuses the initiator. `float`: too little money. `day_limit`: a limit of a day. `unclear`: several answers proved nothing. `refusals`: several payouts failed in a row. `requester`: who sent it off may not any more. `suspended`: the organization is suspended. Null unless it is paused.',
    }),
  parentId: z.uuid().nullable().meta({ description: 'The batch whose failed rows it pays again.' }),
  counts: countsSchema,
  checks: checksSchema.nullable().meta({ description: 'What the checks found. Null while it is checked.' }),
});
export type BatchView = z.output<typeof batchViewSchema>;

export function batchView(row: StoredBatch, env: 'sandbox' | 'production'): BatchView {
  const { id: batchId, name, status, commandId, rowCount: rows, amount, amountPaid, note, fileName, fileBytes } = row;
  const { submittedBy, approvedBy, pausedBecause, parentId, counts } = row;
  const checks = readFindings(row);
  const text = (at: Date | null) => at?.toISOString() ?? null;
  return {
    ...{ batchId, name, status, env, commandId, rows, amount, amountPaid, note },
    sentFile: fileName === null ? null : { name: fileName, sha256: row.rowsHash, bytes: fileBytes ?? 0 },
    requestedBy: submittedBy,
    approvedBy: approvedBy === null ? null : `user:${approvedBy}`,
    scheduledFor: text(row.scheduledFor),
    createdAt: row.createdAt.toISOString(),
    startedAt: text(row.startedAt),
    endedAt: text(row.endedAt),
    ...{ pausedBecause, parentId, counts },
    checks: checks && {
      ...checks,
      sameList: checks.sameList && { ...checks.sameList, createdAt: checks.sameList.createdAt.toISOString() },
    },
  };
}
