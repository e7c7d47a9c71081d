import { z } from 'zod';

// The figures of a business day, and how they differ from the signed ones.

const amounts = [
  /** Successful payments that were made on the day. */
  'collected',
  /** Successful refunds that were requested on the day. */
  'refunded',
  /** `collected` less `refunded`. */
  'net',
  /** Successful payouts that were requested on the day. */
  'paidOut',
  /** Successful refunds of the day's payments, whenever they were requested. */
  'refundedSince',
  /** Money that arrived, was refunded and was paid out on the day, whenever it was requested. */
  'movedIn',
  'movedBack',
  'movedOut',
] as const;

const counts = [
  'collectedCount',
  'refundCount',
  'payoutCount',
  /** Made on the day, without an outcome. */
  'pendingPayments',
  'pendingPayouts',
] as const;

/** Figures of one shortcode from the provider's statement; null without such a statement. */
const accountAmounts = ['opening', 'closing', 'fees'] as const;

type DayAmount = (typeof amounts)[number];
type DayCount = (typeof counts)[number];
type AccountAmount = (typeof accountAmounts)[number];

/** Amounts are cents. `coveredFrom` and `coveredTo`: the part of the day that statements have. */
export type DayAccount = { shortcode: string } & Record<AccountAmount, number | null> & {
    /** Net amount of transfers between accounts of the merchant. */
    transfers?: number;
    coveredFrom: string | null;
    coveredTo: string | null;
    /** A statement of the day has rows that were not understood. */
    hasProblems: boolean;
  };

/** Amounts are cents. */
export type DayFigures = Record<DayAmount | DayCount, number> & { accounts: DayAccount[] };

const totals = Object.fromEntries([...amounts, ...counts].map((name) => [name, z.int()])) as Record<
  DayAmount | DayCount,
  z.ZodInt
>;
const unknown = z.int().nullable().default(null);

/** The figures of a signature, as its row stores them. One of an older version may have fewer. */
export const signedFiguresSchema = z.object({
  ...z.object(totals).partial().shape,
  accounts: z
    .array(
      z.object({
        shortcode: z.string(),
        opening: unknown,
        closing: unknown,
        fees: unknown,
        transfers: z.int().exactOptional(),
        coveredFrom: z.string().nullable().default(null),
        coveredTo: z.string().nullable().default(null),
        hasProblems: z.boolean().default(false),
      }),
    )
    .default([]),
});
export type SignedFigures = z.output<typeof signedFiguresSchema>;

/** A changed figure. Amounts are cents; an unknown value is null. */
export type FigureChange = {
  figure: DayAmount | DayCount | AccountAmount;
  unit: 'cents' | 'count';
  shortcode: string | null;
  from: number | null;
  to: number | null;
};

/** `changes`: signed figures that differ now. `learned`: figures that were unknown at the signature. */
export type FigureDifference = { changes: FigureChange[]; learned: FigureChange[] };

/** Compares the current figures with the signed ones. The covered part of the day is not compared. */
export function differenceOf(signed: SignedFigures, now: DayFigures): FigureDifference {
  const total = (unit: 'cents' | 'count') => (figure: DayAmount | DayCount) => ({
    figure,
    unit,
    shortcode: null,
    from: signed[figure] ?? null,
    to: now[figure],
  });
  const shortcodes = new Set([...signed.accounts, ...now.accounts].map(({ shortcode }) => shortcode));
  const accounts = [...shortcodes].sort().flatMap((shortcode) => {
    const find = (of: DayAccount[]) => of.find((account) => account.shortcode === shortcode);
    return accountAmounts.map((figure) => ({
      figure,
      unit: 'cents' as const,
      shortcode,
      from: find(signed.accounts)?.[figure] ?? null,
      to: find(now.accounts)?.[figure] ?? null,
    }));
  });
  const all: FigureChange[] = [...amounts.map(total('cents')), ...counts.map(total('count')), ...accounts];
  const different = all.filter(({ from, to }) => from !== to);
  return {
    changes: different.filter(({ from }) => from !== null),
    learned: different.filter(({ from }) => from === null),
  };
}

/** The sum over all accounts; null when one is unknown, or there is none. */
export function sumOf(accounts: DayAccount[], figure: AccountAmount): number | null {
  const known = accounts.map((account) => account[figure]);
  return known.length === 0 || known.includes(null)
    ? null
    : known.reduce<number>((sum, cents) => sum + (cents ?? 0), 0);
}

/**
 * Explains the balances of a day: the opening balance, the recorded movements, and the expected closing balance.
 * `difference` is the statement's balance less the expected one: money that is missing here or on the statement. Cents.
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
export function bridgeOf({
  accounts,
  movedIn,
  movedBack,
  movedOut,
}: Pick<DayFigures, 'accounts' | 'movedIn' | 'movedBack' | 'movedOut'>): DayBridge | null {
  const [opening, closing, fees] = [sumOf(accounts, 'opening'), sumOf(accounts, 'closing'), sumOf(accounts, 'fees')];
  if (opening === null || closing === null || fees === null) return null;
  const transfers = accounts.reduce((sum, account) => sum + (account.transfers ?? 0), 0);
  const expected = opening + movedIn - movedBack - movedOut - fees + transfers;
  return { opening, movedIn, movedBack, movedOut, fees, transfers, expected, closing, difference: closing - expected };
}

/**
 * `running`: the day has not ended. `open`: it is not signed. `signed`: its figures equal the signed ones. `changed`:
 * they differ.
 */
export type DayState = 'running' | 'open' | 'signed' | 'changed';

export function stateOf(day: { hasEnded: boolean; difference: FigureDifference | null }): DayState {
  if (!day.hasEnded) return 'running';
  if (!day.difference) return 'open';
  return day.difference.changes.length > 0 ? 'changed' : 'signed';
}

/** Number of open reviews by reason. */
export const exceptionCountsSchema = z.record(z.string(), z.int());
export type ExceptionCounts = z.output<typeof exceptionCountsSchema>;

/** The open points of a day: open exceptions, and money without a known outcome. */
export function openPointsOf(figures: DayFigures, exceptions: ExceptionCounts): number {
  const reviews = Object.values(exceptions).reduce((sum, count) => sum + count, 0);
  return reviews + figures.pendingPayments + figures.pendingPayouts;
}

const centDigits = 2;

/**
 * Converts KES as decimal text to cents, without fractions.
 * @throws RangeError when a number cannot hold them exactly
 */
export function centsOf(kes: string | bigint): number {
  const [whole = '0', fraction = ''] = kes.toString().split('.');
  const cents = Number(whole + fraction.padEnd(centDigits, '0').slice(0, centDigits));
  if (!Number.isSafeInteger(cents)) throw new RangeError('An amount is larger than a number can hold.');
  return cents;
}
