import { z } from 'zod';
import { issues } from '../kernel/refusals.ts';
import { rowOf } from '../tables/index.ts';
import { findDuplicates } from './find-duplicates.ts';
import { type PayoutRow, payoutFields } from './payout-row.ts';
import { readPayoutRow } from './read-payout-row.ts';

const value = z.union([z.string(), z.number()], { error: issues.text }).nullish();

/** A row of a list that a program sends. What is wrong with its values is told with the row. */
export const sentRowSchema = z.object({
  phone: value.meta({
    description: 'Kenyan mobile number of the receiver, in any form that POST /collect accepts.',
    examples: ['254712345678'],
  }),
  amount: value.meta({ description: 'Whole KES.', examples: [12_500] }),
  name: value.meta({
    description: 'The name of the receiver, which is compared with the name that the network tells.',
  }),
  reference: value.meta({
    description:
      'What you call the person, such as an employee number. A batch warns when a person’s number has changed.',
  }),
  remarks: value.meta({ description: 'A remark for the provider.' }),
  occasion: value.meta({ description: 'An occasion for the provider.' }),
});
export type SentRow = z.output<typeof sentRowSchema>;

/** Each field has its column. No cell stands beside another one that it could have been split from. */
const columns = Object.fromEntries(payoutFields.map((field, column) => [field, column])) as Record<
  (typeof payoutFields)[number],
  number
>;
const place = { columns, width: null, delimiter: null, hasTotals: false };

/** Reads the rows that a program sends as those of a file: with all problems and repairs. They are numbered from 1. Pure. */
export function listFromValues(sent: readonly SentRow[]): PayoutRow[] {
  const rows = sent.map((row, index) => {
    const texts = payoutFields.map((field) => textOf(row[field]));
    return readPayoutRow(rowOf(index + 1, texts), place);
  });
  return findDuplicates(rows);
}

const textOf = (given: string | number | null | undefined): string => (given ?? '').toString();
