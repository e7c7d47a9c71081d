import type { ZoneTime } from '../../kernel/zone-time.ts';
import type { Cell, ColumnKind } from '../../reading/exports/index.ts';
import { cellOf, colsOf, columnName, numberOf, sheetHead } from './sheet.ts';
import { styles } from './workbook.ts';

/** A column as people read it. */
export type PeopleColumn = {
  title: string;
  kind: ColumnKind;
  /** The words of values that programs read, such as `success`. */
  values?: Readonly<Record<string, string>>;
  isUuid?: boolean;
};

export type PeopleLayout = {
  columns: readonly PeopleColumn[];
  zone: ZoneTime;
  /** Lines above the header: a title, then facts. */
  lines: readonly string[];
  yes: string;
  no: string;
};

/** The sum of each column so far, in hundredths as whole decimal text. Columns that are not added up stay at 0. */
export type Sums = readonly string[];

const lettersOf: Record<ColumnKind, number> = {
  id: 16,
  text: 22,
  moment: 21,
  flag: 10,
  number: 12,
  money: 16,
  balance: 16,
  count: 12,
  share: 12,
};
const uuidLetters = 38;
/** The first column has the number of rows at its end. */
const firstLetters = 24;
/** The button of the filter stands beside a heading. */
const headingMargin = 4;

const styleOf: Record<ColumnKind, number> = {
  id: styles.plain,
  text: styles.plain,
  moment: styles.moment,
  flag: styles.plain,
  number: styles.whole,
  count: styles.whole,
  money: styles.money,
  balance: styles.money,
  share: styles.share,
};
const isSummed = ({ kind }: PeopleColumn) => kind === 'money' || kind === 'count';
const isNumber = (kind: ColumnKind) => styleOf[kind] !== styles.plain && kind !== 'moment';

const headingOf = ({ title, kind }: PeopleColumn, zone: ZoneTime) => (kind === 'moment' ? zone.heading(title) : title);
/** The row of the header: the first, or below the lines and a blank row. */
const headerRow = ({ lines }: PeopleLayout) => (lines.length === 0 ? 1 : lines.length + 2);

/** What stands before the rows: widths, the lines, and a header that stays in view. */
export function peopleOpening(layout: PeopleLayout): string {
  const { columns, zone, lines } = layout;
  const header = headerRow(layout);
  const widths = columns.map((column, index) => {
    const least = Math.max(column.isUuid ? uuidLetters : lettersOf[column.kind], index === 0 ? firstLetters : 0);
    return Math.max(least, headingOf(column, zone).length + headingMargin);
  });
  const view = `<sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="${header}" topLeftCell="A${header + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;
  const above = lines.map((line, index) => {
    const cell = cellOf(`A${index + 1}`, line, zone, index === 0 ? styles.title : styles.plain);
    return `<row r="${index + 1}">${cell}</row>`;
  });
  const headings = columns.map((column, index) => {
    const style = isNumber(column.kind) ? styles.headerOfNumbers : styles.header;
    return cellOf(`${columnName(index)}${header}`, headingOf(column, zone), zone, style);
  });
  return `${sheetHead}<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>${view}${colsOf(widths)}<sheetData>${above.join('')}<row r="${header}">${headings.join('')}</row>`;
}

/** Rows in words, numbers and times. @param rowsBefore rows that are in the sheet already */
export function peopleRows(layout: PeopleLayout, rows: readonly (readonly Cell[])[], rowsBefore: number): string {
  const first = headerRow(layout) + 1 + rowsBefore;
  return rows
    .map((row, index) => {
      const number = first + index;
      const cells = layout.columns.map((column, at) => {
        const place = `${columnName(at)}${number}`;
        return cellOf(place, shown(layout, column, row[at] ?? null), layout.zone, styleOf[column.kind]);
      });
      return `<row r="${number}">${cells.join('')}</row>`;
    })
    .join('');
}

function shown({ yes, no }: PeopleLayout, { kind, values }: PeopleColumn, cell: Cell): Cell {
  if (typeof cell === 'boolean') return cell ? yes : no;
  if (isNumber(kind)) return numberOf(cell);
  return typeof cell === 'string' && values && Object.hasOwn(values, cell) ? (values[cell] ?? cell) : cell;
}

/** What stands after the rows: a blank row, so that no filter takes the next for one of them, and the totals. */
export function peopleClosing(layout: PeopleLayout, rowCount: number, sums: Sums): string {
  const { columns, zone } = layout;
  const header = headerRow(layout);
  const number = header + rowCount + 2;
  const countAt = columns.findIndex((column) => !isSummed(column));
  const cells = columns.map((column, at) => {
    const place = `${columnName(at)}${number}`;
    if (at === countAt) return cellOf(place, rowCount, zone, styles.totalRows);
    if (!isSummed(column)) return `<c r="${place}" s="${styles.total}"/>`;
    const style = column.kind === 'money' ? styles.totalMoney : styles.totalWhole;
    return `<c r="${place}" s="${style}"><v>${decimalOf(sums[at] ?? '0')}</v></c>`;
  });
  const filtered = `A${header}:${columnName(columns.length - 1)}${header + rowCount}`;
  return `<row r="${number}">${cells.join('')}</row></sheetData><autoFilter ref="${filtered}"/><pageMargins left="0.5" right="0.5" top="0.5" bottom="0.5" header="0.3" footer="0.3"/><pageSetup orientation="landscape" fitToHeight="0"/></worksheet>`;
}

/** Adds rows to sums, exactly: no binary fraction is involved. */
export function addSums(
  { columns }: Pick<PeopleLayout, 'columns'>,
  sums: Sums,
  rows: readonly (readonly Cell[])[],
): Sums {
  return columns.map((column, at) => {
    const before = BigInt(sums[at] ?? '0');
    if (!isSummed(column)) return '0';
    return String(rows.reduce((sum, row) => sum + hundredthsOf(row[at] ?? null), before));
  });
}

const decimal = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/;

function hundredthsOf(cell: Cell): bigint {
  const [, sign = '', whole = '0', fraction = ''] = decimal.exec(String(cell)) ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(2, '0')}`);
}

function decimalOf(hundredths: string): string {
  const digits = hundredths.replace('-', '').padStart(3, '0');
  const fraction = digits.slice(-2).replace(/0+$/, '');
  return `${hundredths.startsWith('-') ? '-' : ''}${digits.slice(0, -2)}${fraction && `.${fraction}`}`;
}
