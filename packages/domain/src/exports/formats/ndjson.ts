import type { Cell } from '../../reading/exports/index.ts';
import type { FileFormat, Layout } from './format.ts';
import { manifestJson } from './manifest.ts';

/** One JSON object per line, with unchanged values, for programs. The last line is `{"manifest": …}`. */
export const ndjson: FileFormat = {
  extension: 'ndjson',
  contentType: 'application/x-ndjson; charset=utf-8',
  opening: () => '',
  rows: (layout, rows) => rows.map((row) => `${JSON.stringify(objectOf(layout, row))}\n`).join(''),
  closing: '',
  pack: (plain) => plain,
  unpack: (stored) => stored,
  front: () => Buffer.alloc(0),
  back: (_totals, manifest) => Buffer.from(manifestJson(manifest)),
};

function objectOf({ columns, zone }: Layout, row: readonly Cell[]): Record<string, unknown> {
  return Object.fromEntries(
    columns.map(({ name }, index) => {
      const cell = row[index] ?? null;
      return [name, cell instanceof Date ? zone.withOffset(cell) : cell];
    }),
  );
}
