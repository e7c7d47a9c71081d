import type { ZoneTime } from '../../kernel/zone-time.ts';
import type { Cell, ColumnKind } from '../../reading/exports/index.ts';
import { isNumeric } from './format.ts';
import { styles } from './workbook.ts';

/** A spreadsheet cannot hold more characters in a cell. */
const cellCharactersMax = 32_767;
const tooLong = '(too long for a spreadsheet: the NDJSON file has all of it)';
const lettersCount = 26;

export const sheetHead = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">`;
const frozenHeader = `<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;

/** Widths in characters: a spreadsheet shows `###` for a time that does not fit. */
const widths: Record<ColumnKind, number> = {
  id: 38,
  text: 28,
  moment: 21,
  flag: 10,
  number: 14,
  money: 14,
  balance: 14,
  count: 14,
  share: 14,
};
/** Blanks on both sides of a heading. */
const headingMargin = 2;
/** The longest fact of a manifest is a SHA-256. */
const manifestWidths = [16, 68];

/** The beginning of a sheet: a frozen header, and columns wide enough for their kind. */
export function sheetOpening(columns: readonly { name: string; kind: ColumnKind }[]): string {
  const fitting = columns.map(({ name, kind }) => Math.max(widths[kind], name.length + headingMargin));
  return `${sheetHead}${frozenHeader}${colsOf(fitting)}<sheetData>`;
}

export const sheetClosing = '</sheetData></worksheet>';

/** The whole sheet of a manifest: names and texts. */
export function manifestSheet(rows: readonly string[][], zone: ZoneTime): string {
  return `${sheetHead}${colsOf(manifestWidths)}<sheetData>${sheetRows(rows, 1, zone)}${sheetClosing}`;
}

/** The widths of the columns of a sheet, in characters. */
export function colsOf(fitting: readonly number[]): string {
  const cols = fitting.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  return `<cols>${cols.join('')}</cols>`;
}

/**
 * Rows of a sheet. Texts are typed as texts, so no spreadsheet reads a formula, number or date in them. Decimal text in a
 * column of numbers is a number, unless a spreadsheet would round it.
 */
export function sheetRows(
  rows: readonly (readonly Cell[])[],
  firstNumber: number,
  zone: ZoneTime,
  columns: readonly { kind: ColumnKind }[] = [],
): string {
  return rows
    .map((row, index) => {
      const number = firstNumber + index;
      const cells = row.map((cell, column) => {
        const value = isNumeric(columns[column]?.kind) ? numberOf(cell) : cell;
        return cellOf(`${columnName(column)}${number}`, value, zone);
      });
      return `<row r="${number}">${cells.join('')}</row>`;
    })
    .join('');
}

/** A spreadsheet keeps this many digits of a number. */
const digitsMax = 15;
const decimal = /^-?\d+(\.\d+)?$/;

/** Decimal text as the number that it is, unless a spreadsheet would round it. */
export function numberOf(cell: Cell): Cell {
  if (typeof cell !== 'string' || !decimal.test(cell)) return cell;
  return cell.replace(/\D/g, '').length <= digitsMax ? Number(cell) : cell;
}

/** A cell at a place such as `B2`. @param style one of {@link styles}; that of its kind when left out */
export function cellOf(place: string, cell: Cell, zone: ZoneTime, style: number = styles.plain): string {
  if (cell === null || cell === '') return '';
  if (cell instanceof Date) return `<c r="${place}" s="${styles.moment}"><v>${zone.serial(cell)}</v></c>`;
  const styled = style === styles.plain ? '' : ` s="${style}"`;
  if (typeof cell === 'number') return `<c r="${place}"${styled}><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  const text = cell.length > cellCharactersMax ? tooLong : cell;
  return `<c r="${place}"${styled} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** `A` to `Z`, `AA`, …. @param index from 0 */
export function columnName(index: number): string {
  const rest = index < lettersCount ? '' : columnName(Math.floor(index / lettersCount) - 1);
  return rest + String.fromCharCode('A'.charCodeAt(0) + (index % lettersCount));
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * XML cannot hold control characters and lone surrogates, and turns a carriage return into a new line. Workbooks write it
 * as `_x000D_`, so a text that looks like such an escape is escaped, too.
 */
function escaped(text: string): string {
  return (
    text
      .toWellFormed()
      .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
      .replaceAll('\r', '_x000D_')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML does not allow
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
      .replaceAll(/[&<>]/g, (character) => entities[character] ?? character)
  );
}
