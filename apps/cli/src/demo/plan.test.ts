import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { historyDays, perDayAverage, planPayments, planSuppliers, policy } from './plan.ts';
import { createRandom } from './random.ts';

const now = new Date('2026-03-18T10:00:00.000Z');

describe('createRandom', () => {
  it('comes out the same for the same seed, and differently for another', () => {
    const draw = (seed: number) => Array.from({ length: 5 }, createRandom(seed).next);
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });

  it('draws as often as the weights say', () => {
    const random = createRandom(7);
    const drawn = Array.from({ length: 2_000 }, () => random.weighted([[1, 'a'] as const, [3, 'b'] as const]));
    const share = drawn.filter((each) => each === 'b').length / drawn.length;
    expect(share).toBeGreaterThan(0.7);
    expect(share).toBeLessThan(0.8);
  });
});

describe('a branch of createRandom', () => {
  it('draws the same values whatever is drawn elsewhere first', () => {
    const [one, other] = [createRandom(7), createRandom(7)];
    for (let drawn = 0; drawn < 3; drawn += 1) other.next();
    other.branch('payments').next();
    expect(other.branch('suppliers').hex(20)).toBe(one.branch('suppliers').hex(20));
    expect(one.branch('payments').hex(20)).not.toBe(one.branch('suppliers').hex(20));
  });
});

describe('planSuppliers', () => {
  it('rejects some of the orders that need approval and approves others, for every seed', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const large = planSuppliers(createRandom(seed), now).filter(({ amount }) => amount >= policy.payoutFrom);
        expect(new Set(large.map(({ verdict }) => verdict))).toEqual(new Set(['approve', 'reject']));
      }),
    );
  });
});

describe('planPayments', () => {
  const planned = planPayments(1, now, perDayAverage);

  it('plays the same history again', () => {
    expect(planPayments(1, now, perDayAverage)).toEqual(planned);
  });

  it('covers the days before now, the oldest first, and ends with somebody who is just paying', () => {
    const times = planned.map(({ at }) => at.getTime());
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(now.getTime() - (times[0] ?? 0)).toBeGreaterThan((historyDays - 2) * 86_400_000);
    expect(now.getTime() - (times.at(-1) ?? 0)).toBeLessThan(3_000);
  });

  it('is busy by day and quiet by night', () => {
    const hours = planned.map(({ at }) => (at.getUTCHours() + 3) % 24);
    expect(hours.filter((hour) => hour >= 1 && hour <= 4)).toEqual([]);
    expect(hours.filter((hour) => hour >= 9 && hour <= 20).length).toBeGreaterThan(planned.length * 0.75);
  });

  it('has receipts of which no two are the same, and offline sums that no prompt asks for', () => {
    expect(new Set(planned.map(({ receipt }) => receipt)).size).toBe(planned.length);
    for (const { by, amount } of planned) expect(amount % 10).toBe(by === 'offline' ? 3 : 0);
  });
});
