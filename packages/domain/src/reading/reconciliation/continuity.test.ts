import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BalancePoint, findGaps } from './continuity.ts';

const minute = (number: number) => new Date(Date.UTC(2026, 10, 20, 7, number));
const point = (number: number, changeCents: number, balanceCents: number | null): BalancePoint => ({
  at: minute(number),
  receipt: `TKL${number}`,
  changeCents,
  balanceCents,
});

describe('the balance', () => {
  it('names the time between which money is missing, and how much', () => {
    const points = [point(1, 100, 1_100), point(2, 50, 1_150), point(9, 10, 1_460), point(10, -60, 1_400)];
    expect(findGaps(points)).toEqual([
      { from: { at: minute(2), receipt: 'TKL2' }, to: { at: minute(9), receipt: 'TKL9' }, cents: 300 },
    ]);
  });

  it.each([
    ['nothing', []],
    ['one change', [point(1, 100, 500)]],
    ['changes without balances', [point(1, 100, null), point(2, 100, null)]],
    ['a change without a balance in between', [point(1, 1, 100), point(2, 5, null), point(3, 1, 106)]],
    ['a payout and its fee of one second, in either order', [point(1, 1, 100), point(2, -9, 41), point(2, -50, 50)]],
    ['the same, the other way round', [point(1, 1, 100), point(2, -50, 50), point(2, -9, 41)]],
  ])('continues with %s', (_, points) => {
    expect(findGaps(points)).toEqual([]);
  });

  it('finds every piece of money that is taken out of any history, and nothing else', () => {
    const history = fc.array(
      fc.record({
        seconds: fc.nat({ max: 90 }),
        cents: fc.integer({ min: -5_000, max: 5_000 }).filter((cents) => cents !== 0),
        isHidden: fc.boolean(),
      }),
      { minLength: 3, maxLength: 60 },
    );
    fc.assert(
      fc.property(history, fc.boolean(), (changes, isDistinct) => {
        let [time, balance] = [0, 1_000_000];
        const all = changes.map(({ seconds, cents, isHidden }, index) => {
          time += seconds + (isDistinct ? 1 : 0);
          balance += cents;
          const at = new Date(Date.UTC(2026, 10, 20) + time * 1_000);
          return { isHidden, point: { at, receipt: `R${index}`, changeCents: cents, balanceCents: balance } };
        });
        expect(findGaps(all.map((each) => each.point))).toEqual([]);
        if (!isDistinct) return;
        const [first, last] = [all[0], all.at(-1)];
        const shown = all.filter((each) => !each.isHidden || each === first || each === last);
        const hiddenBetween = shown.slice(1).map((each, index) => {
          const [from, to] = [all.indexOf(shown[index] ?? each), all.indexOf(each)];
          return all.slice(from + 1, to).reduce((cents, hidden) => cents + hidden.point.changeCents, 0);
        });
        const gaps = findGaps(shown.map((each) => each.point));
        expect(gaps.map(({ cents }) => cents)).toEqual(hiddenBetween.filter((cents) => cents !== 0));
      }),
      { numRuns: 200 },
    );
  });
});
