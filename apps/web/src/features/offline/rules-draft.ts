import type { Rules } from './types.ts';

/** The rules as they are typed. */
export type RulesDraft = {
  referencePattern: string;
  references: string;
  amountMin: string;
  amountMax: string;
  verifyFrom: string;
};

export function draftOf(rules: Rules): RulesDraft {
  return {
    referencePattern: rules.referencePattern ?? '',
    references: rules.references.join('\n'),
    amountMin: rules.amountMin === null ? '' : String(rules.amountMin),
    amountMax: rules.amountMax === null ? '' : String(rules.amountMax),
    verifyFrom: rules.verifyFrom === null ? '' : String(rules.verifyFrom),
  };
}

/** The rules that are amounts. */
export const amountFields = ['amountMin', 'amountMax', 'verifyFrom'] as const;

const wholeFormat = /^\d{1,10}$/;

/** The rules in the form. An amount that is not a number becomes NaN, which the server refuses at its field. */
export function rulesOf(draft: RulesDraft): Rules {
  const amount = (text: string) => {
    const digits = text.replace(/[, ]/g, '');
    if (digits === '') return null;
    return wholeFormat.test(digits) ? Number(digits) : Number.NaN;
  };
  return {
    referencePattern: draft.referencePattern === '' ? null : draft.referencePattern,
    references: draft.references
      .split(/[\n,;]/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    amountMin: amount(draft.amountMin),
    amountMax: amount(draft.amountMax),
    verifyFrom: amount(draft.verifyFrom),
  };
}

/** Fields whose text is no whole number of KES. */
export function wrongAmounts(rules: Rules): (typeof amountFields)[number][] {
  return amountFields.filter((name) => Number.isNaN(rules[name]));
}
