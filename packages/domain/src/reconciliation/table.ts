import { DomainError } from '../errors.ts';

/** The largest file that is read. */
export const fileBytesMax = 20_000_000;
/** Rows of a file, with those above the table. */
export const rowsMax = 100_000;
export const columnsMax = 64;
export const cellLengthMax = 1_000;

/** A row of a file. `number` is what an editor or a spreadsheet shows beside it. */
export type Row = {
  number: number;
  cells: string[];
  /** Why it cannot be read, whatever is in it. */
  problem: string | null;
};

/** The rows of a file that have any text. */
export type Table = {
  rows: Row[];
  /** Rows without any text. */
  emptyRows: number;
  /** What a person should know about the choice of the table. */
  notes: string[];
};

/** The refusal of a whole file. Nothing of it is kept. */
export function refusedFile(message: string): DomainError {
  return new DomainError('invalid_input', `The statement cannot be read: ${message}.`, {
    issues: [{ path: 'file', message }],
  });
}

/** Makes a row of texts as they came. NUL and broken surrogates cannot be stored. */
export function rowOf(number: number, texts: string[]): Row {
  const cells = texts.map((text) => text.slice(0, cellLengthMax).replaceAll('\u0000', '').toWellFormed().trim());
  const isLong = texts.some((text) => text.length > cellLengthMax);
  if (isLong) return { number, cells, problem: `a cell is longer than ${cellLengthMax} characters` };
  const isWide = cells.slice(columnsMax).some((text) => text !== '');
  const kept = cells.slice(0, columnsMax);
  return { number, cells: kept, problem: isWide ? `it has more than ${columnsMax} columns` : null };
}

/** Whether a row has no text at all. */
export function isEmptyRow({ cells, problem }: Row): boolean {
  return problem === null && cells.every((text) => text === '');
}
