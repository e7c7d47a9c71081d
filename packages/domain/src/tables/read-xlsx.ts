import { issue } from '../kernel/input.ts';
import type { Breath } from './breath.ts';
import { otherArchive } from './file-kind.ts';
import { tableIssues } from './refusals.ts';
import type { Sought } from './sought.ts';
import { createBudget, headerRowsMax, isEmptyRow, type Row, type Table } from './table.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { type Archive, openArchive } from './unzip.ts';
import { readRelations, readSharedTexts, readWorkbook, type Tab } from './xlsx-parts.ts';
import { readSheet, type Sheet } from './xlsx-sheet.ts';
import { readDateStyles } from './xlsx-styles.ts';

/** Most sheets that are read. */
const sheetsMax = 20;

/** Whether bytes are a ZIP archive, as XLSX files are. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}

/**
 * Reads the one sheet of an XLSX file that has the table, or else its first sheet with any text.
 * @throws UnreadableFile when it is no XLSX file, too large, or has the table twice
 */
export async function readXlsx(bytes: Uint8Array, sought: Sought, breathe: Breath): Promise<Table> {
  const archive = await openArchive(bytes, breathe);
  const { sheets, ...known } = await readParts(archive, sought, breathe);
  const budget = createBudget();
  const tables: (Sheet & Pick<Tab, 'name' | 'isHidden'>)[] = [];
  for (const { name, isHidden, path } of sheets) {
    const sheet = await archive.read(path);
    const read = sheet ? await readSheet(sheet, known, budget, breathe) : { rows: [], hiddenColumns: [] };
    tables.push({ name, isHidden, ...read });
  }
  const filled = tables.filter(({ rows }) => rows.some((row) => !isEmptyRow(row)));
  const hiddenSheets = filled.filter(({ isHidden }) => isHidden).map(({ name }) => name);
  const seen = sought.leavesHiddenSheets ? filled.filter(({ isHidden }) => !isHidden) : filled;
  if (seen.length === 0 && filled.length > 0) {
    throw new UnreadableFile(tableIssues.sheetsHidden({ sheets: hiddenSheets.map((name) => `"${name}"`).join(', ') }));
  }
  const found = seen.filter(({ rows }) => sought.isIn(rows.slice(0, headerRowsMax)));
  if (found.length > 1) {
    const names = found.map(({ name }) => `"${name}"`).join(' and ');
    throw new UnreadableFile(sought.severalSheets({ sheets: names }));
  }
  const chosen = found[0] ?? seen[0];
  if (!chosen) throw new UnreadableFile(tableIssues.fileEmpty);
  const others = filled.filter((sheet) => sheet !== chosen);
  const notes = others.map(({ name }) => issue('file', tableIssues.sheetUnread({ sheet: name })));
  return { ...tableOf(chosen.rows), notes, delimiter: null, hiddenColumns: chosen.hiddenColumns, hiddenSheets };
}

/** Follows the relations of the parts from the root of the archive, because tools use different paths. */
async function readParts(archive: Archive, sought: Sought, breathe: Breath) {
  const root = await archive.read('_rels/.rels');
  const relations = root ? await readRelations(root, '', breathe) : [];
  const path = relations.find(({ type }) => type.endsWith('/officeDocument'))?.path ?? 'xl/workbook.xml';
  const slash = path.lastIndexOf('/') + 1;
  const [directory, file] = [path.slice(0, slash), path.slice(slash)];
  const workbook = await archive.read(path);
  const ofWorkbook = await archive.read(`${directory}_rels/${file}.rels`);
  if (!workbook || !ofWorkbook) throw new UnreadableFile(otherArchive(archive, sought));
  const parts = await readRelations(ofWorkbook, directory, breathe);
  const sheets = await readWorkbook(workbook, parts, breathe);
  if (sheets.length > sheetsMax) throw new UnreadableFile(tableIssues.fileSheets({ max: sheetsMax }));
  if (new Set(sheets.map((sheet) => sheet.path.toLowerCase())).size < sheets.length) {
    throw new UnreadableFile(tableIssues.fileSheetTwice);
  }
  const partOf = (what: string) =>
    archive.read(parts.find(({ type }) => type.endsWith(`/${what}`))?.path ?? `${directory}${what}.xml`);
  const texts = await readSharedTexts(await partOf('sharedStrings'), breathe);
  return { sheets, texts, dateStyles: await readDateStyles(await partOf('styles'), breathe) };
}

function tableOf(rows: Row[]): Pick<Table, 'rows' | 'emptyRows'> {
  const filled = rows.filter((row) => !isEmptyRow(row));
  return { rows: filled, emptyRows: rows.length - filled.length };
}
