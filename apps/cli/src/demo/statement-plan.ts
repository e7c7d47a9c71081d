import { wholeSecond } from './eat.ts';
import type { Random } from './random.ts';

/** A success of the ledger, as far as a statement reports it. */
export type LedgerRow = {
  kind: 'payment' | 'payout' | 'reversal';
  receipt: string | null;
  at: Date;
  cents: number;
  phone: string;
  reference: string;
  /** The receipt that a reversal takes back. */
  reversed: string | null;
};

/** A row of the statement. Money out is negative. */
export type StatementRow = {
  receipt: string;
  at: Date;
  status: 'Completed' | 'Failed';
  cents: number;
  balanceCents: number;
  type: string;
  details: string;
  otherParty: string;
  linked: string;
  reference: string;
};

export const deviations = [
  'statement_missing_here',
  'statement_missing_there',
  'statement_amount_differed',
  'statement_duplicate',
  'statement_reversed',
] as const;
type Deviation = (typeof deviations)[number];

export type StatementPlan = {
  /** Oldest first. */
  rows: StatementRow[];
  /** What differs from the ledger, and must be found: the receipt of each difference. */
  planted: { reason: Deviation; receipt: string }[];
  /** Where the balance does not continue: money that no row reports. */
  gap: { after: string; before: string; cents: number };
};

/** Rows so near to an end of the statement are not called missing. */
const marginMs = 15 * 60_000;
const openingCents = 184_300_00;
const gapCents = -5_000_00;
const payoutFeeCents = 9_00;
const paymentFeeFrom = 200_00;
const paymentFeeOf = (cents: number) => (cents < paymentFeeFrom ? 0 : Math.round(cents * 0.0027));
const firstLineMs = 1_000;
const leastRows = 12;

/**
 * Makes the provider's statement of a ledger, with one of each deviation in it, two of what is missing
 * here. Everything else agrees: fees, refunds, rows that failed and a row that stands there twice.
 * @param newReceipt a receipt that nothing has
 * @throws Error when the ledger has too little to deviate from
 */
export function planStatement(
  ledger: readonly LedgerRow[],
  random: Random,
  newReceipt: (at: Date) => string,
): StatementPlan {
  const { picked, planted } = pickDeviations(ledger, random);
  const draft = ledger
    .filter((row) => row !== picked.missingPayment && row !== picked.missingPayout)
    .flatMap((row) => rowsOf(row, newReceipt(row.at)));
  draft.push(...transfersOf(ledger, newReceipt));
  const change = (row: LedgerRow, to: (found: StatementRow) => void) => {
    const found = draft.find(({ receipt }) => receipt === row.receipt);
    if (found) to(found);
  };
  change(picked.differing, (found) => {
    found.cents += 50_00;
  });
  for (const cents of [1_250_00, 743_00]) {
    const at = between(ledger, random);
    const receipt = newReceipt(at);
    const payer = { phone: '254700000001', reference: 'MISSED', reversed: null };
    draft.push(...rowsOf({ kind: 'payment', receipt, at, cents, ...payer }, receipt));
    planted.push({ reason: 'statement_missing_here', receipt });
  }
  const reversalAt = new Date(picked.reversed.at.getTime() + 2 * 60_000);
  const reversal = newReceipt(reversalAt);
  draft.push(reversalRow(reversal, { ...picked.reversed, at: reversalAt, reversed: picked.reversed.receipt }));
  planted.push({ reason: 'statement_reversed', receipt: reversal });
  const rows = draft.sort((a, b) => a.at.getTime() - b.at.getTime());
  const gap = withBalances(rows, random);
  return { rows: withRepeats(rows, picked.duplicate, random, newReceipt), planted, gap };
}

/** A time between the first and the last row, far enough from both. */
function between(ledger: readonly LedgerRow[], random: Random): Date {
  const [from, to] = innerSpan(ledger);
  return wholeSecond(new Date(random.between(from, to)));
}

function innerSpan(ledger: readonly LedgerRow[]): [from: number, to: number] {
  const times = ledger.map(({ at }) => at.getTime());
  return [Math.min(...times) + marginMs, Math.max(...times) - marginMs];
}

function pickDeviations(ledger: readonly LedgerRow[], random: Random) {
  const [from, to] = innerSpan(ledger);
  const inner = ledger.filter(({ at, receipt }) => receipt !== null && at.getTime() >= from && at.getTime() <= to);
  const refunded = new Set(ledger.map(({ reversed }) => reversed));
  const payments = inner.filter(({ kind, receipt }) => kind === 'payment' && !refunded.has(receipt));
  const payouts = inner.filter(({ kind }) => kind === 'payout');
  if (payments.length < leastRows || payouts.length === 0) {
    throw new Error(
      `a statement needs ${leastRows} payments and a payout that are ${marginMs / 60_000} minutes inside`,
    );
  }
  const take = (list: LedgerRow[]): LedgerRow => {
    const [row] = list.splice(random.between(0, list.length - 1), 1);
    if (!row) throw new Error('nothing to choose from');
    return row;
  };
  const picked = {
    missingPayment: take(payments),
    missingPayout: take(payouts),
    differing: take(payments),
    duplicate: take(payments),
    reversed: take(payments),
  };
  const planted: StatementPlan['planted'] = [
    { reason: 'statement_missing_there', receipt: picked.missingPayment.receipt ?? '' },
    { reason: 'statement_missing_there', receipt: picked.missingPayout.receipt ?? '' },
    { reason: 'statement_amount_differed', receipt: picked.differing.receipt ?? '' },
    { reason: 'statement_duplicate', receipt: picked.duplicate.receipt ?? '' },
  ];
  return { picked, planted };
}

const dayMs = 86_400_000;
const transferCents = 500_00;

/** Once a day money goes to another account of the merchant: two rows with one receipt, in and out. */
function transfersOf(ledger: readonly LedgerRow[], newReceipt: (at: Date) => string): StatementRow[] {
  const [from, to] = innerSpan(ledger);
  const details = 'Utility Account to Organization Settlement Account';
  return Array.from({ length: Math.ceil((to - from) / dayMs) }, (_, day) => {
    const at = wholeSecond(new Date(from + day * dayMs));
    const leg = { ...blank, receipt: newReceipt(at), at, type: details, details };
    return [
      { ...leg, cents: transferCents },
      { ...leg, cents: -transferCents },
    ];
  }).flat();
}

/**
 * A payment and a payout have a second row with their fee: that of a payment has the payment's type. A receipt that is not
 * recorded is still on the statement.
 */
function rowsOf(row: LedgerRow, newReceipt: string): StatementRow[] {
  const receipt = row.receipt ?? newReceipt;
  if (row.kind === 'reversal') return [reversalRow(receipt, row)];
  const base = { ...blank, receipt, at: wholeSecond(row.at) };
  if (row.kind === 'payment') {
    const details = `Pay Bill from ${row.phone} - CUSTOMER Acc. ${row.reference}`;
    const otherParty = `${row.phone} - CUSTOMER`;
    const type = 'Pay Utility';
    const fee = { ...base, cents: -paymentFeeOf(row.cents), type, details: 'Pay Bill Charge', otherParty: 'SP' };
    return [
      { ...base, cents: row.cents, type, details, otherParty, reference: row.reference },
      ...(fee.cents < 0 ? [fee] : []),
    ];
  }
  const details = `Business Payment to ${row.phone} - RECEIVER`;
  const otherParty = `${row.phone} - RECEIVER`;
  return [
    { ...base, cents: -row.cents, type: 'Business Payment', details, otherParty },
    { ...base, cents: -payoutFeeCents, type: 'Business Payment Charge', details: 'Business Payment Charge' },
  ];
}

function reversalRow(receipt: string, { at, cents, reversed }: LedgerRow): StatementRow {
  const linked = reversed ?? '';
  const details = `Pay Bill Reversal of ${linked}`;
  return { ...blank, receipt, at: wholeSecond(at), cents: -cents, type: 'Pay Bill Reversal', details, linked };
}

const blank = { status: 'Completed', balanceCents: 0, otherParty: '', linked: '', reference: '' } as const;

/** Writes the balance behind each row. Between two rows of different seconds, money leaves that no row reports. */
function withBalances(rows: StatementRow[], random: Random): StatementPlan['gap'] {
  const places = rows.flatMap((row, index) => {
    const earlier = rows[index - 1];
    return earlier && row.at.getTime() - earlier.at.getTime() >= firstLineMs ? [index] : [];
  });
  const place = places[random.between(0, places.length - 1)];
  let balance = openingCents;
  for (const [index, row] of rows.entries()) {
    if (index === place) balance += gapCents;
    balance += row.cents;
    row.balanceCents = balance;
  }
  const [after, before] = [rows[(place ?? 0) - 1], rows[place ?? 0]];
  if (!after || !before) throw new Error('all rows are of one second');
  return { after: after.receipt, before: before.receipt, cents: gapCents };
}

/** A second row of a receipt with another sum, an exact repeat, and rows that moved nothing. */
function withRepeats(
  rows: StatementRow[],
  duplicate: LedgerRow,
  random: Random,
  newReceipt: (at: Date) => string,
): StatementRow[] {
  const repeated = rows[random.between(0, rows.length - 1)];
  // The file has the newest row first, so the true row of the two comes first there.
  return rows.flatMap((row, index) => [
    ...(row.receipt === duplicate.receipt && row.cents > 0 ? [{ ...row, cents: row.cents + 100_00 }] : []),
    row,
    ...(row === repeated ? [{ ...row }] : []),
    ...(index % 25 === 7 ? [{ ...row, receipt: newReceipt(row.at), status: 'Failed' as const }] : []),
  ]);
}
