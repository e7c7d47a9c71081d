import { describe, expect, it } from 'vitest';
import { collectionScenarios, findCollectionScenario, ordinaryCollection } from './magic.ts';
import { collectionResults } from './results.ts';

describe('the rows of the magic table of collections', () => {
  it('play every end, every kind of notice and every kind of enquiry', () => {
    const has = <T>(pick: (row: (typeof collectionScenarios)[number]) => T) => new Set(collectionScenarios.map(pick));
    expect([...has(({ result }) => result)]).toEqual(expect.arrayContaining([null, ...Object.keys(collectionResults)]));
    expect(has(({ notice }) => notice).size).toBe(7);
    expect(has(({ enquiry }) => enquiry).size).toBe(4);
  });

  it('have valid phones that end in their number, and repeat nothing', () => {
    for (const { phone, number } of collectionScenarios) {
      expect(phone).toMatch(/^2547330\d{5}$/);
      expect(phone.endsWith(String(number))).toBe(true);
    }
    for (const field of ['slug', 'phone', 'number', 'title'] as const) {
      expect(new Set(collectionScenarios.map((row) => row[field])).size).toBe(collectionScenarios.length);
    }
  });

  it('that are not taken never end', () => {
    for (const { isTaken, result } of collectionScenarios) if (!isTaken) expect(result).toBe(null);
  });

  it.each(['254733123456', '254712345678', '254733000000', '254700070001', '', '733070000'])(
    'leave %s alone',
    (phone) => {
      expect(findCollectionScenario(phone)).toBe(ordinaryCollection);
    },
  );
});
