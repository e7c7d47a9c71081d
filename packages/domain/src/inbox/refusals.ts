import { defineSentences } from '../kernel/refusals.ts';

/** What can be wrong with values of this room alone. */
export const inboxIssues = defineSentences({
  callbackApplied: 'is about a callback that is applied already, or whose body was deleted',
});

/** Why verbs of this room refuse. */
export const inboxRefusals = defineSentences({
  callbackNotStored: 'The callback cannot be stored at the moment.',
});
