import { expect, it } from 'vitest';
import { draftOf, rulesOf, wrongAmounts } from './rules-draft.ts';

it('rules come back as they were written', () => {
  const rules = { referencePattern: 'INV[0-9]+', references: ['A1', 'B 2'], amountMin: 10, amountMax: null };
  expect(rulesOf(draftOf(rules))).toEqual(rules);
});

it('empty fields are no rules', () => {
  const none = { referencePattern: null, references: [], amountMin: null, amountMax: null };
  expect(rulesOf({ referencePattern: '', references: ' \n ', amountMin: ' ', amountMax: '' })).toEqual(none);
  expect(draftOf(none)).toEqual({ referencePattern: '', references: '', amountMin: '', amountMax: '' });
});

it('a pasted list is split, and what is no amount is said', () => {
  const rules = rulesOf({ referencePattern: '', references: 'a, b;c\nd', amountMin: '1,000', amountMax: 'x' });
  expect(rules.references).toEqual(['a', 'b', 'c', 'd']);
  expect(rules.amountMin).toBe(1000);
  expect(wrongAmounts(rules)).toEqual(['amountMax']);
});
