import { describe, expect, it } from 'vitest';
import { factsOf, hasTwice, listOf, mappingOf, newListDraft } from './list-draft.ts';

const file = new File(['Phone,Amount\n'], 'payroll.csv');

describe('the form of a new batch', () => {
  it('sends its file, or its lines', () => {
    expect(listOf(newListDraft)).toBeUndefined();
    expect(listOf({ ...newListDraft, file, lines: 'x' })).toBe(file);
    expect(listOf({ ...newListDraft, source: 'lines', lines: ' \n' })).toBeUndefined();
    expect(listOf({ ...newListDraft, source: 'lines', file, lines: 'a,b' })).toBe('a,b');
  });

  it('says what was typed, and the name of a file that is sent', () => {
    const draft = { ...newListDraft, file, name: ' Payroll ', note: ' ' };
    expect(factsOf(draft, undefined)).toEqual({ name: 'Payroll', commandId: 'SalaryPayment', fileName: 'payroll.csv' });
    const lines = { ...draft, source: 'lines' as const, note: 'November' };
    const at = new Date('2026-11-30T06:00:00Z');
    expect(factsOf(lines, at)).toEqual({
      name: 'Payroll',
      commandId: 'SalaryPayment',
      note: 'November',
      scheduledFor: '2026-11-30T06:00:00.000Z',
    });
  });

  it('needs a column for the phone and another one for the amount', () => {
    expect(mappingOf({ headingRow: 1 }, { phone: 0 })).toBeUndefined();
    expect(mappingOf({ headingRow: 1 }, { phone: 0, amount: 0 })).toBeUndefined();
    expect(mappingOf({ headingRow: null }, { phone: 0, amount: 2, name: 1 })).toEqual({
      headingRow: null,
      columns: { phone: 0, amount: 2, name: 1 },
    });
    expect(hasTwice({ phone: 0, amount: 1, name: 1 })).toBe(true);
  });
});
