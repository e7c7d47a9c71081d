import type { Breath } from './breath.ts';
import { type Budget, columnsMax, type Row, rowOf, tooWide } from './table.ts';
import { grown, readXml } from './xlsx-parts.ts';

/** More columns than a spreadsheet has. */
const columnLettersMax = 3;

/** The rows of a sheet, and its columns that the spreadsheet does not show, counted from 0. */
export type Sheet = { rows: Row[]; hiddenColumns: number[] };

type Cell = { column: number; type: string; style: string; text: string; isFormula: boolean };
const before: Cell = { column: -1, type: 'n', style: '', text: '', isFormula: false };

/** Reads a sheet, with empty rows that the file names. */
export async function readSheet(
  bytes: Uint8Array,
  { texts, dateStyles }: { texts: readonly string[]; dateStyles: ReadonlySet<string> },
  budget: Budget,
  breathe: Breath,
): Promise<Sheet> {
  const rows: Row[] = [];
  const hiddenColumns = new Set<number>();
  let row = { number: 0, isHidden: false, isWide: false };
  let cells: string[] = [];
  let formulas: number[] = [];
  let dates: number[] = [];
  let truths: [number, string][] = [];
  let cell = before;
  let isValue = false;
  await readXml(bytes, breathe, {
    open({ attributes }, name) {
      if (name === 'row') {
        row = { number: numberOf(attributes.r) ?? row.number + 1, isHidden: isHidden(attributes), isWide: false };
        [cells, formulas, dates, truths] = [[], [], [], []];
        cell = before;
      } else if (name === 'c') {
        const column = columnOf(attributes.r) ?? cell.column + 1;
        cell = { ...before, column, type: attributes.t ?? 'n', style: attributes.s ?? '' };
      } else if (name === 'f') {
        cell.isFormula = true;
      } else if (name === 'col' && isHidden(attributes)) {
        for (const column of columnsOf(attributes)) hiddenColumns.add(column);
      }
      isValue = name === 'v' || name === 't';
    },
    close(name) {
      isValue = false;
      if (name === 'c') {
        const text = textOf(cell, texts);
        if (cell.column >= columnsMax) {
          row.isWide ||= text !== '';
          return;
        }
        cells[cell.column] = text;
        if (cell.isFormula) formulas.push(cell.column);
        if (cell.type === 'n' && text !== '' && dateStyles.has(cell.style)) dates.push(cell.column);
        if (cell.type === 'b') truths.push([cell.column, truthOf(text)]);
      } else if (name === 'row') {
        const read = rowOf(
          row.number,
          Array.from(cells, (text) => text ?? ''),
        );
        const written = truths.length === 0 ? read.written : new Map([...read.written, ...truths]);
        const problem = row.isWide ? tooWide(row.number) : read.problem;
        rows.push({ ...read, problem, isHidden: row.isHidden, formulas, dates, written });
        budget.take(read, cells.length);
      }
    },
    text(piece) {
      if (isValue) cell.text = grown(cell.text, piece);
    },
  });
  return { rows, hiddenColumns: [...hiddenColumns] };
}

type Attributes = Record<string, string>;

/** A row without height and a column without width are hidden too. */
function isHidden({ hidden = '', ht, width }: Attributes): boolean {
  return /^(1|true)$/.test(hidden) || Number(ht ?? 1) === 0 || Number(width ?? 1) === 0;
}

/** What a spreadsheet shows of a truth value. */
const truthOf = (text: string): string => (text === '1' ? 'TRUE' : 'FALSE');

/** The columns that a `col` stands for. */
function columnsOf({ min = '', max = '' }: Attributes): number[] {
  const [first, last] = [numberOf(min) ?? 1, Math.min(numberOf(max) ?? 0, columnsMax)];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first - 1 + at);
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9][0-9]{0,6}$/.test(text) ? Number(text) : undefined;
}

/** `C12` is column 2. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]+)[0-9]+$/.exec(reference ?? '')?.[1];
  if (letters === undefined || letters.length > columnLettersMax) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function textOf({ type, text }: { type: string; text: string }, sharedTexts: readonly string[]): string {
  if (type === 's') return /^[0-9]+$/.test(text) ? (sharedTexts[Number(text)] ?? '') : '';
  if (type !== 'n' || text === '') return text;
  // A file may hold 0.1 as 0.10000000000000001, and 100000 as 1E5.
  const value = Number(text);
  return Number.isFinite(value) && Math.abs(value) < 1e15 ? String(Number(value.toFixed(6))) : text;
}
