import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ConfirmationPoint, findConfirmationGaps, type WindowedChange } from './confirmation-continuity.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 20) + second * 1_000);
const point = (second: number, amountCents: number, balanceCents: number): ConfirmationPoint => ({
  at: at(second),
  receipt: `T${second}`,
  amountCents,
  balanceCents,
});
const change = (from: number, to: number, cents: number): WindowedChange => ({ from: at(from), to: at(to), cents });
const shown = (points: ConfirmationPoint[], changes: WindowedChange[] = []) =>
  findConfirmationGaps(points, changes).map(({ from, to, cents }) => [from.receipt, to.receipt, cents]);

describe('the balance from confirmation to confirmation', () => {
  it('continues when each balance is the one before and the payment', () => {
    expect(shown([point(1, 100, 1_100), point(5, 50, 1_150), point(9, 25, 1_175)])).toEqual([]);
  });

  it('names where a confirmation is missing, once', () => {
    expect(shown([point(1, 100, 1_100), point(60, 50, 1_650), point(99, 25, 1_675)])).toEqual([['T1', 'T60', 500]]);
  });

  it('names where money left', () => {
    expect(shown([point(1, 100, 1_100), point(60, 50, 150), point(99, 25, 175)])).toEqual([['T1', 'T60', -1_000]]);
  });

  it('counts what is known otherwise, whenever in its window it happened', () => {
    const payout = [change(10, 50, -300)];
    for (const first of [1_150, 850]) {
      expect(shown([point(1, 100, 1_100), point(20, 50, first), point(60, 50, 900)], payout)).toEqual([]);
    }
    expect(shown([point(1, 100, 1_100), point(60, 50, 1_150)], payout)).toEqual([['T1', 'T60', 300]]);
  });

  it('does not guess what was in the first balance', () => {
    const early = [change(-10, 30, 700)];
    expect(shown([point(1, 100, 1_100), point(60, 50, 1_150)], early)).toEqual([]);
    expect(shown([point(1, 100, 1_100), point(60, 50, 1_850)], early)).toEqual([]);
    expect(shown([point(1, 100, 1_100), point(60, 50, 1_600)], early)).toHaveLength(1);
  });

  it('takes payments of one second in any order', () => {
    expect(shown([point(1, 100, 1_100), point(2, 30, 1_180), point(2, 50, 1_150), point(3, 1, 1_181)])).toEqual([]);
  });

  it('finds what is planted in any business, and nothing else', () => {
    const step = fc.record({
      wait: fc.integer({ min: 1, max: 90 }),
      cents: fc.integer({ min: 1, max: 1_000_000 }),
      kind: fc.constantFrom('told', 'told', 'told', 'other' as const),
      early: fc.integer({ min: 0, max: 60 }),
      late: fc.integer({ min: 0, max: 60 }),
      isOut: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 3, maxLength: 40 }), fc.option(fc.nat()), (steps, lost) => {
        const points: ConfirmationPoint[] = [];
        const changes: WindowedChange[] = [];
        let second = 0;
        let balance = 5_000_000;
        for (const { wait, cents, kind, early, late, isOut } of steps) {
          second += wait;
          balance += kind === 'other' && isOut ? -cents : cents;
          if (kind === 'told') points.push(point(second, cents, balance));
          else changes.push(change(second - early, second + late, isOut ? -cents : cents));
        }
        expect(findConfirmationGaps(points, changes)).toEqual([]);
        // Without other changes, a lost confirmation is named exactly.
        if (lost === null || changes.length > 0 || points.length < 3) return;
        const index = 1 + (lost % (points.length - 2));
        const [missing] = points.splice(index, 1);
        expect(shown(points)).toEqual([[points[index - 1]?.receipt, points[index]?.receipt, missing?.amountCents]]);
      }),
      { numRuns: 300 },
    );
  });
});
