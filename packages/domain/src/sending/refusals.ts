import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const sendingIssues = defineSentences({
  nothingFailed: 'has no row to pay again',
  rowNotFailed: 'has a row that was paid, is open, or belongs to another batch',
});

/** Refusals of this room's verbs. */
export const sendingRefusals = defineSentences({
  approverInPlace:
    'The person who sent this batch off may not ask for payouts any more, and you approved it. Another person has to resume it.',
  paidAgainAlready: 'A row of these is paid again in another batch already.',
});
