import { defineIssues } from '../kernel/refusals.ts';

/** What can be wrong with values of this room alone. */
export const inboxIssues = defineIssues({
  callbackApplied: 'is about a callback that is applied already, or whose body was deleted',
});
