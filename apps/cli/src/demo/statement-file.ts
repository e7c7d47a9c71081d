import { strToU8, zipSync } from 'fflate';
import { eatText } from './eat.ts';
import type { StatementRow } from './statement-plan.ts';

export const statementColumns = [
  'Receipt No.',
  'Completion Time',
  'Initiation Time',
  'Details',
  'Transaction Status',
  'Paid In',
  'Withdrawn',
  'Balance',
  'Balance Confirmed',
  'Reason Type',
  'Other Party Info',
  'Linked Transaction ID',
  'A/C No.',
] as const;
type Column = (typeof statementColumns)[number];

export type StatementHead = { shortcode: string; from: Date; to: Date };

/** The provider's table as texts, newest row first, with the lines that stand above it. */
export function statementTable(
  { shortcode, from, to }: StatementHead,
  rows: readonly StatementRow[],
  columns: readonly Column[] = statementColumns,
): string[][] {
  return [
    ['Organization Statement'],
    ['Short Code', shortcode],
    ['Time Period', `${providerTime(from)} to ${providerTime(to)}`],
    [],
    [...columns],
    ...rows.toReversed().map((row) => {
      const cells = cellsOf(row);
      return columns.map((column) => cells[column]);
    }),
  ];
}

/** The templates of the portal. */
export const statementTemplates = ['older', 'newer'] as const;
export type StatementTemplate = (typeof statementTemplates)[number];

/**
 * The newer template, newest row first: no rows above the table, `0.00` in the other column, and the payer and reference
 * in the details.
 */
function newerTable(rows: readonly StatementRow[]): string[][] {
  return [
    [
      'Receipt No',
      'Completion Time',
      'Details',
      'Transaction Status',
      ...['Paid In', 'Withdrawn', 'Balance'].map((name) => `${name} (KSHs)`),
    ],
    ...rows.toReversed().map((row) => {
      const cells = cellsOf(row);
      const moved = [cells['Paid In'], cells.Withdrawn].map((text) => text || '0.00');
      return [row.receipt, cells['Completion Time'], row.details, row.status, ...moved, cells.Balance];
    }),
  ];
}

/** The table of a statement as a template of the portal writes it. */
export function tableOf(template: StatementTemplate, head: StatementHead, rows: readonly StatementRow[]): string[][] {
  return template === 'newer' ? newerTable(rows) : statementTable(head, rows);
}

function cellsOf(row: StatementRow): Record<Column, string> {
  const time = providerTime(row.at);
  return {
    'Receipt No.': row.receipt,
    'Completion Time': time,
    'Initiation Time': time,
    Details: row.details,
    'Transaction Status': row.status,
    'Paid In': row.cents > 0 ? money(row.cents) : '',
    Withdrawn: row.cents < 0 ? money(row.cents) : '',
    Balance: money(row.balanceCents),
    'Balance Confirmed': 'true',
    'Reason Type': row.type,
    'Other Party Info': row.otherParty,
    'Linked Transaction ID': row.linked,
    'A/C No.': row.reference,
  };
}

/** `20-11-2026 13:24:11`. */
function providerTime(at: Date): string {
  const [date = '', time] = eatText(at).split('T');
  return `${date.split('-').toReversed().join('-')} ${time}`;
}

/** `-1,234.50`. */
const money = (cents: number) => (cents / 100).toLocaleString('en-KE', { minimumFractionDigits: 2 });

/** A table as a CSV file. */
export function csvFile(table: readonly string[][]): Uint8Array {
  const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return strToU8(`${table.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`);
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const xml = (text: string) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`);
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A table as an XLSX file with one sheet. Every cell is a text, as in the provider's files. */
export function xlsxFile(table: readonly string[][]): Uint8Array {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;
  const rows = table.map((row, index) => `<row r="${index + 1}">${row.map(cell).join('')}</row>`);
  return zipSync({
    '[Content_Types].xml': xml(
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
    ),
    '_rels/.rels': xml(
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${main}" xmlns:r="${documents}"><sheets><sheet name="Statement" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${documents}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': xml(`<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData></worksheet>`),
  });
}
