import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const inboxIssues = defineSentences({
  callbackApplied: 'is about a callback that is applied already, or whose body was deleted',
});

/** Refusals of this room's verbs. */
export const inboxRefusals = defineSentences({
  callbackNotStored: 'The callback cannot be stored at the moment.',
});
