import { z } from 'zod';
import { wholeNumber } from '../kernel/input.ts';
import { columnsMax } from '../tables/index.ts';
import { batchIssues } from './refusals.ts';

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
