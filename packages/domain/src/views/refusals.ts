import { defineIssues } from '../kernel/refusals.ts';

/** What can be wrong with values of this room alone. */
export const viewIssues = defineIssues({
  queryString: 'is not a usable query string',
  viewName: 'is the name of another view of this page',
});
