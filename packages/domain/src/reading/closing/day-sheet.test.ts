import { expect, it } from 'vitest';
import { sheetOf } from './day-sheet.ts';
import { bridgeOf, type DayFigures } from './figures.ts';

const figures: DayFigures = {
  collected: 120_050,
  collectedCount: 3,
  refunded: 10_000,
  refundCount: 1,
  net: 110_050,
  paidOut: 50_000,
  payoutCount: 2,
  refundedSince: 10_000,
  pendingPayments: 1,
  pendingPayouts: 0,
  movedIn: 100_000,
  movedBack: 0,
  movedOut: 50_000,
  accounts: [
    {
      shortcode: '174379',
      opening: 500_000,
      closing: 549_000,
      fees: 250,
      hasProblems: false,
      coveredFrom: null,
      coveredTo: null,
    },
  ],
};

it('the balance check adds up line by line, and leaves out what did not happen', () => {
  const { bridge } = sheetOf(figures, bridgeOf(figures));
  const lines = bridge?.lines ?? [];
  expect(lines.map(({ figure }) => figure)).toEqual(['opening', 'movedIn', 'movedOut', 'fees', 'expected', 'closing']);
  const cents = (figure: string) => lines.find((line) => line.figure === figure)?.cents ?? 0;
  const before = lines.filter(({ isResult }) => !isResult).reduce((sum, line) => sum + (line.cents ?? 0), 0);
  expect(cents('expected')).toBe(before);
  expect(cents('closing') - cents('expected')).toBe(bridge?.difference);
  expect(bridge?.difference).toBe(-750);
});

it('without the balances of a statement there is no balance check, and the account says that nobody knows', () => {
  const [account] = figures.accounts;
  const unknown = { ...figures, accounts: account ? [{ ...account, closing: null }] : [] };
  const sheet = sheetOf(unknown, bridgeOf(unknown));
  expect(sheet.bridge).toBeNull();
  expect(sheet.accounts[0]?.lines).toContainEqual({ figure: 'closing', cents: null });
});
