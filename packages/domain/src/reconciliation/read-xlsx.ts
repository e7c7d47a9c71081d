import type { Breath } from './breath.ts';
import { findHeader } from './columns.ts';
import { isEmptyRow, type Row, refusedFile, type Table } from './table.ts';
import { unzip } from './unzip.ts';
import { readSharedTexts, readSheet, readWorkbook } from './xlsx-parts.ts';

/** Sheets that are looked at. */
const sheetsMax = 20;
/** The parts of the archive that hold texts and numbers. */
const wanted = /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/;

/** Whether bytes are a ZIP archive, as XLSX files are. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}

/**
 * Reads the one sheet of an XLSX file that holds a statement.
 * @throws DomainError invalid_input when it is no XLSX file, too large, or has two statements
 */
export async function readXlsx(bytes: Uint8Array, breathe: Breath): Promise<Table> {
  const parts = await unzip(bytes, (name) => wanted.test(name), breathe);
  const part = (name: string) => parts.get(name);
  const workbook = part('xl/workbook.xml');
  const relations = part('xl/_rels/workbook.xml.rels');
  if (!workbook || !relations) throw refusedFile('it is not an XLSX file');
  const sheets = await readWorkbook(workbook, relations, breathe);
  if (sheets.length > sheetsMax) throw refusedFile(`it has more than ${sheetsMax} sheets`);
  const texts = await readSharedTexts(part('xl/sharedStrings.xml'), breathe);
  const tables: { name: string; rows: Row[] }[] = [];
  for (const { name, path } of sheets) {
    const sheet = part(path);
    tables.push({ name, rows: sheet ? await readSheet(sheet, texts, breathe) : [] });
  }
  const filled = tables.filter(({ rows }) => rows.some((row) => !isEmptyRow(row)));
  const statements = filled.filter(({ rows }) => 'columns' in findHeader(rows));
  if (statements.length > 1) {
    const names = statements.map(({ name }) => `"${name}"`).join(' and ');
    throw refusedFile(`the sheets ${names} both hold a statement; save each as a file of its own`);
  }
  const chosen = statements[0] ?? filled[0];
  if (!chosen) throw refusedFile('it is empty');
  const others = filled.filter((sheet) => sheet !== chosen).map(({ name }) => `The sheet "${name}" was not read.`);
  return { ...tableOf(chosen.rows), notes: others };
}

function tableOf(rows: Row[]): Pick<Table, 'rows' | 'emptyRows'> {
  const filled = rows.filter((row) => !isEmptyRow(row));
  return { rows: filled, emptyRows: rows.length - filled.length };
}
