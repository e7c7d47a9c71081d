import { stringify } from 'csv-stringify/sync';
import type { Cell } from '../../reading/exports/index.ts';
import { type FileFormat, isNumeric, type Layout } from './format.ts';
import { keptAsText, withoutFormula } from './safe-text.ts';

/** Without it, spreadsheets do not detect UTF-8. */
const byteOrderMark = '\ufeff';
/** An exact amount, which may be negative. All other values of a number column are escaped. */
const decimal = /^-?\d+(?:\.\d+)?$/;
const options = { record_delimiter: 'windows' } as const;

/**
 * Comma-separated values (RFC 4180) with only a header and rows, because a spreadsheet reads every other line as a row.
 * The manifest is a separate file. Times are plain, so that a spreadsheet reads them as times; the header has their zone.
 */
export const csv: FileFormat = {
  extension: 'csv',
  contentType: 'text/csv; charset=utf-8',
  opening: ({ columns, zone }) => {
    const names = columns.map(({ name, kind }) => (kind === 'moment' ? zone.heading(name) : name));
    return byteOrderMark + stringify([names], options);
  },
  rows: (layout, rows) =>
    stringify(
      rows.map((row) => row.map((cell, index) => textOf(layout, index, cell))),
      options,
    ),
  closing: '',
  pack: (plain) => plain,
  unpack: (stored) => stored,
  front: () => Buffer.alloc(0),
  back: () => Buffer.alloc(0),
};

function textOf({ columns, zone }: Layout, index: number, cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return zone.plain(cell);
  if (typeof cell !== 'string') return String(cell);
  if (isNumeric(columns[index]?.kind) && decimal.test(cell)) return cell;
  return columns[index]?.kind === 'text' ? keptAsText(cell) : withoutFormula(cell);
}
