import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const subjectIssues = defineSentences({
  phoneInText: 'must not contain a phone number',
  eraseUnfinished: 'Something of this person is unfinished: {what}. Erase it when it has ended.',
  eraseHeld: 'The organization must keep what is not older than {days} days (legal hold): until {day} for this person.',
});
