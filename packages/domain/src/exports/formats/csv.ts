import { stringify } from 'csv-stringify/sync';
import type { Cell } from '../../reading/exports/index.ts';
import type { FileFormat, Layout } from './format.ts';
import { manifestFacts } from './manifest.ts';
import { keptAsText, withoutFormula } from './safe-text.ts';

/** Without it, spreadsheets read UTF-8 as something else. */
const byteOrderMark = '\ufeff';
/** An exact sum, which may be negative. Nothing else of a number column goes out as it is. */
const decimal = /^-?\d+(?:\.\d+)?$/;
// A line that begins with `#` is the manifest, so a cell that does stands in quotes.
const options = { record_delimiter: 'windows', quoted_match: /^#/ } as const;

/** Comma-separated values (RFC 4180) with a header and, in the last line, the manifest as a comment. */
export const csv: FileFormat = {
  extension: 'csv',
  contentType: 'text/csv; charset=utf-8',
  opening: ({ columns }) => byteOrderMark + stringify([columns.map(({ name }) => name)], options),
  rows: (layout, rows) =>
    stringify(
      rows.map((row) => row.map((cell, index) => textOf(layout, index, cell))),
      options,
    ),
  closing: '',
  pack: (plain) => plain,
  unpack: (stored) => stored,
  front: () => Buffer.alloc(0),
  back: (_totals, manifest) => {
    const facts = manifestFacts(manifest).map(([name, value]) => `${name}=${value}`);
    return Buffer.from(`# tillgate-export ${facts.join(' ')}\r\n`);
  },
};

function textOf({ columns, zone }: Layout, index: number, cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return zone.stamped(cell);
  if (typeof cell !== 'string') return String(cell);
  if (columns[index]?.kind === 'number' && decimal.test(cell)) return cell;
  return columns[index]?.kind === 'text' ? keptAsText(cell) : withoutFormula(cell);
}
