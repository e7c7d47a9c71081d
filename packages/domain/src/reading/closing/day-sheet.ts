import type { DayAccount, DayBridge, DayFigures } from './figures.ts';

/** What a line of a sheet says. Its words stand in `figures` of the words of a day. */
export type SheetFigure =
  | 'collected'
  | 'refunded'
  | 'net'
  | 'paidOut'
  | 'refundedSince'
  | 'pendingPayments'
  | 'pendingPayouts'
  | 'movedIn'
  | 'movedBack'
  | 'movedOut'
  | 'opening'
  | 'closing'
  | 'fees'
  | 'transfers'
  | 'expected';

/** A line of a sheet: an amount, how many it was, or both. */
export type SheetLine = {
  figure: SheetFigure;
  /** With its sign: what leaves an account is negative. Null while no statement has it. */
  cents?: number | null;
  count?: number;
  /** What the lines above it come to. */
  isResult?: boolean;
};

/**
 * A business day as people read it: on the page, on paper, as a PDF, in the daily email and at the command line. Each shows
 * these lines in this order, and adds none.
 */
export type DaySheet = {
  /** What was made on the day. */
  created: SheetLine[];
  /** What moved on the day. */
  moved: SheetLine[];
  /** From the opening balances to the closing ones; null while statements do not have them. */
  bridge: { lines: SheetLine[]; difference: number } | null;
  /** What statements say of each shortcode. */
  accounts: (Pick<DayAccount, 'shortcode' | 'coveredFrom' | 'coveredTo' | 'hasProblems'> & { lines: SheetLine[] })[];
};

export function sheetOf(figures: DayFigures, bridge: DayBridge | null): DaySheet {
  const { collected, refunded, net, paidOut, refundedSince, pendingPayments, pendingPayouts } = figures;
  return {
    created: [
      { figure: 'collected', cents: collected, count: figures.collectedCount },
      { figure: 'refunded', cents: refunded, count: figures.refundCount },
      { figure: 'net', cents: net, isResult: true },
      { figure: 'paidOut', cents: paidOut, count: figures.payoutCount },
      { figure: 'refundedSince', cents: refundedSince },
      { figure: 'pendingPayments', count: pendingPayments },
      { figure: 'pendingPayouts', count: pendingPayouts },
    ],
    moved: [
      { figure: 'movedIn', cents: figures.movedIn },
      { figure: 'movedBack', cents: figures.movedBack },
      { figure: 'movedOut', cents: figures.movedOut },
    ],
    bridge: bridgeSheetOf(bridge),
    accounts: figures.accounts.map(({ shortcode, coveredFrom, coveredTo, hasProblems, opening, closing, fees }) => ({
      shortcode,
      coveredFrom,
      coveredTo,
      hasProblems,
      lines: [
        { figure: 'opening', cents: opening },
        { figure: 'closing', cents: closing },
        { figure: 'fees', cents: fees },
      ],
    })),
  };
}

export function bridgeSheetOf(bridge: DayBridge | null): DaySheet['bridge'] {
  return bridge && { lines: bridgeLines(bridge), difference: bridge.difference };
}

/** What did not happen has no line. */
function bridgeLines({
  opening,
  movedIn,
  movedBack,
  movedOut,
  fees,
  transfers,
  expected,
  closing,
}: DayBridge): SheetLine[] {
  const between: SheetLine[] = [
    { figure: 'movedBack', cents: -movedBack },
    { figure: 'movedOut', cents: -movedOut },
    { figure: 'fees', cents: -fees },
    { figure: 'transfers', cents: transfers },
  ];
  return [
    { figure: 'opening', cents: opening },
    { figure: 'movedIn', cents: movedIn },
    ...between.filter(({ cents }) => cents !== 0),
    { figure: 'expected', cents: expected, isResult: true },
    { figure: 'closing', cents: closing, isResult: true },
  ];
}
