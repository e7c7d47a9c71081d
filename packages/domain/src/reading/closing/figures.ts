// What a business day came to, and what is different from what somebody signed.

const amounts = [
  /** Successful payments that were made on the day. */
  'collected',
  /** Successful refunds that were asked for on the day. */
  'refunded',
  /** `collected` less `refunded`. */
  'net',
  /** Successful payouts that were asked for on the day. */
  'paidOut',
  /** Successful refunds of the payments of the day, whenever they were asked for. */
  'refundedSince',
  /** What came, was refunded and was paid out on the day, whenever it was asked for. */
  'movedIn',
  'movedBack',
  'movedOut',
] as const;

const counts = [
  'collectedCount',
  'refundCount',
  'payoutCount',
  /** Of the day, without an outcome. */
  'pendingPayments',
  'pendingPayouts',
] as const;

/** Of one shortcode, from the provider's statement: null without a statement that has it. */
const accountAmounts = ['opening', 'closing', 'fees'] as const;

type DayAmount = (typeof amounts)[number];
type DayCount = (typeof counts)[number];
type AccountAmount = (typeof accountAmounts)[number];

/** Amounts are cents. `coveredFrom` and `coveredTo`: the part of the day that statements have. */
export type DayAccount = { shortcode: string } & Record<AccountAmount, number | null> & {
    /** What transfers between accounts of the merchant left. */
    transfers?: number;
    coveredFrom: string | null;
    coveredTo: string | null;
    /** A statement of the day has rows that were not understood. */
    hasProblems: boolean;
  };

/** Amounts are cents. */
export type DayFigures = Record<DayAmount | DayCount, number> & { accounts: DayAccount[] };

/** A figure that is not what it was. Amounts are cents; a number that was not known is null. */
export type FigureChange = {
  figure: DayAmount | DayCount | AccountAmount;
  unit: 'cents' | 'count';
  shortcode: string | null;
  from: number | null;
  to: number | null;
};

/** `changes`: figures that were signed and are others. `learned`: what nobody knew when it was signed. */
export type FigureDifference = { changes: FigureChange[]; learned: FigureChange[] };

/** What is different now from what was signed. How much of a day statements cover is no figure. */
export function differenceOf(signed: DayFigures, now: DayFigures): FigureDifference {
  const total = (unit: 'cents' | 'count') => (figure: DayAmount | DayCount) => ({
    ...{ figure, unit, shortcode: null },
    ...{ from: signed[figure] ?? null, to: now[figure] },
  });
  // What is stored may be of a version that signed less.
  const were = signed.accounts ?? [];
  const shortcodes = new Set([...were, ...now.accounts].map(({ shortcode }) => shortcode));
  const accounts = [...shortcodes].sort().flatMap((shortcode) => {
    const find = (of: DayAccount[]) => of.find((account) => account.shortcode === shortcode);
    return accountAmounts.map((figure) => ({
      ...{ figure, unit: 'cents' as const, shortcode },
      ...{ from: find(were)?.[figure] ?? null, to: find(now.accounts)?.[figure] ?? null },
    }));
  });
  const all: FigureChange[] = [...amounts.map(total('cents')), ...counts.map(total('count')), ...accounts];
  const different = all.filter(({ from, to }) => from !== to);
  return {
    changes: different.filter(({ from }) => from !== null),
    learned: different.filter(({ from }) => from === null),
  };
}

/** What all accounts come to; null when one of them is not known, or there is none. */
export function sumOf(accounts: DayAccount[], figure: AccountAmount): number | null {
  const known = accounts.map((account) => account[figure]);
  return known.length === 0 || known.includes(null)
    ? null
    : known.reduce<number>((sum, cents) => sum + (cents ?? 0), 0);
}

/**
 * How the balances of a day come about: what was there, what moved as it is recorded here, and what should be there then.
 * `difference` is what the statement has more (or less): money that is not recorded here, or not on the statement. Cents.
 */
export type DayBridge = {
  opening: number;
  movedIn: number;
  movedBack: number;
  movedOut: number;
  fees: number;
  transfers: number;
  expected: number;
  closing: number;
  difference: number;
};

/** @returns null while statements do not have the balances of all accounts */
export function bridgeOf({ accounts, movedIn, movedBack, movedOut }: DayFigures): DayBridge | null {
  const [opening, closing, fees] = [sumOf(accounts, 'opening'), sumOf(accounts, 'closing'), sumOf(accounts, 'fees')];
  if (opening === null || closing === null || fees === null) return null;
  const transfers = accounts.reduce((sum, account) => sum + (account.transfers ?? 0), 0);
  const expected = opening + movedIn - movedBack - movedOut - fees + transfers;
  return { opening, movedIn, movedBack, movedOut, fees, transfers, expected, closing, difference: closing - expected };
}

/**
 * `running`: it has not ended. `open`: nobody signed it. `signed`: its figures are what was signed.
 * `changed`: they are not.
 */
export type DayState = 'running' | 'open' | 'signed' | 'changed';

export function stateOf(day: { hasEnded: boolean; difference: FigureDifference | null }): DayState {
  if (!day.hasEnded) return 'running';
  if (!day.difference) return 'open';
  return day.difference.changes.length > 0 ? 'changed' : 'signed';
}

/** How many reviews wait for a person, by their reason. */
export type ExceptionCounts = Record<string, number>;

/** How much of a day is not settled: open exceptions, and money whose outcome is not known. */
export function openPointsOf(figures: DayFigures, exceptions: ExceptionCounts): number {
  const reviews = Object.values(exceptions).reduce((sum, count) => sum + count, 0);
  return reviews + figures.pendingPayments + figures.pendingPayouts;
}

const centDigits = 2;

/**
 * Cents of KES that are decimal text, cut to whole cents.
 * @throws RangeError when a number cannot hold them exactly
 */
export function centsOf(kes: string | bigint): number {
  const [whole = '0', fraction = ''] = kes.toString().split('.');
  const cents = Number(whole + fraction.padEnd(centDigits, '0').slice(0, centDigits));
  if (!Number.isSafeInteger(cents)) throw new RangeError('An amount is larger than a number can hold.');
  return cents;
}
