import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const inquiryIssues = defineSentences({
  foreignReceipt: 'is no receipt of a payment here; {network} can be asked about those alone',
});

/** Refusals of this room's verbs. */
export const inquiryRefusals = defineSentences({
  questionNotSent: 'The provider could not be reached, so nothing was asked: {text} Try again.',
  questionUnclear:
    'The provider did not answer, so the question may have been put. Read GET /inquiries/{id}, or ask again: nothing moves.{upstream}',
  payoutsNotSet: 'The {network} account of this application has no credentials for payouts in {environment}.',
  initiatorMissing:
    'The initiator of this application is not configured for {environment}: initiator name and initiator password are missing.',
});
