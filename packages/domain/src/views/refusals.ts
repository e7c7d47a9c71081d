import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const viewIssues = defineSentences({
  queryString: 'is not a usable query string',
  viewName: 'is the name of another view of this page',
});

/** Refusals of this room's verbs. */
export const viewRefusals = defineSentences({
  viewsFull: 'A page has at most {max} views: delete one first.',
  peopleOnlyViews: 'Only people have views.',
  sharedViewsRole: 'Your role may not change shared views.',
});
