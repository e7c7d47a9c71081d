import type { Issue } from '../kernel/errors.ts';
import type { Named } from '../kernel/refusals.ts';
import { tableIssues } from './refusals.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** The largest file that is read. */
export const fileBytesMax = 20_000_000;
/** How many rows are searched for the header. */
export const headerRowsMax = 100;
/** Rows of a file, with those above the table. */
export const rowsMax = 100_000;
/** Most cells of a file, and most characters in them. A few kilobytes can unpack to more than memory holds. */
export const cellsMax = 2_500_000;
export const charactersMax = 50_000_000;
export const columnsMax = 64;
export const cellLengthMax = 1_000;

/** A row of a file. `number` is its row number in an editor or a spreadsheet. */
export type Row = {
  number: number;
  cells: string[];
  /** Why it cannot be read, whatever is in it. */
  problem: Named | null;
  /** Whether the spreadsheet does not show it. */
  isHidden: boolean;
  /** The columns of its formulas. The text of such a cell is the value that the file stores. */
  formulas: readonly number[];
  /** The columns of numbers that the spreadsheet shows as dates or times. */
  dates: readonly number[];
  /** By column, texts that the file has otherwise than `cells`: with characters that nobody sees, or as truth values. */
  written: ReadonlyMap<number, string>;
};

/** The rows of a file that have any text. */
export type Table = {
  rows: Row[];
  /** Rows without any text. */
  emptyRows: number;
  /** What a person should know about the choice of the table. */
  notes: Issue[];
  /** What stands between the cells of a CSV file; null for a sheet. */
  delimiter: string | null;
  /** Columns of the sheet that the spreadsheet does not show, counted from 0. */
  hiddenColumns: readonly number[];
  /** Names of sheets with any text that the spreadsheet does not show. */
  hiddenSheets: readonly string[];
};

/** Invisible marks, joiners and directions, which copied text may contain. */
const invisible = /\p{Cf}/gu;
/** Spreadsheets and exports, ours too, mark a cell as text by `'`; other tools write `="text"`. */
const textMark = /^'/;
const textFormula = /^="(.*)"$/;

/** A text as people see it, because portals put line breaks and special blanks into cells. */
function seen(text: string): string {
  return text
    .slice(0, cellLengthMax)
    .replace(invisible, '')
    .replaceAll('\u0000', '')
    .toWellFormed()
    .replace(/[\s\p{Zs}]+/gu, ' ')
    .trim()
    .replace(textFormula, (_, inner: string) => inner.replaceAll('""', '"'))
    .replace(textMark, '');
}

/** What {@link seen} leaves out, or takes for a blank although it breaks lines within a text. */
const unseen = /[\p{Cf}\p{Cs}\u2028\u2029]/u;
const isUnseen = (text: string): boolean => unseen.test(text) || text.includes('\u0000');

function writtenIn(texts: string[]): Row['written'] {
  const found = texts.flatMap((text, column): [number, string][] =>
    isUnseen(text) ? [[column, inOneLine(text.slice(0, cellLengthMax))]] : [],
  );
  return found.length === 0 ? nothing : new Map(found);
}

const inOneLine = (text: string): string => text.replace(/[\t-\r \u00a0]+/g, ' ').trim();

const nothing: Row['written'] = new Map();

/** Makes a row from texts, with all white space as single blanks. */
export function rowOf(number: number, texts: string[]): Row {
  const kept = texts.slice(0, columnsMax);
  const cells = kept.map(seen);
  const row = { number, cells, problem: null, isHidden: false, formulas: [], dates: [], written: writtenIn(kept) };
  const isLong = kept.some((text) => text.length > cellLengthMax);
  if (isLong) return { ...row, problem: tableIssues.rowLongCell({ row: number, max: cellLengthMax }) };
  const isWide = texts.some((text, column) => column >= columnsMax && text !== '' && seen(text) !== '');
  return { ...row, problem: isWide ? tooWide(number) : null };
}

export const tooWide = (row: number): Named => tableIssues.rowWide({ row, max: columnsMax });

/** Whether a row has no text at all. */
export function isEmptyRow({ cells, problem }: Row): boolean {
  return problem === null && cells.every((text) => text === '');
}

/** Limits of a whole file, because its reader holds it in memory. */
export type Budget = {
  /** Counts a row. `cellCount` is how many cells the file names for it. */
  take(row: Row, cellCount: number): void;
};

/** @throws UnreadableFile from `take`, when there is too much */
export function createBudget(): Budget {
  let [rows, cells, characters] = [0, 0, 0];
  return {
    take(row, cellCount) {
      rows += 1;
      cells += cellCount;
      characters += row.cells.reduce((sum, text) => sum + text.length, 0);
      if (rows > rowsMax) throw new UnreadableFile(tableIssues.fileRows({ max: rowsMax }));
      if (cells > cellsMax) throw new UnreadableFile(tableIssues.fileCells({ max: cellsMax }));
      if (characters > charactersMax) throw new UnreadableFile(tableIssues.fileCharacters({ max: charactersMax }));
    },
  };
}
