import { expect, it } from 'vitest';
import { draftOf, rulesOf, wrongAmounts } from './rules-draft.ts';

it('rules come back as they were written', () => {
  const rules = {
    referencePattern: 'INV[0-9]+',
    references: ['A1', 'B 2'],
    amountMin: 10,
    amountMax: null,
    verifyFrom: null,
  };
  expect(rulesOf(draftOf(rules))).toEqual(rules);
});

it('empty fields are no rules', () => {
  const none = { referencePattern: null, references: [], amountMin: null, amountMax: null, verifyFrom: null };
  expect(rulesOf({ referencePattern: '', references: ' \n ', amountMin: ' ', amountMax: '', verifyFrom: '' })).toEqual(
    none,
  );
  expect(draftOf(none)).toEqual({ referencePattern: '', references: '', amountMin: '', amountMax: '', verifyFrom: '' });
});

it('a pasted list is split, and what is no amount is said', () => {
  const rules = rulesOf({
    referencePattern: '',
    references: 'a, b;c\nd',
    amountMin: '1,000',
    amountMax: 'x',
    verifyFrom: '5',
  });
  expect(rules.references).toEqual(['a', 'b', 'c', 'd']);
  expect(rules.amountMin).toBe(1000);
  expect(rules.verifyFrom).toBe(5);
  expect(wrongAmounts(rules)).toEqual(['amountMax']);
});
