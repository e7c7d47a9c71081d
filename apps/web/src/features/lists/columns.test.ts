import { describe, expect, it } from 'vitest';
import { readHidden, writeHidden } from './columns.ts';
import { shownColumns } from './shown-columns.ts';

describe('the columns that a person hides', () => {
  it('are kept by list, and one list does not touch another', () => {
    const first = writeHidden(undefined, 'payments', ['reason', 'copy']);
    const both = writeHidden(first, 'payouts', ['who']);
    expect(readHidden(both, 'payments')).toEqual(['reason', 'copy']);
    expect(readHidden(both, 'payouts')).toEqual(['who']);
    expect(writeHidden(both, 'payments', [])).toBe('payouts:who');
  });

  it.each([undefined, '', 'payments', 'payments:', 'payments:<b>.a;b', 'x:reason'])('are none in %s', (cookie) => {
    expect(readHidden(cookie, 'payments')).toEqual([]);
  });

  it('are never essential ones', () => {
    const cell = () => null;
    const columns = [
      { id: 'amount', header: '', cell },
      { id: 'reason', header: '', cell, hideBelow: 'md' as const },
    ];
    expect(shownColumns(columns, ['amount', 'reason']).map(({ id }) => id)).toEqual(['amount']);
  });
});
