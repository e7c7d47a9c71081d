import { describe, expect, it } from 'vitest';
import { comparePeople, namedMax, type PersonRow } from './compare-people.ts';

/** `Amina@701#E1=500`: a name, the end of a phone, a reference and an amount, each as far as it is there. */
function rowsOf(text: string): PersonRow[] {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .map((row) => {
      const [, name = '', phone = '', reference = '', amount = ''] = /^(\w*)@(\d+)(?:#(\w+))?=(\d+)$/.exec(row) ?? [];
      return {
        phone: `254712345${phone}`,
        amount: Number(amount),
        name: name || null,
        referenceKey: reference || null,
      };
    });
}

const none = { count: 0, amount: 0, named: [] };

describe('the people of a batch beside those of an earlier one', () => {
  it.each([
    ['nothing changed', 'Amina@701=500 John@702=600', 'Amina@701=500 John@702=600', none, none],
    [
      'somebody is new and somebody is gone, by phone',
      'Amina@701=500 Grace@703=700',
      'Amina@701=500 John@702=600',
      { count: 1, amount: 700, named: ['Grace'] },
      { count: 1, amount: 600, named: ['John'] },
    ],
    ['another amount and another spelling is the same person', 'A@701=900', 'Amina@701=500', none, none],
    ['a new phone under the same reference is the same person', 'Amina@799#E1=500', 'Amina@701#E1=500', none, none],
    [
      'another reference on the same phone is another person',
      'Brian@701#E2=500',
      'Amina@701#E1=400',
      { count: 1, amount: 500, named: ['Brian'] },
      { count: 1, amount: 400, named: ['Amina'] },
    ],
    ['references that came since: the phone decides', 'Amina@701#E1=500', 'Amina@701=500', none, none],
    ['references that are gone since: the phone decides', 'Amina@701=500', 'Amina@701#E1=500', none, none],
    [
      'a phone that somebody else has a reference for is somebody new',
      'Amina@701#E1=500 Brian@702#E2=600',
      'Amina@701#E1=500 Chris@702#E3=600',
      { count: 1, amount: 600, named: ['Brian'] },
      { count: 1, amount: 600, named: ['Chris'] },
    ],
    [
      'two rows to one phone are one person, with both amounts',
      'Amina@701=500 Grace@703=700 Grace@703=300',
      'Amina@701=500 Amina@701=100',
      { count: 1, amount: 1_000, named: ['Grace'] },
      none,
    ],
    [
      'without a name, the masked phone is shown',
      '@703=700',
      '@701=500',
      { count: 1, amount: 700, named: ['0712…703'] },
      { count: 1, amount: 500, named: ['0712…701'] },
    ],
    ['everybody is new beside an empty batch', 'Amina@701=500', '', { count: 1, amount: 500, named: ['Amina'] }, none],
    ['two empty batches agree', '', '', none, none],
  ])('%s', (_what, now, before, added, gone) => {
    expect(comparePeople(rowsOf(now), rowsOf(before))).toEqual({ added, gone });
    expect(comparePeople(rowsOf(before), rowsOf(now))).toEqual({ added: gone, gone: added });
  });

  it('names a handful, the largest amounts first, and counts all', () => {
    const many = Array.from({ length: namedMax + 3 }, (_, n) => `P${n}@70${n}=${100 + n}`).join(' ');
    const { added } = comparePeople(rowsOf(many), []);
    expect(added).toEqual({ count: 8, amount: 828, named: ['P7', 'P6', 'P5', 'P4', 'P3'] });
  });

  it('masks a phone that stands in a name', () => {
    const row = { phone: '254712345701', amount: 5, name: 'Call 0722345678', referenceKey: null };
    expect(comparePeople([row], []).added.named).toEqual(['Call 0722…678']);
  });

  it('takes two lists of 5,000 people', () => {
    const list = (from: number) =>
      Array.from({ length: 5_000 }, (_, n) => ({
        phone: `2547${String(from + n).padStart(8, '0')}`,
        amount: 1,
        name: null,
        referenceKey: null,
      }));
    const { added, gone } = comparePeople(list(0), list(10));
    expect([added.count, gone.count]).toEqual([10, 10]);
  });
});
