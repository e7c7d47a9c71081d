import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const batchIssues = defineSentences({
  notPayoutList: 'it is no list of payouts; save the list as XLSX or CSV',
  twoPayoutLists:
    'the sheets {sheets} both seem to hold a list of payouts; save the one that is meant as a file of its own',
  payoutListEmpty: 'it has no row to pay',
  payoutListLong: 'it has {count} rows to pay, and a batch has at most {max}',
  payoutListSum: 'its good rows add up to KES {sum}, and a batch pays at most KES {max}',
  columnOfTwoFields: 'is chosen for two fields',
});
