import { crc32 } from 'node:zlib';
import type { ExportModel } from '@tillgate/db';
import { z } from 'zod';
import { readStored } from '../kernel/stored.ts';
import { type Cell, exportSources } from '../reading/exports/index.ts';
import type { PeopleSheet, Totals } from './formats/format.ts';
import { fileFormats } from './formats/index.ts';
import { addSums, peopleClosing, peopleOpening, peopleRows, type Sums } from './formats/people-sheet.ts';
import { type People, peopleOf, peopleOrder } from './people-columns.ts';
import { sheetNames } from './words.ts';

/** All that is remembered of the sheet for people between two parts. */
export type PeopleState = Totals & { sums: Sums };

const peopleStateSchema = z.object({
  crc32: z.int(),
  plainBytes: z.int(),
  storedBytes: z.int(),
  sums: z.array(z.string().regex(/^-?\d+$/)),
}) satisfies z.ZodType<PeopleState>;

const nothing: PeopleState = { crc32: 0, plainBytes: 0, storedBytes: 0, sums: [] };

/** The sheet for people of an export; undefined for a format without one. */
export function peopleOfExport({ format, list, columns, filter, ...how }: ExportModel): People | undefined {
  if (format !== 'xlsx') return undefined;
  const { language, timeZone } = how;
  const { columns: known, forPrograms } = exportSources[list];
  const hidden = forPrograms?.(filter) ?? [];
  const names = peopleOrder(list, columns);
  const shown = names.filter((name) => !hidden.includes(name));
  // A file of such columns alone shows them: a sheet needs a column.
  const chosen = (shown.length > 0 ? shown : names).flatMap(
    (name) => known.find((column) => column.name === name) ?? [],
  );
  const isPayments = list === 'payments' || list === 'link_payments';
  return peopleOf(chosen, { isPayments, language, timeZone });
}

/**
 * Written by {@link peoplePart} alone.
 * @throws BrokenRow: a sheet with wrong sums is worse than none
 */
function stateOf({ id, people }: Pick<ExportModel, 'id' | 'people'>): PeopleState {
  return people === null ? nothing : readStored(peopleStateSchema, people, `The sheet for people of the export ${id}`);
}

/**
 * The next part of the sheet for people. It depends on the stored state alone, so that any process makes the same.
 * @param named rows with a cell for each of `names`
 */
export function peoplePart(
  row: ExportModel,
  people: People,
  { names, rows, isLast }: { names: readonly string[]; rows: readonly Cell[][]; isLast: boolean },
): { body: Buffer; state: PeopleState } {
  const { layout } = people;
  const places = people.names.map((name) => names.indexOf(name));
  const shown = rows.map((cells) => places.map((place) => cells[place] ?? null));
  const before = stateOf(row);
  const sums = addSums(layout, before.sums, shown);
  const text = [
    row.partCount === 0 ? peopleOpening(layout) : '',
    peopleRows(layout, shown, row.rowCount),
    isLast ? peopleClosing(layout, row.rowCount + rows.length, sums) : '',
  ].join('');
  const plain = Buffer.from(text);
  const body = plain.length === 0 ? plain : fileFormats.xlsx.pack(plain, isLast);
  const state = {
    crc32: crc32(plain, before.crc32),
    plainBytes: before.plainBytes + plain.length,
    storedBytes: before.storedBytes + body.length,
    sums,
  };
  return { body, state };
}

/** The sheet for people when it has all its parts; undefined when the file has none. */
export function peopleSheetOf({ list, language, ...row }: ExportModel): PeopleSheet | undefined {
  if (row.people === null) return undefined;
  const { crc32: crc, plainBytes, storedBytes } = stateOf(row);
  return { totals: { crc32: crc, plainBytes, storedBytes }, name: sheetNames[list][language], language };
}
