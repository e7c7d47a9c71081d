import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const policyIssues = defineSentences({
  keyRequired:
    'is required for a {kind} in production. An owner or admin can change this under Payout controls in the dashboard',
});

/** Refusals of this room's verbs. */
export const policyRefusals = defineSentences({
  approvalNeeded: 'A {kind} of {amount} or more needs the approval of a second person. Ask for it in the dashboard.',
  aboveLimit: 'A {kind} of {amount} is above the limit of {max} for one transaction.',
  aboveDayLimit:
    'This {kind} of {amount} would exceed the limit of {max} per day: {used} was sent or is pending in the last {hours} hours.',
  aboveRecipientLimit:
    'This {kind} of {amount} would exceed the limit of {max} per recipient and day: {used} was sent or is pending in the last {hours} hours.',
  aboveKeyLimit:
    'This {kind} of {amount} would exceed the limit of {max} per API key and day: {used} was sent or is pending in the last {hours} hours.',
});
