import type { Collection } from './collections.ts';

/** What an enquiry says about a collection. `receipt` is null unless the letters are TS. */
export type EnquiryAnswer = {
  letters: 'TS' | 'TF' | 'TE' | 'TA' | 'TIP' | 'TI';
  code: string;
  message: string;
  receipt: string | null;
};

/** How many enquiries of `unknown_first` and `ti_first` do not say the truth. */
const clueless = 2;
const inProgressCode = 'DP00800001006';
const ambiguousCode = 'DP00800001000';

/**
 * What the enquiry of that number says, the first being 1; undefined when the rail does not know the id yet. It says the
 * truth as soon as there is one: asking early is no error (fact 5).
 */
export const answerEnquiry = (
  { outcome, scenario: { enquiry } }: Pick<Collection, 'outcome' | 'scenario'>,
  number: number,
): EnquiryAnswer | undefined => {
  if (enquiry === 'unknown_first' && number <= clueless) return undefined;
  if (enquiry === 'ta') {
    return { letters: 'TA', code: ambiguousCode, message: 'Transaction is ambiguous', receipt: null };
  }
  if (enquiry === 'ti_first' && number <= clueless) {
    return { letters: 'TI', code: inProgressCode, message: 'Transaction initiated', receipt: null };
  }
  if (outcome === null) {
    return { letters: 'TIP', code: inProgressCode, message: 'Transaction in progress', receipt: null };
  }
  const { letters, code, message, receipt } = outcome;
  return { letters, code, message, receipt };
};
