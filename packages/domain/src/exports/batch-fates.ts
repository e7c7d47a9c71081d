import { isOver } from '../batches/index.ts';
import type { BatchDetail, BatchResultRow } from '../reading/batches/index.ts';

/** What became of a row, or will. `waiting`: nothing was sent for it yet. */
export type Fate = 'paid' | 'failed' | 'open' | 'waiting' | 'skipped' | 'refused';

/** What of a row says what became of it. */
export type Fated = Pick<BatchResultRow, 'state' | 'outcome' | 'amount'>;

/** Rows, and whole KES of them together. `unread`: amounts that cannot be read, which are in no sum. */
export type FateSum = { count: number; amount: number; unread: number };

/** A row that was handed over is open until its payout says otherwise. Pure. */
export function fateOf({ state, outcome }: Pick<Fated, 'state' | 'outcome'>): Fate {
  if (outcome) return outcome;
  return ({ good: 'waiting', handed: 'open', skipped: 'skipped', refused: 'refused' } as const)[state];
}

/** How many rows these are, and what they come to. Pure. */
export function sumOf(rows: readonly Pick<Fated, 'amount'>[]): FateSum {
  const read = rows.flatMap(({ amount }) => amount ?? []);
  return {
    count: rows.length,
    amount: read.reduce((sum, amount) => sum + amount, 0),
    unread: rows.length - read.length,
  };
}

/** Rows by what became of them, each in the order of the list. Pure. */
export function byFate<Row extends Fated>(rows: readonly Row[]): Record<Fate, Row[]> {
  const found: Record<Fate, Row[]> = { paid: [], failed: [], open: [], waiting: [], skipped: [], refused: [] };
  for (const row of rows) found[fateOf(row)].push(row);
  return found;
}

/**
 * Why the results of a batch can still change; null when they cannot. Rows of a cancelled batch may be open, or not left out
 * yet. Pure.
 */
export function unfinished(
  status: BatchDetail['status'],
  { open, waiting }: Pick<Record<Fate, readonly unknown[]>, 'open' | 'waiting'>,
): { why: 'not_ended' } | { why: 'rows_open'; count: number } | null {
  if (!isOver(status)) return { why: 'not_ended' };
  const count = open.length + waiting.length;
  return count > 0 ? { why: 'rows_open', count } : null;
}
