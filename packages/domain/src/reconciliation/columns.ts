import type { Named } from '../kernel/refusals.ts';
import { headerRowsMax, type Row } from '../tables/index.ts';
import { reconciliationIssues } from './refusals.ts';

/** The names of statement columns, reduced to letters and digits and without a unit. */
const headings = {
  receipt: ['receiptno', 'receiptnumber', 'receipt', 'transactionid', 'mpesareceiptnumber'],
  completedAt: ['completiontime', 'completiondate', 'completedtime', 'transactiontime', 'starttimestamp'],
  initiatedAt: ['initiationtime', 'initiationdate'],
  details: ['details', 'transactiondetails', 'description'],
  status: ['transactionstatus', 'status'],
  paidIn: ['paidin', 'credit'],
  withdrawn: ['withdrawn', 'withdrawal', 'paidout', 'debit'],
  balance: ['balance', 'accountbalance'],
  balanceConfirmed: ['balanceconfirmed'],
  type: ['reasontype', 'transactiontype', 'reasontransactiontype', 'reason'],
  otherParty: ['otherpartyinfo', 'otherparty', 'oppositeparty', 'transactionpartydetails'],
  linkedReceipt: ['linkedtransactionid', 'linkedtransaction', 'linkedreceiptno'],
  accountRef: ['acno', 'accountno', 'accountnumber', 'accno', 'billreferencenumber'],
  /** Only in the export of a head office, which has the lines of all its stores. */
  store: ['storename'],
  accountType: ['accounttypename'],
} as const;

/** `Paid In (KSHs)`, `Withdrawn Amount KShs.`: the unit is always KES. */
const unit = /(?:amount)?(?:kshs?|kes|shs?)?$/;

/** A heading reduced to what all its spellings share. */
const plainHeading = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(unit, '');

export type ColumnName = keyof typeof headings;
const columnNames = Object.keys(headings) as ColumnName[];

/** A statement has all of these columns. */
const required: ColumnName[] = ['receipt', 'completedAt', 'status', 'paidIn', 'withdrawn'];

/** The export of a head office has no status: it lists only completed transactions. */
const requiredOf = ({ columns }: Pick<Header, 'columns'>): ColumnName[] =>
  columns.accountType === undefined ? required : required.filter((name) => name !== 'status');

/** The header row: the position of each column. */
export type Header = {
  row: number;
  /** Where each known column is, counted from 0. */
  columns: Partial<Record<ColumnName, number>>;
  /** The headings of known columns, as the file writes them. */
  headings: Partial<Record<ColumnName, string>>;
  /** Unknown headings. Their cells are not read. */
  unknown: string[];
};

/** Why there is no header row. */
type NoHeader = { missing: Named };

/** Finds the first row that names every column that a statement needs. */
export function findHeader(rows: readonly Row[]): Header | NoHeader {
  let best: { row: number; missing: ColumnName[] } | undefined;
  for (const row of rows.slice(0, headerRowsMax)) {
    const header = headerOf(row);
    if ('twice' in header) {
      return { missing: reconciliationIssues.fileColumnTwice({ row: row.number, column: header.twice }) };
    }
    const missing = requiredOf(header).filter((name) => header.columns[name] === undefined);
    if (missing.length === 0) return header;
    if (missing.length < required.length && missing.length < (best?.missing.length ?? required.length)) {
      best = { row: row.number, missing };
    }
  }
  if (!best) return { missing: reconciliationIssues.fileWithoutHeader({ max: headerRowsMax }) };
  const names = best.missing.map((name) => `"${titles[name]}"`).join(', ');
  return { missing: reconciliationIssues.fileColumnsMissing({ row: best.row, columns: names }) };
}

/** The provider's names of the columns. */
const titles: Record<ColumnName, string> = {
  receipt: 'Receipt No.',
  completedAt: 'Completion Time',
  initiatedAt: 'Initiation Time',
  details: 'Details',
  status: 'Transaction Status',
  paidIn: 'Paid In',
  withdrawn: 'Withdrawn',
  balance: 'Balance',
  balanceConfirmed: 'Balance Confirmed',
  type: 'Reason Type',
  otherParty: 'Other Party Info',
  linkedReceipt: 'Linked Transaction ID',
  accountRef: 'A/C No.',
  store: 'Store Name',
  accountType: 'Account Type Name',
};

function headerOf(row: Row): Header | { twice: string } {
  const header: Header = { row: row.number, columns: {}, headings: {}, unknown: [] };
  for (const [index, text] of row.cells.entries()) {
    const plain = plainHeading(text);
    if (plain === '') continue;
    const name = columnNames.find((each) => headings[each].some((heading) => heading === plain));
    if (name === undefined) {
      header.unknown.push(text);
    } else if (header.columns[name] === undefined) {
      header.columns[name] = index;
      header.headings[name] = text;
    } else if (requiredOf(header).every((each) => each === name || header.columns[each] !== undefined)) {
      return { twice: titles[name] };
    } else {
      header.unknown.push(text);
    }
  }
  return header;
}

/** Whether a row repeats the header, as pages of a statement do. */
export function repeatsHeader(row: Row, header: Header): boolean {
  return requiredOf(header).every((name) => {
    const cell = row.cells[header.columns[name] ?? -1];
    return cell !== undefined && cell !== '' && cell === header.headings[name];
  });
}
