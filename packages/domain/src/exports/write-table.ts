import type { Cell, ColumnKind } from '../reading/exports/index.ts';
import { fileFormats } from './formats/index.ts';
import { zoneTime } from './formats/zone-time.ts';

/** Rows under named columns. Sums are decimal text in columns of the kind `number`. */
export type Table = { columns: readonly { name: string; kind: ColumnKind }[]; rows: readonly Cell[][] };

type TextFormat = 'csv' | 'ndjson';

/** Formats a table of bounded size like an export file: no cell runs in a spreadsheet. It has no manifest. */
export function writeTable(
  { columns, rows }: Table,
  { format, timeZone }: { format: TextFormat; timeZone: string },
): { text: string; contentType: string } {
  const { opening, rows: write, contentType } = fileFormats[format];
  const layout = { columns, zone: zoneTime(timeZone) };
  return { text: opening(layout) + write(layout, rows, 0), contentType };
}
