import type { PayoutBatchStatus } from '@tillgate/db';
import { describe, expect, it } from 'vitest';
import { dayMs, later } from '../kernel/time.ts';
import { isOver } from './basics/index.ts';
import {
  type Acceptance,
  decideCancel,
  decidePause,
  decideResume,
  hashOfList,
  referenceKeyOf,
  type SubmittedRow,
  scheduleIssue,
  submitIssues,
} from './batch.ts';
import { listFromValues } from './list-from-values.ts';
import type { WarningCode } from './payout-row.ts';

const kinds = (decide: (status: PayoutBatchStatus) => { kind: string }) =>
  Object.fromEntries(
    (
      [
        ...['checking', 'draft', 'awaiting_approval', 'approved', 'running', 'paused'],
        ...['ended', 'cancelled', 'rejected', 'expired'],
      ] as PayoutBatchStatus[]
    ).map((status) => [status, decide(status).kind]),
  );
const over = { ended: 'refused', rejected: 'refused', expired: 'refused' };

describe('a call about the status', () => {
  it('cancels what is not being paid', () => {
    expect(kinds(decideCancel)).toEqual({
      ...{ checking: 'change', draft: 'change', awaiting_approval: 'change', approved: 'change', paused: 'change' },
      ...{ running: 'refused', cancelled: 'stays', ...over },
    });
  });

  it('pauses what is being paid, and resumes what is paused', () => {
    const none = { checking: 'refused', draft: 'refused', awaiting_approval: 'refused', approved: 'refused' };
    const rest = { ...none, cancelled: 'refused', ...over };
    expect(kinds(decidePause)).toEqual({ ...rest, running: 'change', paused: 'stays' });
    expect(kinds(decideResume)).toEqual({ ...rest, running: 'stays', paused: 'change' });
  });
});

it('a batch is over in the states that it never leaves', () => {
  const states = Object.entries(kinds((status) => ({ kind: String(isOver(status)) })));
  const found = states.filter(([, kind]) => kind === 'true').map(([status]) => status);
  expect(found).toEqual(['ended', 'cancelled', 'rejected', 'expired']);
});

describe('sending off', () => {
  const row = (number: number, state: SubmittedRow['state'], ...codes: WarningCode[]): SubmittedRow => ({
    rowId: `row ${number}`,
    number,
    state,
    warnings: codes.map((code) => ({ code, field: 'phone', column: null, text: '' })),
  });
  const nothing: Acceptance = { sendGoodOnly: false, acceptWarnings: false, ticked: [], acceptSameList: false };
  const good = row(1, 'good', 'payee_first', 'leading_zero_restored');

  it.each<[what: string, rows: SubmittedRow[], said: Partial<Acceptance>, person: string[], key: string[]]>([
    ['good rows with notes', [good], {}, [], []],
    ['nothing good', [row(1, 'refused')], { sendGoodOnly: true }, ['sendGoodOnly'], ['sendGoodOnly']],
    ['a refused row', [good, row(2, 'refused')], {}, ['sendGoodOnly'], ['sendGoodOnly']],
    ['a refused row that is left out', [good, row(2, 'refused')], { sendGoodOnly: true }, [], []],
    ['a warning', [row(1, 'good', 'paid_recently')], {}, ['acceptWarnings'], ['acceptWarnings']],
    ['a warning that is accepted', [row(1, 'good', 'paid_recently')], { acceptWarnings: true }, [], []],
    ['a warning of a refused row', [good, row(2, 'refused', 'formula')], { sendGoodOnly: true }, [], []],
    ['a changed payee', [row(1, 'good', 'payee_changed')], { acceptWarnings: true }, ['ticked'], ['ticked']],
    ['a tick of another row', [row(1, 'good', 'name_different')], { ticked: ['row 2'] }, ['ticked'], ['ticked']],
    ['a tick', [row(1, 'good', 'name_different')], { ticked: ['row 1'] }, [], []],
  ])('%s', (_, rows, said, person, key) => {
    const paths = (by: 'person' | 'key') =>
      submitIssues({ rows, isSameList: false }, { ...nothing, ...said }, by).map(({ path }) => path);
    expect([paths('person'), paths('key')]).toEqual([person, key]);
  });

  it('says everything at once', () => {
    const rows = [row(1, 'good', 'payee_changed', 'formula'), row(2, 'refused')];
    expect(submitIssues({ rows, isSameList: true }, nothing, 'person').map(({ path }) => path)).toEqual([
      ...['sendGoodOnly', 'acceptWarnings', 'acceptSameList', 'ticked'],
    ]);
  });

  it('a list again needs a word of its own from a person, and accepted warnings from a key', () => {
    const paths = (said: Partial<Acceptance>, by: 'person' | 'key') =>
      submitIssues({ rows: [good], isSameList: true }, { ...nothing, ...said }, by).map(({ path }) => path);
    expect(paths({ acceptWarnings: true }, 'person')).toEqual(['acceptSameList']);
    expect(paths({ acceptSameList: true }, 'person')).toEqual([]);
    expect(paths({ acceptWarnings: true }, 'key')).toEqual([]);
    expect(paths({}, 'key')).toEqual(['acceptWarnings']);
  });
});

it('a schedule is ahead, and within 31 days', () => {
  const now = new Date('2026-11-30T09:00:00Z');
  const found = [-1, 0, 1, 31 * dayMs, 31 * dayMs + 1].map((ms) => scheduleIssue(later(now, ms), now)?.wrong.name);
  expect(found).toEqual(['scheduleInPast', 'scheduleInPast', undefined, undefined, 'scheduleTooFar']);
});

describe('what identifies', () => {
  const rows = [
    { phone: '0712345678', amount: 500, name: 'Achieng', reference: 'E 1', remarks: 'Salary' },
    { phone: '0712', amount: 5 },
  ];
  const hash = hashOfList(listFromValues(rows));

  it('a list: each value of each row, in their order, however it was written', () => {
    expect(hashOfList(listFromValues([{ ...rows[0], phone: '+254 712 345 678' }, rows[1] ?? {}]))).toBe(hash);
    for (const change of [{ phone: '0712345679' }, { amount: 501 }, { name: 'Otieno' }, { remarks: 'Bonus' }]) {
      expect(hashOfList(listFromValues([{ ...rows[0], ...change }, rows[1] ?? {}]))).not.toBe(hash);
    }
    expect(hashOfList(listFromValues(rows.toReversed()))).not.toBe(hash);
  });

  it('a person: the reference, whatever its case and blanks', () => {
    expect(referenceKeyOf('e1')).toBe(referenceKeyOf(' E 1 '));
    expect(referenceKeyOf('e1')).not.toBe(referenceKeyOf('e2'));
  });
});
