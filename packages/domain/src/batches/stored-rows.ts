import { z } from 'zod';
import { readStored } from '../kernel/stored.ts';
import type { RowProblem, RowWarning } from './payout-row.ts';

const place = {
  code: z.string(),
  field: z.string().nullable(),
  column: z.int().nullable(),
  text: z.string(),
  others: z.array(z.int()).optional(),
};
const moment = z.iso.datetime().transform((at) => new Date(at));

const problemsSchema = z.array(z.looseObject(place));
const warningsSchema = z.array(
  z.looseObject({
    ...place,
    before: z.object({ phone: z.string(), paidAt: moment }).optional(),
    told: z.object({ name: z.string(), by: z.enum(['network', 'recipient']) }).optional(),
    paidAt: moment.optional(),
    limit: z.object({ name: z.enum(['per_transaction', 'per_recipient_per_day']), max: z.number() }).optional(),
  }),
);

type Notes = { rowId: string; problems: unknown; warnings: unknown };

/**
 * The problems and warnings of a stored row.
 * @throws BrokenRow
 */
export function readNotes({ rowId, problems, warnings }: Notes): { problems: RowProblem[]; warnings: RowWarning[] } {
  return {
    problems: readStored(problemsSchema, problems, `The problems of the row ${rowId}`) as RowProblem[],
    warnings: readStored(warningsSchema, warnings, `The warnings of the row ${rowId}`) as RowWarning[],
  };
}

const findingsSchema = z.object({
  /** A batch with the same rows that was not cancelled. */
  sameList: z.object({ batchId: z.string(), name: z.string(), createdAt: moment }).nullable().default(null),
  /** Good rows with each warning, by its code. */
  warnings: z.record(z.string(), z.int()).default({}),
  /** Whole KES of the good rows to phones that were never paid. */
  firstAmount: z.number().default(0),
  /** Limits of the application that the batch as a whole would break. */
  limits: z.array(z.object({ limit: z.string(), max: z.number(), used: z.number() })).default([]),
});
/** What the checks found about a list as a whole. */
export type BatchFindings = z.output<typeof findingsSchema>;

/**
 * The stored findings of a batch; null before it was checked.
 * @throws BrokenRow
 */
export function readFindings({ id, findings }: { id: string; findings: unknown }): BatchFindings | null {
  return findings === null ? null : readStored(findingsSchema, findings, `The findings of the batch ${id}`);
}
