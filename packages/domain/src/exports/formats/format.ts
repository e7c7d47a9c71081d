import type { ExportLanguage } from '@tillgate/db';
import type { ZoneTime } from '../../kernel/zone-time.ts';
import type { Cell, ColumnKind } from '../../reading/exports/index.ts';
import type { Manifest } from './manifest.ts';

const numericKinds: readonly ColumnKind[] = ['number', 'money', 'balance', 'count', 'share'];

/** Whether decimal text in a column of this kind is a number. */
export const isNumeric = (kind: ColumnKind | undefined): boolean => kind !== undefined && numericKinds.includes(kind);

/** The columns of a file, in order, and the zone of its times. */
export type Layout = { columns: readonly { name: string; kind: ColumnKind }[]; zone: ZoneTime };

/** The rows of a file so far: their CRC-32 and bytes before compression, and their bytes as stored. */
export type Totals = { crc32: number; plainBytes: number; storedBytes: number };

/** The sheet for people of a workbook, which stands before the rows for programs. */
export type PeopleSheet = { totals: Totals; name: string; language: ExportLanguage };

/**
 * A file format that is made in parts. Only {@link Totals} is kept between parts, so any process can continue after a
 * crash.
 */
export type FileFormat = {
  extension: string;
  contentType: string;
  /** The text before the first row. */
  opening(layout: Layout): string;
  /** @param rowsBefore rows in the parts before this one */
  rows(layout: Layout, rows: readonly Cell[][], rowsBefore: number): string;
  /** The text after the last row. */
  closing: string;
  /** A part as it is stored. @param isLast the part with `closing` */
  pack(plain: Buffer, isLast: boolean): Buffer;
  unpack(stored: Buffer): Buffer;
  /** The part before all rows, which is made last. */
  front(totals: Totals): Buffer;
  /** The part after all rows. */
  back(totals: Totals, manifest: Manifest, people?: PeopleSheet): Buffer;
};
