import { defineSentences } from '../kernel/refusals.ts';

/** What can be wrong with values of this room alone. */
export const recoveryIssues = defineSentences({
  untilReached: 'must be before until',
});
