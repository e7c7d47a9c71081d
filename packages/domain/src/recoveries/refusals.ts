import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const recoveryIssues = defineSentences({
  untilReached: 'must be before until',
});
