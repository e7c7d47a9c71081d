import { expect, it } from 'vitest';
import { answerEnquiry, collectionCodes } from './enquiry.ts';
import { ordinaryCollection } from './magic.ts';
import { collectionResults } from './results.ts';
import type { EnquiryBehaviour } from './scenario.ts';

const paid = { ...collectionResults.paid, receipt: 'MP1' };
const expired = { ...collectionResults.expired, receipt: null };

it.each<[EnquiryBehaviour, typeof paid | typeof expired | null, number, string | undefined]>([
  ['truth', null, 1, 'TIP'],
  ['truth', paid, 1, 'TS'],
  ['truth', expired, 1, 'TE'],
  ['unknown_first', paid, 1, undefined],
  ['unknown_first', paid, 2, undefined],
  ['unknown_first', paid, 3, 'TS'],
  ['unknown_first', null, 3, 'TIP'],
  ['ti_first', paid, 1, 'TI'],
  ['ti_first', null, 2, 'TI'],
  ['ti_first', paid, 3, 'TS'],
  ['ta', paid, 1, 'TA'],
  ['ta', paid, 99, 'TA'],
])('%s with the outcome %o: enquiry %i says %s', (enquiry, outcome, number, letters) => {
  const answer = answerEnquiry({ outcome, scenario: { ...ordinaryCollection, enquiry } }, number, collectionCodes);
  expect(answer?.letters).toBe(letters);
  expect(answer?.receipt ?? null).toBe(letters === 'TS' ? 'MP1' : null);
});
