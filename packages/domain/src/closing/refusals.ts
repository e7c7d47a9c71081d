import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const closingIssues = defineSentences({
  fingerprint: 'is not a fingerprint',
  nobodyNamed: 'must name a member',
  memberTwice: 'must name each member once',
  dayReaders: 'must be members who may see the close of day',
  dayNotEnded: 'has not ended',
  figuresChanged: 'is not what the figures are now: look at the day again',
  openPoints: 'must say why: {count} of the day are open',
});

/** Refusals of this room's verbs. */
export const closingRefusals = defineSentences({
  dayMailMissing: 'The close of day is not emailed.',
});
