import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const gapIssues = defineSentences({
  sinceInFuture: 'must be in the past: the moment that the database was restored to',
});

/** Refusals of this room's verbs. */
export const gapRefusals = defineSentences({
  moneyOutStopped:
    'The database was restored to {since}, and what happened after that is being put in order. No money leaves until then. Nothing was sent.',
  keysStopped: 'The database was restored to {since}, and this key may have been used after that. Nothing was sent.',
  madeBeforeRestore:
    'This was made before the database was restored, so it may have been paid already. Look at the statement of the network, and ask again for what was not paid.',
  gapOpenAlready: 'A gap is open since {openedAt}. Close it first.',
  noGapOpen: 'No gap is open.',
});
