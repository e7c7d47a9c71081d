import type { ExportLanguage } from '@tillgate/db';
import { zoneTime } from '../kernel/zone-time.ts';
import type { Cell, ColumnKind } from '../reading/exports/index.ts';
import { forPrograms } from '../reading/reports/index.ts';
import { fileFormats } from './formats/index.ts';
import { addSums, peopleClosing, peopleOpening, peopleRows } from './formats/people-sheet.ts';
import { wholeWorkbook } from './formats/xlsx.ts';
import { peopleOf, peopleOrder } from './people-columns.ts';
import { periodWords, sheetNames, zoneWords } from './words.ts';

/** Rows under named columns. Sums are decimal text in columns that hold numbers. */
export type Table = { columns: readonly { name: string; kind: ColumnKind }[]; rows: readonly Cell[][] };

type Report = 'payments' | 'collections' | 'payouts' | 'settlement' | 'balances';
type Days = { from: string; to: string };

/** Formats a table of bounded size like an export file: no cell runs in a spreadsheet. It has no manifest. */
export function writeTable(
  { columns, rows }: Table,
  { format, timeZone }: { format: 'csv' | 'ndjson'; timeZone: string },
): { text: string; contentType: string } {
  const { opening, rows: write, contentType } = fileFormats[format];
  const layout = { columns, zone: zoneTime(timeZone) };
  return { text: opening(layout) + write(layout, rows, 0), contentType };
}

/** Writes the table of a report as a workbook: a sheet for people, with its title, days and zone, and one for programs. */
export function writeWorkbook(
  { columns, rows }: Table,
  { report, days, timeZone, language }: { report: Report; days: Days; timeZone: string; language: ExportLanguage },
): { body: Buffer; contentType: string } {
  const isPayments = report === 'payments';
  const isEmpty = (name: string) =>
    rows.every((row) => row[columns.findIndex((column) => column.name === name)] === null);
  const all = columns.map(({ name }) => name);
  const names = isPayments
    ? peopleOrder('payments', all)
    : all.filter((name) => !forPrograms.includes(name) && !(name === 'group' && isEmpty(name)));
  const chosen = names.flatMap((name) => columns.find((column) => column.name === name) ?? []);
  const title = sheetNames[report === 'payments' ? report : (`report_${report}` as const)][language];
  const lines = [title, periodWords(days, language), zoneWords(timeZone, language)];
  const { layout } = peopleOf(chosen, { isPayments, language, timeZone, lines });
  const shown = rows.map((row) => chosen.map(({ name }) => row[all.indexOf(name)] ?? null));
  const sums = addSums(layout, [], shown);
  const sheet = peopleOpening(layout) + peopleRows(layout, shown, 0) + peopleClosing(layout, rows.length, sums);
  const { opening, rows: write, closing, contentType } = fileFormats.xlsx;
  const program = { columns, zone: zoneTime(timeZone) };
  const data = opening(program) + write(program, rows, 0) + closing;
  return { body: wholeWorkbook({ name: title, sheet, language }, data), contentType };
}
