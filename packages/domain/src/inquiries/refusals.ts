import { defineSentences } from '../kernel/refusals.ts';

/** Refusals of this room's verbs. */
export const inquiryRefusals = defineSentences({
  questionNotSent: 'The provider could not be reached, so nothing was asked: {text} Try again.',
  questionUnclear:
    'The provider did not answer, so the question may have been put. Read GET /inquiries/{id}, or ask again: nothing moves.{upstream}',
  initiatorMissing:
    'The initiator of this application is not configured for {environment}: initiator name and initiator password are missing.',
});
