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
  rowsNoList: 'must be a list of 1 to {max} rows',
  tooManyUnended: 'has {max} batches that have not ended: end or cancel one of them first',
  scheduleInPast: 'must be in the future',
  scheduleTooFar: 'must be within {days} days',
  nothingToPay: 'cannot help: no row of the batch can be paid',
  rowsRefused: 'must be true to leave out the {count} refused rows',
  rowsWarned: 'must be true to accept the warnings of {count} rows',
  sameList: 'must be true to send a list that was sent in the last 60 days',
  rowsUnticked: 'must have each row whose payee or name differs: {count} are missing, the first is row {number}',
  rowsForPerson:
    'cannot be decided by a key: the payee or the name differs in {count} rows, the first is row {number}. A person has to send this batch off',
});

/** Refusals of this room's verbs. */
export const batchRefusals = defineSentences({
  notDraft: 'This batch is {status}. Only a draft can be sent off.',
  pauseFirst: 'This batch is being paid. Pause it first.',
  batchOver: 'This batch is {status}. It cannot be cancelled.',
  notRunning: 'This batch is {status}. Only one that is running can be paused.',
  notPaused: 'This batch is {status}. Only one that is paused can be resumed.',
  batchNeedsPerson:
    'A batch of {amount} needs the approval of a second person. The checked draft stays: send it off in the dashboard.',
  batchChanged: 'The rows of this batch are not the rows that were sent off.',
  notWaiting: 'This batch is {status}. It does not wait for approval.',
});
