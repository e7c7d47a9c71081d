import type { Named } from '../kernel/refusals.ts';
import { type DateOrder, type Row, readCents, readEatTime } from '../tables/index.ts';
import type { ColumnName, Header } from './columns.ts';
import { reconciliationIssues } from './refusals.ts';

/** The kinds of lines. `transfer`: a leg of a transfer between accounts of the merchant. */
const lineKinds = ['paid_in', 'withdrawn', 'fee', 'reversal', 'transfer'] as const;
export type LineKind = (typeof lineKinds)[number];

/** A line that moved money. */
export type StatementLine = {
  /** Its row in the file. */
  row: number;
  receipt: string;
  kind: LineKind;
  completedAt: Date;
  initiatedAt: Date | null;
  /** Money in or money out: one of them is 0. Never negative. */
  paidInCents: number;
  withdrawnCents: number;
  /** The balance after it, where the file reports it. */
  balanceCents: number | null;
  details: string;
  type: string;
  otherParty: string;
  /** The related receipt, e.g. the one that it reverses. */
  linkedReceipt: string | null;
  accountRef: string;
};

/** A listed line that moved no money, e.g. `Failed`. */
export type IdleLine = { row: number; receipt: string; status: string };

type ReadLine =
  | { is: 'line'; line: StatementLine }
  | { is: 'idle'; line: IdleLine }
  | { is: 'totals'; paidInCents: number | null; withdrawnCents: number | null }
  /** Why the row was not understood. */
  | { is: 'problem'; why: Named };

const receiptText = /^[A-Z0-9]{6,20}$/;
/** Length of the provider's receipts. About one in ten random texts of this length has no digit. */
const receiptLength = 10;

function isReceipt(text: string): boolean {
  return receiptText.test(text) && (/[0-9]/.test(text) || text.length === receiptLength);
}

/** Reads one row below the header. */
export function readLine(row: Row, header: Header, order: DateOrder): ReadLine {
  const cell = (name: ColumnName) => row.cells[header.columns[name] ?? -1] ?? '';
  const problem = (why: Named): ReadLine => ({ is: 'problem', why });
  const at = { row: row.number };
  if (row.problem !== null) return problem(row.problem);
  const receipt = cell('receipt').toUpperCase();
  const [paidIn, withdrawn, balance] = [cell('paidIn'), cell('withdrawn'), cell('balance')].map(readCents);
  if (isTotals(row, receipt)) {
    if (paidIn === undefined || withdrawn === undefined) return problem(reconciliationIssues.rowTotals(at));
    return { is: 'totals', paidInCents: paidIn, withdrawnCents: withdrawn === null ? null : Math.abs(withdrawn) };
  }
  if (receipt === '') return problem(reconciliationIssues.rowWithoutReceipt(at));
  if (!isReceipt(receipt)) return problem(reconciliationIssues.rowReceipt(at));
  const status = header.columns.status === undefined ? 'Completed' : cell('status');
  if (status === '') return problem(reconciliationIssues.rowWithoutStatus(at));
  if (status.toLowerCase() !== 'completed') return { is: 'idle', line: { row: row.number, receipt, status } };
  const completedAt = readEatTime(cell('completedAt'), order);
  if (!completedAt) return problem(reconciliationIssues.rowCompletedAt({ ...at, text: cell('completedAt') }));
  const initiated = cell('initiatedAt');
  const initiatedAt = initiated === '' ? null : readEatTime(initiated, order);
  if (initiatedAt === undefined) return problem(reconciliationIssues.rowInitiatedAt({ ...at, text: initiated }));
  if (paidIn === undefined) return problem(reconciliationIssues.rowPaidIn({ ...at, text: cell('paidIn') }));
  if (withdrawn === undefined) return problem(reconciliationIssues.rowWithdrawn({ ...at, text: cell('withdrawn') }));
  if (balance === undefined) return problem(reconciliationIssues.rowBalance({ ...at, text: cell('balance') }));
  const [inCents, outCents] = [paidIn ?? 0, Math.abs(withdrawn ?? 0)];
  if (inCents < 0) return problem(reconciliationIssues.rowNegative(at));
  if (inCents === 0 && outCents === 0) return problem(reconciliationIssues.rowWithoutMoney(at));
  if (inCents !== 0 && outCents !== 0) return problem(reconciliationIssues.rowBothWays(at));
  const linked = cell('linkedReceipt').toUpperCase();
  const [type, details] = [cell('type'), cell('details')];
  const kind = kindOf(inCents > 0, [type, details]);
  const packed = kind === 'fee' || kind === 'transfer' ? undefined : partyIn(details);
  return {
    is: 'line',
    line: {
      row: row.number,
      receipt,
      kind,
      completedAt,
      initiatedAt,
      paidInCents: inCents,
      withdrawnCents: outCents,
      balanceCents: balance ?? null,
      details,
      type,
      otherParty: cell('otherParty') || (packed?.otherParty ?? ''),
      linkedReceipt: isReceipt(linked) ? linked : null,
      accountRef: cell('accountRef') || (packed?.accountRef ?? ''),
    },
  };
}

const footer = /^page \d+ of \d+$/i;

/** Whether a row below the table is prose: no cell is a receipt, a time, a sum or a status. */
export function isProse(row: Row, order: DateOrder): boolean {
  const cells = row.cells.filter((text) => text !== '');
  const words = cells.flatMap((text) => text.split(' ')).filter((word) => /\p{L}/u.test(word));
  return (
    row.problem === null &&
    words.length > 1 &&
    !isTotals(row, '') &&
    cells.every((text) => typeof readCents(text) !== 'number' && readEatTime(text, order) === undefined) &&
    cells.every((text) => text.toLowerCase() !== 'completed' && !(receiptText.test(text) && /[0-9]/.test(text)))
  );
}

/** `Page 1 of 3`, between the rows of a file that was converted from pages. */
export function isPageFooter({ cells }: Row): boolean {
  return footer.test(cells.filter((text) => text !== '').join(' '));
}

/** A row without a receipt is a totals row only if a cell begins with the word. */
function isTotals(row: Row, receipt: string): boolean {
  return !isReceipt(receipt) && row.cells.some((text) => /^(grand |sub-?)?totals?\b/i.test(text));
}

/** `Utility Account to Organization Settlement Account`, `Withdrawal of Funds`: both ends are accounts of the merchant. */
const transferWords =
  /^[a-z ]*\baccount\s+to\s+[a-z ]*\baccount\b|^(?:organi[sz]ation )?(?:withdrawal|settlement) of funds\b/i;

/**
 * Matches the provider's words at the beginning, not the customer's words after them. It checks the reason type and the
 * details, because a fee may have the reason type of its payment. Money in is never a fee, because a reference may be
 * "school fees".
 */
function kindOf(isIn: boolean, texts: readonly string[]): LineKind {
  if (texts.some((words) => transferWords.test(words))) return 'transfer';
  const begins = texts.map((words) => words.split(/\b(?:from|to|acc)\b|[-.]/i)[0] ?? '');
  if (begins.some((begin) => /revers/i.test(begin))) return 'reversal';
  if (isIn) return 'paid_in';
  return begins.some((begin) => /\b(charges?|fees?|tariff)\b/i.test(begin)) ? 'fee' : 'withdrawn';
}

/** A fee is at most this part of its payment. */
const feeShareMax = 1 / 5;
/** The provider itself, as the other party of a line. */
const isProvider = (otherParty: string) => /^sp\b/i.test(otherParty);

/** Whether money out is the fee of the payment with its receipt, although no word marks it as a fee. */
export function isFeeOf(line: StatementLine, payment: StatementLine): boolean {
  return isProvider(line.otherParty) && line.withdrawnCents <= payment.paidInCents * feeShareMax;
}

/** `Pay Bill from 2547****111 - ALICE EXAMPLE Acc. alice`: newer files have the phone and the name only there. */
function partyIn(details: string): Pick<StatementLine, 'otherParty' | 'accountRef'> | undefined {
  const before = /\b(?:from|to) (?:- )?(?=[+0-9])/i.exec(details);
  if (!before) return undefined;
  const said = details.slice(before.index + before[0].length);
  const mark = / acc\.(?: |$)/i.exec(said);
  if (!mark) return { otherParty: said, accountRef: '' };
  return { otherParty: said.slice(0, mark.index), accountRef: said.slice(mark.index + mark[0].length) };
}
