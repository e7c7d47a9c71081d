import type { ReviewReason } from '@tillgate/db';
import { describe, expect, it } from 'vitest';
import { nextStepsOf, type SubjectState } from './next-steps.ts';

const prompt = { kind: 'payment', source: 'stk', isAskable: true, hasReceipt: false, isLinked: false } as const;
const offline = { ...prompt, source: 'c2b', isAskable: false, hasReceipt: true, status: 'success' } as const;
const payout = { kind: 'disbursement', isAskable: true, hasReceipt: false } as const;
const callback = { kind: 'callback', state: 'unmatched', isHeld: true, hasReceipt: true } as const;

const table: [string, ReviewReason, SubjectState, string][] = [
  [
    'a prompt that is open',
    'outcome_unknown',
    { ...prompt, status: 'pending' },
    'ask_again resolve_paid resolve_not_paid link clear',
  ],
  [
    'that the provider never took',
    'outcome_unknown',
    { ...prompt, status: 'pending', isAskable: false },
    'resolve_paid resolve_not_paid link clear',
  ],
  [
    'that is linked',
    'outcome_unknown',
    { ...prompt, status: 'pending', isLinked: true },
    'ask_again resolve_not_paid clear',
  ],
  ['a failed prompt', 'result_contradicted', { ...prompt, status: 'failed' }, 'resolve_paid link clear'],
  ['the same money', 'same_money', { ...prompt, status: 'failed', isLinked: true }, 'clear'],
  ['a success paid late', 'paid_late', { ...prompt, status: 'success', hasReceipt: true }, 'clear'],
  [
    'a success of another amount',
    'amount_differed',
    { ...prompt, status: 'success', hasReceipt: true },
    'ask_receipt clear',
  ],
  ['a callback given up', 'callback_failed', { ...prompt, status: 'failed' }, 'ask_again resolve_paid link clear'],
  ['an offline payment', 'same_money', offline, 'link clear'],
  ['an offline payment in doubt', 'confirmation_undecided', offline, 'ask_receipt clear'],
  [
    'a payout that is open',
    'outcome_unknown',
    { ...payout, status: 'pending' },
    'ask_again resolve_paid resolve_not_paid clear',
  ],
  [
    'a reversal without an id',
    'outcome_unknown',
    { ...payout, status: 'pending', isAskable: false },
    'resolve_paid resolve_not_paid clear',
  ],
  ['a failed payout', 'result_contradicted', { ...payout, status: 'failed' }, 'resolve_paid clear'],
  [
    'a payout that went out',
    'result_contradicted',
    { ...payout, status: 'success', hasReceipt: true },
    'ask_receipt clear',
  ],
  ['an inquiry', 'callback_failed', { kind: 'inquiry', status: 'failed' }, 'clear'],
  ['a confirmation', 'confirmation_undecided', callback, 'ask_again ask_receipt decide_confirmation clear'],
  [
    'a confirmation that was decided',
    'confirmation_undecided',
    { ...callback, state: 'applied', isHeld: false },
    'ask_receipt clear',
  ],
  [
    'a result on its own',
    'callback_failed',
    { ...callback, state: 'failed', isHeld: false, hasReceipt: false },
    'ask_again clear',
  ],
];

describe('the next steps', () => {
  it.each(table)('%s (%s)', (_, reason, subject, expected) => {
    expect(nextStepsOf({ reason, isOpen: true }, subject).join(' ')).toBe(expected);
    expect(nextStepsOf({ reason, isOpen: false }, subject)).toEqual([]);
  });

  it('never offer to take a success back', () => {
    for (const subject of [
      { ...prompt, status: 'success' },
      offline,
      { ...payout, status: 'success' },
    ] as SubjectState[]) {
      for (const reason of ['outcome_unknown', 'result_contradicted', 'paid_late'] as const) {
        expect(nextStepsOf({ reason, isOpen: true }, subject)).not.toContain('resolve_not_paid');
      }
    }
  });
});
