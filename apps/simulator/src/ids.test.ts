import { describe, expect, it } from 'vitest';
import { createIdSource, eatTimestamp } from './ids.ts';

const dayMs = 86_400_000;

describe('ids', () => {
  it('timestamps are Nairobi time, also across midnight and new year', () => {
    expect(eatTimestamp(Date.UTC(2026, 11, 31, 21, 0, 0))).toBe(20270101000000);
    expect(eatTimestamp(Date.UTC(2026, 0, 2, 3, 4, 5))).toBe(20260102060405);
  });

  it('receipts have ten characters at every moment of a day and start with its year, month and day', () => {
    for (let hour = 0; hour < 24; hour += 1) {
      const lastMsOfHour = Date.UTC(2026, 9, 14, 21, 0, 0) + (hour + 1) * (dayMs / 24) - 1;
      expect(createIdSource(() => lastMsOfHour).receipt()).toMatch(/^UJF[A-Z0-9]{7}$/);
    }
  });

  it('ids never repeat while the clock stands still or goes back', () => {
    let nowMs = Date.UTC(2026, 9, 15);
    const ids = createIdSource(() => nowMs);
    const seen = new Set<string>();
    for (let index = 0; index < 5_000; index += 1) {
      if (index === 2_500) nowMs -= 1_000;
      seen.add(ids.receipt());
      seen.add(ids.checkoutRequestId('254712345678'));
    }
    expect(seen.size).toBe(10_000);
  });
});
