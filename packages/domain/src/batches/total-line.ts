import type { Row } from '../tables/index.ts';
import type { PayoutColumns } from './find-columns.ts';
import type { PayoutRow, RowProblem } from './payout-row.ts';

/** What a cell of a total line says, in letters alone. */
const totals =
  /^(?:(?:grand|sub|net|overall)?totals?(?:sum|amounts?|payable|payout|netpay|pay|salar(?:y|ies)|paid|payments?)?|jumla(?:kuu|ndogo|yote|yamalipo|yamishahara)?|sum)(?:kshs?|kes|shs?)?$/;

/**
 * Finds out whether a row says that it is the total of others. Remarks may speak of totals. Pure.
 * @returns the problem of the row, with its amount as written; undefined when it is no such row
 */
export function findTotal({ cells }: Row, columns: PayoutColumns): RowProblem | undefined {
  const { remarks, occasion } = columns;
  const speaks = cells.some((text, at) => at !== remarks && at !== occasion && totals.test(letters(text)));
  return speaks ? totalAt(cells, columns) : undefined;
}

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, '');

/**
 * Whether a row is a total without a word: nobody stands in it, and its amount is the sum of the amounts above. Pure.
 * @param above whole KES of the rows above it
 */
export function isBareTotal(row: PayoutRow, above: readonly number[]): boolean {
  const names = [row.name, row.reference, row.phone];
  if (row.amount === null || above.length < 2 || names.some((text) => text !== null)) return false;
  return (
    row.problems.every(({ code, field }) => code === 'missing' && field === 'phone') && row.amount === sumOf(above)
  );
}

/** What is said of a total. */
export const totalAt = (cells: readonly string[], { amount: column }: PayoutColumns): RowProblem => ({
  code: 'total_line',
  field: 'amount',
  column,
  text: cells[column] ?? '',
});

/** A sum of whole KES. */
export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0);
