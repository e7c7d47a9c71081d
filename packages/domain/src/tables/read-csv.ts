import { pipeline } from 'node:stream/promises';
import { CsvError, parse as createParser, type Options } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import type { Named } from '../kernel/refusals.ts';
import type { Breath } from './breath.ts';
import { tableIssues } from './refusals.ts';
import type { Sought } from './sought.ts';
import { cellsMax, createBudget, headerRowsMax, isEmptyRow, type Row, rowOf, rowsMax, type Table } from './table.ts';
import { UnreadableFile } from './unreadable-file.ts';

const delimiters = [',', ';', '\t', '|'];
/** Characters of one record: an opening quote that is never closed would take the rest of the file. */
const recordLengthMax = 65_000;
/** Bytes that are read without a pause for other work. A blank line costs as much as a short row. */
const pieceBytes = 65_536;
const pieceLines = 500;
/** Characters that are searched for the header. */
const beginningLength = 500_000;

/** Reads a CSV file, with the delimiter that makes the header of the table. @throws UnreadableFile when it is no CSV file, or too large */
export async function readCsv(bytes: Uint8Array, sought: Pick<Sought, 'isIn'>, breathe: Breath): Promise<Table> {
  const { text, delimiter } = tableIn(decode(bytes), sought);
  if (blankLinesIn(text) > rowsMax) throw new UnreadableFile(tableIssues.fileRows({ max: rowsMax }));
  // A record with millions of empty cells passes the parser's limit of characters.
  if (countOf(text, delimiter) > cellsMax) throw new UnreadableFile(tableIssues.fileCells({ max: cellsMax }));
  const rows = await recordsOf(text, delimiter, breathe);
  const filled = rows.filter((row) => !isEmptyRow(row));
  const emptyRows = rows.length - filled.length;
  return { rows: filled, emptyRows, notes: [], delimiter, hiddenColumns: [], hiddenSheets: [] };
}

/** Spreadsheets save CSV as UTF-8, as UTF-16 with a mark, or as Windows-1252. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The text that has a readable header, with its delimiter: as it is, or without quotes around whole lines. */
function tableIn(written: string, sought: Pick<Sought, 'isIn'>): { text: string; delimiter: string } {
  const texts = [() => plainCells(written), () => plainCells(withoutOuterQuotes(written))];
  for (const textOf of texts) {
    const text = textOf();
    const delimiter = delimiters.find((each) => hasHeader(text.slice(0, beginningLength), each, sought));
    if (delimiter !== undefined) return { text, delimiter };
  }
  return { text: written, delimiter: ',' };
}

/** Tools write `="0123"` so that spreadsheets do not read a number. Old systems end a file with Ctrl-Z. */
function plainCells(text: string): string {
  const end = text.trimEnd();
  return (end.endsWith('\u001a') ? end.slice(0, -1) : text).replace(/(^|[,;|\t])="/gm, '$1"');
}

/** Some tools quote each line as one text: `"a,""b, c"",d"`. */
function withoutOuterQuotes(text: string): string {
  return text.replace(/^"(.*)"$/gm, (_, inner: string) => inner.replaceAll('""', '"'));
}

function hasHeader(text: string, delimiter: string, sought: Pick<Sought, 'isIn'>): boolean {
  const rows: Row[] = [];
  try {
    parse(text, { ...optionsOf(delimiter, (row) => rows.push(row)), to: headerRowsMax });
  } catch {
    // The header may be before the error. Reading the whole file reports the error.
  }
  return sought.isIn(rows);
}

/** Counts empty lines, because the parser would read each as a row. */
function blankLinesIn(text: string): number {
  let count = 0;
  let isBegun = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    const isBreak = character === '\n' || (character === '\r' && text[at + 1] !== '\n');
    if (isBreak && !isBegun) count += 1;
    if (isBreak) isBegun = false;
    else if (character !== '\r') isBegun = true;
  }
  return count;
}

function countOf(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

function optionsOf(delimiter: string, add: (row: Row, cellCount: number) => void): Options {
  return {
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: recordLengthMax,
    on_record(record: string[], { lines }) {
      // `lines` counts to the end of the record: a quoted cell may have line breaks.
      const breaks = record.reduce((sum, cell) => sum + (cell === '' ? 0 : breaksIn(cell)), 0);
      add(rowOf(lines - breaks, record), record.length);
      return null;
    },
  };
}

function breaksIn(cell: string): number {
  return cell.match(/\r\n|\n|\r/g)?.length ?? 0;
}

async function recordsOf(text: string, delimiter: string, breathe: Breath): Promise<Row[]> {
  const rows: Row[] = [];
  const budget = createBudget();
  const parser = createParser(
    optionsOf(delimiter, (row, cellCount) => {
      budget.take(row, cellCount);
      rows.push(row);
    }),
  );
  try {
    await pipeline(piecesOf(text, breathe), parser, async (records) => {
      for await (const _ of records);
    });
    return rows;
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile(csvProblem(error));
    throw error;
  }
}

async function* piecesOf(text: string, breathe: Breath): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; ) {
    const to = endOfPiece(bytes, from);
    yield bytes.subarray(from, to);
    from = to;
    await breathe();
  }
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

function endOfPiece(bytes: Uint8Array, from: number): number {
  let lines = 0;
  let at = from;
  for (; at < bytes.length && at < from + pieceBytes && lines < pieceLines; at += 1) {
    if (bytes[at] === lineFeed || bytes[at] === carriageReturn) lines += 1;
  }
  return at;
}

function csvProblem(error: CsvError): Named {
  const where = typeof error.lines === 'number' ? ` at line ${error.lines}` : '';
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return tableIssues.fileQuote;
  if (error.code === 'CSV_MAX_RECORD_SIZE') return tableIssues.fileLongRow({ where });
  return tableIssues.fileNotCsv({ where });
}
